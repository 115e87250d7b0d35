"""Usable in a second on a phone's network: few bytes, few round trips, and nothing twice."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, expect

MOST_BYTES = 160_000
MOST_REQUESTS = 10
FOUR_G = {"offline": False, "latency": 170, "downloadThroughput": 9_000_000 / 8, "uploadThroughput": 3_000_000 / 8}
"""A usual 4G: 170 ms there and back, 9 Mbit/s down."""
USABLE = """new MutationObserver((_, observer) => {
  if (!document.querySelector('.table-card')) return;
  window.usableAt = performance.now();
  observer.disconnect();
}).observe(document, { subtree: true, childList: true });"""


def watched(page: Page) -> tuple[CDPSession, dict[str, dict[str, Any]]]:
    """What the page asks for: when, when it was there, and its bytes on the line."""
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


def test_the_lobby_is_usable_after_two_round_trips(server: str, browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, service_workers="block")
    page = context.new_page()
    page.add_init_script(USABLE)
    session, seen = watched(page)
    session.send("Network.emulateNetworkConditions", FOUR_G)
    page.goto(server)
    expect(page.locator(".table-card").first).to_be_visible()
    page.wait_for_load_state("load")
    requests = [one for one in seen.values() if "done" in one]
    total = sum(one["bytes"] for one in requests)
    script = next(one for one in requests if "/main." in one["url"])
    late = [one["url"] for one in requests if one["at"] > script["done"] and "favicon" not in one["url"]]
    line = max(one["done"] for one in requests) - min(one["at"] for one in requests)
    usable = page.evaluate("window.usableAt")
    print(f"all there after {1000 * line:.0f} ms, usable after {usable:.0f} ms")
    print(f"{len(requests)} requests, {total:,} bytes")
    assert total < MOST_BYTES
    assert len(requests) <= MOST_REQUESTS, [one["url"] for one in requests]
    # What the lobby shows was on its way before the script ran, and its connection came second.
    needed = ("cards.", "/api/me", "/api/lobby", ".css")
    assert not [url for url in late if any(part in url for part in needed)]
    assert sum("/api/lobby" in one["url"] for one in requests) == 1

    # A second visit asks for nothing that is named by its content.
    seen.clear()
    page.reload()
    expect(page.locator(".table-card").first).to_be_visible()
    again = [one["url"] for one in seen.values() if one.get("bytes", 0) > 0]
    assert not [url for url in again if url.endswith((".js", ".css", ".svg"))], again
    context.close()
