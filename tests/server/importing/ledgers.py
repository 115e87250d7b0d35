"""A ledger as Poker Now writes it: newest session first, nicknames in quotes, no end while a player still sits."""

HEAD = "player_nickname,player_id,session_start_at,session_end_at,buy_in,buy_out,stack,net"
ROWS = (
    '"Kimchi",bOOcH5LgO-,2024-10-30T20:54:56.989Z,,5000,,8012,3012',
    '"ann on PC",SCoB5LKYVh,2024-10-30T20:33:55.466Z,2024-10-30T22:29:57.906Z,3493,0,0,-3493',
    '"bob",qDZ5ZjSJhA,2024-10-30T20:32:58.972Z,2024-10-30T21:39:52.248Z,2500,0,0,-2500',
    '"bob",qDZ5ZjSJhA,2024-10-30T19:38:39.689Z,2024-10-30T20:31:53.445Z,2500,4488,0,1988',
    '"ann",AzEKJ-zpvs,2024-10-30T19:59:43.313Z,2024-10-30T20:32:58.965Z,2500,3493,0,993',
    '"N punt",3leh0Qj5c4,,2024-10-30T19:37:03.969Z,2500,2500,0,0',
)
"""Ann plays on another device after a while, bob sits down twice, and N punt gets the buy-in back."""


def ledger(*rows: str, head: str = HEAD, end: str = "\n") -> str:
    return end.join((head, *(rows or ROWS))) + end
