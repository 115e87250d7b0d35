"""PokerStars hands as text, written for these tests."""

from __future__ import annotations

CASH = """\
PokerStars Hand #1001:  Hold'em No Limit ($0.50/$1.00 USD) - 2025/04/24 17:21:34 CET [2025/04/24 11:21:34 ET]
Table 'Halley' 6-max Seat #3 is the button
Seat 1: Ann ($100 in chips)
Seat 3: Bob ($40.50 in chips)
Seat 4: Cid ($12 in chips)
Seat 6: Dee ($250.25 in chips)
Cid: posts small blind $0.50
Dee: posts big blind $1
*** HOLE CARDS ***
Dealt to Ann [Ah Ad]
Ann: raises $2 to $3
Ann said, "gl: all"
Bob: calls $3
Cid: raises $9 to $12 and is all-in
Dee: folds
Ann: raises $28 to $40
Bob: calls $37
*** FLOP *** [2c 7d Jh]
Ann: checks
Bob: bets $0.50 and is all-in
Ann: calls $0.50
*** TURN *** [2c 7d Jh] [Js]
*** RIVER *** [2c 7d Jh Js] [5s]
*** SHOW DOWN ***
Ann: shows [Ah Ad] (two pair, Aces and Jacks)
Bob: mucks hand
Ann collected $56 from side pot
Cid: shows [Jc Jd] (four of a kind, Jacks)
Cid collected $36 from main pot
*** SUMMARY ***
Total pot $94 Main pot $36. Side pot $56. | Rake $2
Board [2c 7d Jh Js 5s]
Seat 1: Ann showed [Ah Ad] and won ($56) with two pair, Aces and Jacks
Seat 3: Bob (button) mucked [Kc Kh]
Seat 4: Cid (small blind) showed [Jc Jd] and won ($36) with four of a kind, Jacks
Seat 6: Dee (big blind) folded before Flop
"""

TOURNAMENT = """\
PokerStars Hand #202: Tournament #7, $5.00+$5.00+$1.00 USD Hold'em No Limit - Level IV (50/100) - 2026/11/15 14:03:02 ET
Table '7 3' 9-max Seat #2 is the button
Seat 1: Ann (2000 in chips, $2.50 bounty)
Seat 2: Bob (3000 in chips)
Seat 5: Cid (1500 in chips) is sitting out
Seat 9: Dee (8 in chips)
Ann: posts the ante 10
Bob: posts the ante 10
Cid: posts the ante 10
Dee: posts the ante 8 and is all-in
Cid: posts small blind 50
*** HOLE CARDS ***
Dealt to Bob [Ah Kh]
Ann is disconnected
Ann: calls 100
Bob: raises 300 to 400
Cid: folds
Ann: folds
Ann has timed out while disconnected
Uncalled bet (300) returned to Bob
*** FLOP *** [2c 7d Jh]
*** TURN *** [2c 7d Jh] [Js]
*** RIVER *** [2c 7d Jh Js] [5s]
*** SHOW DOWN ***
Bob: shows [Ah Kh] (a pair of Jacks)
Bob collected 256 from side pot
Dee: shows [3c 4c] (a pair of Jacks)
Bob collected 32 from main pot
Bob wins the $2.50 bounty for eliminating Dee
Dee finished the tournament in 9th place
*** SUMMARY ***
Total pot 288 Main pot 32. Side pot 256. | Rake 0
Board [2c 7d Jh Js 5s]
Seat 1: Ann folded before Flop
Seat 2: Bob (button) showed [Ah Kh] and won (288) with a pair of Jacks
Seat 5: Cid (small blind) folded before Flop
Seat 9: Dee (big blind) showed [3c 4c] and lost with a pair of Jacks
"""

POSTS = """\
PokerStars Zoom Hand #3003:  Hold'em No Limit (€1/€2 EUR) - 2020/01/02 3:04:05 ET
Table 'Posts' 6-max Seat #1 is the button
Seat 1: Ann (€200 in chips)
Seat 2: Bob (€200 in chips)
Seat 3: Cid (€200 in chips)
Seat 4: Dee (€200 in chips)
Seat 5: Eve (€200 in chips)
Seat 6: Fay (€200 in chips)
Bob: posts small blind €1
Cid: posts big blind €2
Dee: posts straddle €4
Eve: posts small & big blinds €3
Fay: posts small blind €1
Gus: sits out
*** HOLE CARDS ***
Eve: folds
Fay: folds
Ann: folds
Bob: folds
Cid: calls €2
Dee: checks
*** FLOP *** [2c 7d Jh]
Cid: bets €5
Dee: folds
Uncalled bet (€5) returned to Cid
Cid collected €12.50 from pot
Cid: shows [Qc]
*** SUMMARY ***
Total pot €13 | Rake €0.40 | Jackpot €0.10
Board [2c 7d Jh]
Seat 1: Ann (button) folded before Flop (didn't bet)
Seat 2: Bob (small blind) folded before Flop
Seat 3: Cid (big blind) collected (€12.50)
Seat 4: Dee folded on the Flop
Seat 5: Eve folded before Flop
Seat 6: Fay folded before Flop
"""

TWICE = """\
PokerStars Hand #4004:  Hold'em No Limit ($1/$2 USD) - 2024/05/06 07:08:09 ET
Table 'Twice' 2-max Seat #2 is the button
Seat 1: Ann ($50 in chips)
Seat 2: Bob ($60 in chips)
Bob: posts small blind $1
Ann: posts big blind $2
*** HOLE CARDS ***
Bob: raises $58 to $60 and is all-in
Ann: calls $48 and is all-in
Uncalled bet ($10) returned to Bob
*** FIRST FLOP *** [2c 7d Jh]
*** FIRST TURN *** [2c 7d Jh] [Js]
*** FIRST RIVER *** [2c 7d Jh Js] [5s]
*** SECOND FLOP *** [Ac 3d 4h]
*** SECOND TURN *** [Ac 3d 4h] [9s]
*** SECOND RIVER *** [Ac 3d 4h 9s] [8c]
*** FIRST SHOW DOWN ***
Ann: shows [Kh Kd] (two pair, Kings and Jacks)
Bob: shows [As Qs] (a pair of Jacks)
Ann collected $49 from pot
*** SECOND SHOW DOWN ***
Ann: shows [Kh Kd] (a pair of Kings)
Bob: shows [As Qs] (a pair of Aces)
Bob collected $49 from pot
Bob cashed out the hand for $47.50 | Cash Out Fee $0.50
*** SUMMARY ***
Total pot $100 | Rake $2
Hand was run twice
FIRST Board [2c 7d Jh Js 5s]
SECOND Board [Ac 3d 4h 9s 8c]
Seat 1: Ann (big blind) showed [Kh Kd] and won ($49) with two pair, Kings and Jacks, and lost with a pair of Kings
Seat 2: Bob (button) (small blind) showed [As Qs] and lost with a pair of Jacks, and won ($49) with a pair of Aces
"""

WALK = """\
PokerStars Hand #5005:  Hold'em Limit (10/20) - 2005/08/15 14:27:10 ET
Table 'Walk' 10-max (Play Money) Seat #1 is the button
Seat 1: Ann (500 in chips)
Seat 2: Bob (500 in chips)
Seat 3: Cid (500 in chips)
Bob: posts small blind 5
Cid: posts big blind 10
*** HOLE CARDS ***
Ann: folds
Bob: folds
Cid collected 10 from pot
*** SUMMARY ***
Total pot 10 | Rake 0
Seat 1: Ann (button) folded before Flop (didn't bet)
Seat 2: Bob (small blind) folded before Flop
Seat 3: Cid (big blind) collected (10)
"""

OMAHA = CASH.replace("Hold'em No Limit", "Omaha Pot Limit").replace("#1001", "#6006")

EVERY = (CASH, TOURNAMENT, POSTS, TWICE, WALK)
