"""The store's tables, as a new database gets them.

A change here needs a migration in `migrations/versions`; a test migrates a database of the first schema and compares.
"""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    text,
)

REVISION: Final = "12"
"""The migration for this schema."""
METADATA: Final = MetaData()
# SQLite autofills only columns of type INTEGER.
_NUMBER: Final = BigInteger().with_variant(Integer, "sqlite")


def _table(name: str, *parts: Column[Any] | Index | ForeignKeyConstraint, **options: Any) -> Table:
    return Table(name, METADATA, *parts, **options)


writer: Final = _table(
    "writer",
    Column("id", Integer, primary_key=True),
    Column("epoch", BigInteger, nullable=False),
    Column("commits", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False, server_default="0"),
)
streams: Final = _table(
    "streams",
    Column("id", String(64), primary_key=True),
    Column("kind", String(20), nullable=False),
    Column("name", String(80), nullable=False),
    Column("club", String(20), nullable=False),
    Column("opened_by", String(40), nullable=False),
    Column("opened_at", BigInteger, nullable=False),
    Column("closed_at", BigInteger),
    Column("chip_cents", Integer, nullable=False, server_default="0"),
    Column("currency", String(8), nullable=False, server_default=""),
    Column("series", String(20), nullable=False, server_default=""),
    Index("streams_of_club", "club"),
    Index("streams_of_series", "series"),
)
facts: Final = _table(
    "facts",
    Column("stream", String(64), primary_key=True),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("payload", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)
commands: Final = _table(
    "commands",
    Column("stream", String(64), primary_key=True),
    Column("player", String(40), primary_key=True),
    Column("cmd_id", String(64), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("seq", BigInteger, nullable=False),
    Column("seat", Integer),
    Index("commands_at", "at"),
    sqlite_with_rowid=False,
)
snapshots: Final = _table(
    "snapshots",
    Column("stream", String(64), primary_key=True),
    Column("seq", BigInteger, nullable=False),
    Column("payload", LargeBinary, nullable=False),
)
ledger: Final = _table(
    "ledger",
    Column("id", _NUMBER, primary_key=True),
    Column("source", String(80), nullable=False),
    Column("target", String(80), nullable=False),
    Column("amount", BigInteger, nullable=False),
    Column("reason", String(40), nullable=False),
    Column("stream", String(64), nullable=False),
    Column("seq", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("note", String(200), nullable=False, server_default=""),
    Index("ledger_source", "source"),
    Index("ledger_target", "target"),
    Index("ledger_stream", "stream"),
)
hands: Final = _table(
    "hands",
    Column("id", String(80), primary_key=True),
    Column("table_id", String(64), nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("ended_at", BigInteger, nullable=False),
    Column("record", Text, nullable=False),
    Column("root", String(64), nullable=False),
    Column("house_seed", LargeBinary, nullable=False),
    Column("seeds", Text, nullable=False),
    Column("afterwards", Text, nullable=False),
    Column("name", String(80), nullable=False),
    Column("big_blind", BigInteger, nullable=False),
    Column("pot", BigInteger, nullable=False),
    Column("hidden", Integer, nullable=False),
    Index("hands_of_table", "table_id", "number", unique=True),
)
hand_players: Final = _table(
    "hand_players",
    Column("hand", String(80), ForeignKey("hands.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("player", String(40), nullable=False),
    Column("name", String(80), nullable=False),
    Column("net", BigInteger, nullable=False),
    Column("ended_at", BigInteger, nullable=False),
    Column("hole", Integer, nullable=False),
    Column("showdown", Integer, nullable=False),
    Index("hands_of_player", "player", "ended_at"),
)
retired: Final = _table(
    "retired",
    Column("table_id", String(64), primary_key=True),
    Column("number", BigInteger, nullable=False),
    Column("hidden", Integer, nullable=False),
)
hand_links: Final = _table(
    "hand_links",
    Column("hand", String(80), ForeignKey("hands.id", ondelete="CASCADE"), primary_key=True),
    Column("token", String(40), nullable=False),
    Column("player", String(40), nullable=False),
    Column("at", BigInteger, nullable=False),
)
chat: Final = _table(
    "chat",
    Column("table_id", String(64), primary_key=True),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("player", String(40), nullable=False),
    Column("name", String(80), nullable=False),
    Column("text", Text, nullable=False),
    Column("phrase", String(20), nullable=False),
)
accounts: Final = _table(
    "accounts",
    Column("id", String(40), primary_key=True),
    Column("name", String(80), nullable=False),
    Column("folded", String(500), nullable=False),
    Column("kind", String(10), nullable=False),
    Column("named", Integer, nullable=False, server_default="1"),
    Column("password", Text),
    Column("created_at", BigInteger, nullable=False),
    Column("refilled_at", BigInteger, nullable=False),
    Column("avatar", String(20), nullable=False),
    Index(
        "accounts_by_name",
        "folded",
        unique=True,
        sqlite_where=text("kind = 'member'"),
        postgresql_where=text("kind = 'member'"),
    ),
    Index("players_by_name", "folded", "id"),
)
notes: Final = _table(
    "notes",
    Column("account", String(40), ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("about", String(40), primary_key=True),
    Column("text", Text, nullable=False),
    Column("label", String(10), nullable=False),
    Column("muted", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
)
sessions: Final = _table(
    "sessions",
    Column("token", String(64), primary_key=True),
    Column("account", String(40), ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
    Column("kind", String(10), nullable=False),
    Column("label", String(40), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger, nullable=False),
    Index("sessions_of_account", "account"),
)
clubs: Final = _table(
    "clubs",
    Column("id", String(20), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("invite", String(40), nullable=False),
    Column("created_at", BigInteger, nullable=False),
)
club_members: Final = _table(
    "club_members",
    Column("club", String(20), ForeignKey("clubs.id", ondelete="CASCADE"), primary_key=True),
    Column("player", String(40), primary_key=True),
    Column("role", String(10), nullable=False),
    Column("joined_at", BigInteger, nullable=False),
)
evenings: Final = _table(
    "evenings",
    Column("club", String(20), ForeignKey("clubs.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("uid", String(40), nullable=False),
    Column("planned_by", String(40), nullable=False),
    Column("form", Text, nullable=False),
    Column("clock_time", String(16), nullable=False),
    Column("zone", String(60), nullable=False),
    Column("starts_at", BigInteger, nullable=False),
    Column("note", String(500), nullable=False),
    Column("keep_minutes", Integer, nullable=False),
    Column("sequence", Integer, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
    Column("called_off", String(200), nullable=False),
    Column("table_id", String(64), nullable=False),
)
evening_answers: Final = _table(
    "evening_answers",
    Column("club", String(20), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("player", String(40), primary_key=True),
    Column("answer", String(10), nullable=False),
    Column("answered_at", BigInteger, nullable=False),
    ForeignKeyConstraint(["club", "number"], ["evenings.club", "evenings.number"], ondelete="CASCADE"),
)
calendar_links: Final = _table(
    "calendar_links",
    Column("club", String(20), ForeignKey("clubs.id", ondelete="CASCADE"), primary_key=True),
    Column("player", String(40), primary_key=True),
    Column("token", String(40), nullable=False),
)
settlements: Final = _table(
    "settlements",
    Column("club", String(20), ForeignKey("clubs.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("made_by", String(40), nullable=False),
    Column("made_at", BigInteger, nullable=False),
)
settled_nights: Final = _table(
    "settled_nights",
    Column("night", String(64), primary_key=True),
    Column("club", String(20), ForeignKey("clubs.id", ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False),
    Index("settled_nights_of_club", "club"),
)
settlement_payments: Final = _table(
    "settlement_payments",
    Column("club", String(20), ForeignKey("clubs.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("payer", String(40), primary_key=True),
    Column("payee", String(40), primary_key=True),
    Column("chips", BigInteger, nullable=False),
    Column("paid_at", BigInteger),
    Column("paid_by", String(40), nullable=False),
)
series: Final = _table(
    "series",
    Column("id", String(20), primary_key=True),
    Column("club", String(20), nullable=False),
    Column("name", String(40), nullable=False),
    Column("formula", String(500), nullable=False),
    Column("best", Integer, nullable=False),
    Column("bounties", Integer, nullable=False),
    Column("over", Integer, nullable=False),
    Column("changed_by", String(40), nullable=False),
    Column("changed_at", BigInteger, nullable=False),
)
tournament_results: Final = _table(
    "tournament_results",
    Column("tournament", String(64), primary_key=True),
    Column("player", String(40), primary_key=True),
    Column("place", Integer, nullable=False),
    Column("shared", Integer, nullable=False),
    Column("prize", BigInteger, nullable=False),
    Column("bounties", BigInteger, nullable=False),
    Column("buyin", BigInteger, nullable=False),
    Column("spent", BigInteger, nullable=False),
    Column("rebuys", Integer, nullable=False),
    Column("hits", Integer, nullable=False),
)
paid_payments: Final = _table(
    "paid_payments",
    Column("night", String(64), primary_key=True),
    Column("payer", String(40), primary_key=True),
    Column("payee", String(40), primary_key=True),
    Column("chips", BigInteger, nullable=False),
    Column("paid_at", BigInteger, nullable=False),
    Column("paid_by", String(40), nullable=False),
)
imported_sessions: Final = _table(
    "imported_sessions",
    Column("night", String(64), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("player", String(40), nullable=False),
    Column("known_as", String(40), nullable=False),
    Column("began_at", BigInteger, nullable=False),
    Column("ended_at", BigInteger, nullable=False),
    Column("bought_in", BigInteger, nullable=False),
    Column("left_with", BigInteger, nullable=False),
    Index("imported_sessions_by_site", "known_as"),
)
recap_links: Final = _table(
    "recap_links",
    Column("night", String(64), primary_key=True),
    Column("token", String(40), nullable=False),
    Column("player", String(40), nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("recap_links_by_token", "token", unique=True),
)
sanctions: Final = _table(
    "sanctions",
    Column("player", String(40), primary_key=True),
    Column("kind", String(10), primary_key=True),
    Column("why", String(200), nullable=False),
    Column("since", BigInteger, nullable=False),
    Column("until", BigInteger),
)
