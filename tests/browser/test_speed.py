"""The page is usable within a second on a phone network: few bytes, few round trips, and nothing sent twice."""

from __future__ import annotations

import math
import re
from typing import Any, NamedTuple

from playwright.sync_api import Browser, CDPSession, Page, expect

from ..waiting import wait_until

MOST_BYTES = 150_000
"""Of what the first screen needs, with other tests' tables in the lobby; the font and the rare screens come later."""
LATER = r"\.woff2$|/later\."
MOST_REQUESTS = 10


class Network(NamedTuple):
    """A phone network."""

    round_trip_ms: int
    bits_per_ms: int

    def ms(self, *waves: list[int]) -> float:
        """Return how long these responses take, wave after wave, excluding processing at either end.

        Each wave opens its own connections, with two round trips for TCP and TLS 1.3, which is the worst a browser does
        over HTTP/1.1. A response speeds up with TCP's slow start from a window of ten segments, and the network carries
        a wave's responses one after another.
        """
        total = 0.0
        for wave in waves:
            slow_start = math.ceil(math.log2(max(wave) / SEGMENTS + 1))
            total += (2 + slow_start) * self.round_trip_ms + 8 * sum(wave) / self.bits_per_ms
        return total


SEGMENTS = 10 * 1_460
FOUR_G = Network(round_trip_ms=60, bits_per_ms=9_000)
"""Regular 4G: 60 ms round trip, 9 Mbit/s."""
SLOW_FOUR_G = Network(round_trip_ms=150, bits_per_ms=1_600)
"""What Lighthouse calls slow 4G: a phone at the edge of its cell."""
USABLE = """new MutationObserver((_, observer) => {
  if (!document.querySelector('.table-card')) return;
  window.usableAt = performance.now();
  observer.disconnect();
}).observe(document, { subtree: true, childList: true });"""


def watched(page: Page) -> tuple[CDPSession, dict[str, dict[str, Any]]]:
    """Return the page's requests: when each started and finished, and its bytes on the wire."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    seen: dict[str, dict[str, Any]] = {}

    def sent(event: Any) -> None:
        seen[event["requestId"]] = {"url": event["request"]["url"], "at": event["timestamp"]}

    def there(event: Any) -> None:
        if event["requestId"] in seen:
            seen[event["requestId"]] |= {"done": event["timestamp"], "bytes": event["encodedDataLength"]}

    session.on("Network.requestWillBeSent", sent)
    session.on("Network.loadingFinished", there)
    return session, seen


def there(seen: dict[str, dict[str, Any]], address: str) -> list[dict[str, Any]]:
    """Return the requests that have been answered, of those whose address matches."""
    return [one for one in seen.values() if "done" in one and re.search(address, one["url"])]


def test_the_lobby_is_usable_after_two_round_trips(server: str, browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, service_workers="block")
    page = context.new_page()
    said: list[tuple[str, str]] = []
    page.on("console", lambda message: said.append((message.type, f"{message.text} {message.location}")))
    page.add_init_script(USABLE)
    session, seen = watched(page)
    throttled = {"latency": FOUR_G.round_trip_ms, "downloadThroughput": FOUR_G.bits_per_ms * 1_000 / 8}
    session.send("Network.emulateNetworkConditions", {"offline": False, "uploadThroughput": -1, **throttled})
    page.goto(server)
    expect(page.locator(".table-card").first).to_be_visible()
    page.wait_for_load_state("load")
    page.evaluate("document.fonts.ready")
    wait_until(lambda: page.title() and len(there(seen, LATER)) == 3)  # a question to the page, so its events come in
    later = there(seen, LATER)
    requests = [one for one in there(seen, "") if one not in later]
    for one in later:
        print(f"{one['url']}: {one['bytes']:,} bytes")
    total = sum(one["bytes"] for one in requests)
    script = next(one for one in requests if "/main." in one["url"])
    assert all(one["at"] > script["done"] for one in later), "they wait for what the first screen needs"
    late = [one["url"] for one in requests if one["at"] > script["done"] and "favicon" not in one["url"]]
    line = max(one["done"] for one in requests) - min(one["at"] for one in requests)
    usable = page.evaluate("window.usableAt")
    print(f"all there after {1000 * line:.0f} ms, usable after {usable:.0f} ms")
    print(f"{len(requests)} requests, {total:,} bytes")
    document, *others = sorted(requests, key=lambda one: one["at"])
    waves = [document["bytes"]], [one["bytes"] for one in others]
    print(f"on the network alone: {FOUR_G.ms(*waves):.0f} ms on 4G, {SLOW_FOUR_G.ms(*waves):.0f} ms on slow 4G")
    assert not [words for kind, words in said if kind == "error"]
    assert total < MOST_BYTES
    assert len(requests) <= MOST_REQUESTS, [one["url"] for one in requests]
    # The lobby's data was requested before the script ran, and its connection came second.
    needed = ("cards.", "/api/me", "/api/lobby", ".css")
    assert not [url for url in late if any(part in url for part in needed)]
    assert sum("/api/lobby" in one["url"] for one in requests) == 1
    # So there are only two waves between a click and the lobby. The rest of the second is for the phone to compute.
    assert FOUR_G.ms(*waves) < 700

    # A second visit requests nothing that is named by its content.
    seen.clear()
    page.reload()
    expect(page.locator(".table-card").first).to_be_visible()
    again = [one["url"] for one in seen.values() if one.get("bytes", 0) > 0]
    assert not [url for url in again if url.endswith((".js", ".css", ".svg", ".woff2"))], again
    context.close()
