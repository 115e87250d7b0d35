-- The first schema as SQLite has it: migrations must lead from here to the current one.

CREATE TABLE writer (
    id INTEGER NOT NULL,
    epoch BIGINT NOT NULL,
    commits BIGINT NOT NULL,
    PRIMARY KEY (id)
);
CREATE TABLE streams (
    id VARCHAR(64) NOT NULL,
    kind VARCHAR(20) NOT NULL,
    name VARCHAR(80) NOT NULL,
    club VARCHAR(20) NOT NULL,
    opened_by VARCHAR(40) NOT NULL,
    opened_at BIGINT NOT NULL,
    closed_at BIGINT,
    PRIMARY KEY (id)
);
CREATE INDEX streams_of_club ON streams (club);
CREATE TABLE facts (
    stream VARCHAR(64) NOT NULL,
    seq BIGINT NOT NULL,
    at BIGINT NOT NULL,
    payload BLOB NOT NULL,
    PRIMARY KEY (stream, seq)
) WITHOUT ROWID;
CREATE TABLE snapshots (
    stream VARCHAR(64) NOT NULL,
    seq BIGINT NOT NULL,
    payload BLOB NOT NULL,
    PRIMARY KEY (stream)
);
CREATE TABLE ledger (
    id INTEGER NOT NULL,
    source VARCHAR(80) NOT NULL,
    target VARCHAR(80) NOT NULL,
    amount BIGINT NOT NULL,
    reason VARCHAR(40) NOT NULL,
    stream VARCHAR(64) NOT NULL,
    seq BIGINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (id)
);
CREATE INDEX ledger_source ON ledger (source);
CREATE INDEX ledger_target ON ledger (target);
CREATE INDEX ledger_stream ON ledger (stream);
CREATE TABLE hands (
    id VARCHAR(80) NOT NULL,
    table_id VARCHAR(64) NOT NULL,
    number BIGINT NOT NULL,
    ended_at BIGINT NOT NULL,
    record TEXT NOT NULL,
    root VARCHAR(64) NOT NULL,
    house_seed BLOB NOT NULL,
    seeds TEXT NOT NULL,
    afterwards TEXT NOT NULL,
    name VARCHAR(80) NOT NULL,
    big_blind BIGINT NOT NULL,
    pot BIGINT NOT NULL,
    hidden INTEGER NOT NULL,
    PRIMARY KEY (id)
);
CREATE UNIQUE INDEX hands_of_table ON hands (table_id, number);
CREATE TABLE retired (
    table_id VARCHAR(64) NOT NULL,
    number BIGINT NOT NULL,
    hidden INTEGER NOT NULL,
    PRIMARY KEY (table_id)
);
CREATE TABLE chat (
    table_id VARCHAR(64) NOT NULL,
    number BIGINT NOT NULL,
    at BIGINT NOT NULL,
    player VARCHAR(40) NOT NULL,
    name VARCHAR(40) NOT NULL,
    text TEXT NOT NULL,
    phrase VARCHAR(20) NOT NULL,
    cmd_id VARCHAR(64) NOT NULL,
    PRIMARY KEY (table_id, number)
);
CREATE TABLE accounts (
    id VARCHAR(40) NOT NULL,
    name VARCHAR(40) NOT NULL,
    folded VARCHAR(80) NOT NULL,
    kind VARCHAR(10) NOT NULL,
    password TEXT,
    created_at BIGINT NOT NULL,
    refilled_at BIGINT NOT NULL,
    avatar VARCHAR(20) NOT NULL,
    PRIMARY KEY (id),
    UNIQUE (folded)
);
CREATE TABLE clubs (
    id VARCHAR(20) NOT NULL,
    name VARCHAR(40) NOT NULL,
    invite VARCHAR(40) NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (id)
);
CREATE TABLE sanctions (
    player VARCHAR(40) NOT NULL,
    kind VARCHAR(10) NOT NULL,
    why VARCHAR(200) NOT NULL,
    since BIGINT NOT NULL,
    until BIGINT,
    PRIMARY KEY (player, kind)
);
CREATE TABLE hand_players (
    hand VARCHAR(80) NOT NULL,
    seat INTEGER NOT NULL,
    player VARCHAR(40) NOT NULL,
    name VARCHAR(40) NOT NULL,
    net BIGINT NOT NULL,
    ended_at BIGINT NOT NULL,
    hole INTEGER NOT NULL,
    showdown INTEGER NOT NULL,
    PRIMARY KEY (hand, seat),
    FOREIGN KEY(hand) REFERENCES hands (id) ON DELETE CASCADE
);
CREATE INDEX hands_of_player ON hand_players (player, ended_at);
CREATE TABLE hand_links (
    hand VARCHAR(80) NOT NULL,
    token VARCHAR(40) NOT NULL,
    player VARCHAR(40) NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (hand),
    FOREIGN KEY(hand) REFERENCES hands (id) ON DELETE CASCADE
);
CREATE TABLE notes (
    account VARCHAR(40) NOT NULL,
    about VARCHAR(40) NOT NULL,
    text TEXT NOT NULL,
    label VARCHAR(10) NOT NULL,
    muted INTEGER NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (account, about),
    FOREIGN KEY(account) REFERENCES accounts (id) ON DELETE CASCADE
);
CREATE TABLE sessions (
    token VARCHAR(64) NOT NULL,
    account VARCHAR(40) NOT NULL,
    kind VARCHAR(10) NOT NULL,
    label VARCHAR(40) NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (token),
    FOREIGN KEY(account) REFERENCES accounts (id) ON DELETE CASCADE
);
CREATE INDEX sessions_of_account ON sessions (account);
CREATE TABLE club_members (
    club VARCHAR(20) NOT NULL,
    player VARCHAR(40) NOT NULL,
    role VARCHAR(10) NOT NULL,
    joined_at BIGINT NOT NULL,
    PRIMARY KEY (club, player),
    FOREIGN KEY(club) REFERENCES clubs (id) ON DELETE CASCADE
);
CREATE TABLE settlements (
    club VARCHAR(20) NOT NULL,
    number INTEGER NOT NULL,
    made_by VARCHAR(40) NOT NULL,
    made_at BIGINT NOT NULL,
    PRIMARY KEY (club, number),
    FOREIGN KEY(club) REFERENCES clubs (id) ON DELETE CASCADE
);
CREATE TABLE settled_nights (
    night VARCHAR(64) NOT NULL,
    club VARCHAR(20) NOT NULL,
    number INTEGER NOT NULL,
    PRIMARY KEY (night),
    FOREIGN KEY(club) REFERENCES clubs (id) ON DELETE CASCADE
);
CREATE INDEX settled_nights_of_club ON settled_nights (club);
CREATE TABLE settlement_payments (
    club VARCHAR(20) NOT NULL,
    number INTEGER NOT NULL,
    payer VARCHAR(40) NOT NULL,
    payee VARCHAR(40) NOT NULL,
    chips BIGINT NOT NULL,
    paid_at BIGINT,
    paid_by VARCHAR(40) NOT NULL,
    PRIMARY KEY (club, number, payer, payee),
    FOREIGN KEY(club) REFERENCES clubs (id) ON DELETE CASCADE
);
CREATE TABLE alembic_version (
    version_num VARCHAR(32) NOT NULL,
    CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO alembic_version VALUES ('1');
