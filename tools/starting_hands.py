"""Compute the value of the 169 starting hands, exactly, and print `src/bigslick/bots/starting_hands.py`.

For each starting hand: the share of hands that do better against a random hand, and its equity against the best 5, 10,
15, 20, 30, 45, 65 and 100 per cent of hands. It takes a minute with the compiled core:

    python tools/starting_hands.py > src/bigslick/bots/starting_hands.py
"""

from __future__ import annotations

from array import array
from itertools import combinations

from bigslick.bots.likely_hands import starting_hand
from bigslick.odds._equity import Spot

SHARES = (50, 100, 150, 200, 300, 450, 650, 1000)


def main() -> None:
    """Count every deal of one combo of each starting hand against all others."""
    combos = list(combinations(range(52), 2))
    first_combo: dict[int, tuple[int, int]] = {}
    for combo in combos:
        first_combo.setdefault(starting_hand(*combo), combo)
    won = [[0.0] * 169 for _ in range(169)]
    met = [[0] * 169 for _ in range(169)]
    spot = Spot(2, [], [])
    boards = spot.boards()
    for hand, mine in first_combo.items():
        rivals = [combo for combo in combos if not {*combo} & {*mine}]
        holes = bytes(card for rival in rivals for card in (*mine, *rival))
        out = array("q", bytes(8 * 6 * len(rivals)))
        spot.count(holes, out)
        for index, rival in enumerate(rivals):
            other = starting_hand(*rival)
            won[hand][other] += equity(out, index, boards)
            met[hand][other] += 1
    worth = {hand: sum(won[hand]) / sum(met[hand]) for hand in range(169)}
    order = sorted(range(169), key=lambda hand: (-worth[hand], hand))
    size = {hand: sum(starting_hand(*combo) == hand for combo in combos) for hand in range(169)}
    share, better = [0] * 169, 0
    for hand in order:
        share[hand] = 1000 * better // 1326
        better += size[hand]
    print('"""Values of the 169 starting hands, computed exactly by `tools/starting_hands.py`.\n')
    print("A starting hand is numbered 13 * high + low if suited and 13 * low + high if not, ranks 0 (deuce) to 12.")
    print('"""\n\nfrom __future__ import annotations\n\nfrom typing import Final\n\n# fmt: off')
    show("SHARES", "The share of hands that do better against a random hand, in thousandths.", share, 13)
    rows = []
    for hand in range(169):
        for limit in SHARES:
            field = [other for other in range(169) if share[other] < limit]
            rows.append(round(1000 * sum(won[hand][o] for o in field) / sum(met[hand][o] for o in field)))
    show("WORTH", "Equity in thousandths against the best 5, 10, 15, 20, 30, 45, 65 and 100 percent.", rows, 16)
    print("# fmt: on")


def equity(out: array[int], index: int, boards: int) -> float:
    """Return the first hand's equity in one deal of the counts."""
    win, tie = out[6 * index], out[6 * index + 1]
    return (win + tie / 2) / boards


def show(name: str, comment: str, numbers: list[int], width: int) -> None:
    """Print a tuple of numbers as Python."""
    print(f"{name}: Final = (")
    for start in range(0, len(numbers), width):
        print("    " + ", ".join(str(n) for n in numbers[start : start + width]) + ",")
    print(f')\n"""{comment}"""')


if __name__ == "__main__":
    main()
