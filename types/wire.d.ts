// Written by tools/page_types.py from the wire structs: change those, not this.

declare namespace Wire {
  /** Watch a table; after a lost connection, `last_seq` is the last update that arrived. */
  interface WatchTable {
    type: "watch";
    table: string;
    last_seq?: number | null;
  }
  /** Stop watching a table. */
  interface UnwatchTable {
    type: "unwatch";
    table: string;
  }
  /** Watch a table's broadcast, by the secret in its address; a connection watches one at a time. */
  interface WatchBroadcast {
    type: "watch_broadcast";
    secret: string;
  }
  /** Watch the lobby, which is sent now and whenever it changes. */
  interface WatchLobby {
    type: "watch_lobby";
  }
  /** Ask for a `Pong`. */
  interface Ping {
    type: "ping";
    at?: number;
  }
  /** Watch a tournament: its state is sent now and whenever it changes. */
  interface WatchTournament {
    type: "watch_tournament";
    tournament: string;
  }
  /** Take a seat with chips from the account; without `seat`, the first free one. */
  interface Sit {
    type: "sit";
    cmd_id: string;
    table: string;
    chips: number;
    seat?: number | null;
    missed_blinds?: "post" | "wait" | null;
    promise?: string | null;
  }
  /** Buy more chips, which arrive after the hand. */
  interface TopUp {
    type: "top_up";
    cmd_id: string;
    table: string;
    chips: number;
  }
  /** Sit out: in a hand, check if that is free, otherwise fold. */
  interface SitOut {
    type: "sit_out";
    cmd_id: string;
    table: string;
  }
  /** Come back; where players have the choice, `how` is to post missed blinds or wait for the big blind. */
  interface SitIn {
    type: "sit_in";
    cmd_id: string;
    table: string;
    how?: "post" | "wait" | null;
  }
  /** Sit out when the big blind reaches your seat, instead of posting it, or play on after all. */
  interface SitOutAtBlind {
    type: "sit_out_at_blind";
    cmd_id: string;
    table: string;
    on: boolean;
  }
  /** Move to a free seat, starting with the next hand; without `seat`, stay after all. */
  interface ChangeSeat {
    type: "change_seat";
    cmd_id: string;
    table: string;
    seat?: number | null;
  }
  /** Leave with all chips when the hand is over. */
  interface LeaveTable {
    type: "leave";
    cmd_id: string;
    table: string;
  }
  /** Join a full table's queue; a seat that opens up is held for a while. */
  interface Queue {
    type: "queue";
    cmd_id: string;
    table: string;
  }
  /** Leave the queue. */
  interface Unqueue {
    type: "unqueue";
    cmd_id: string;
    table: string;
  }
  /** Act on your turn; `hand` and `number` identify the turn, so a late click is refused. */
  interface Act {
    type: "act";
    cmd_id: string;
    table: string;
    hand: number;
    number: number;
    action: Action;
  }
  /** Leave the hand. */
  interface Fold {
    type: "fold";
  }
  /** Stay in for free. */
  interface Check {
    type: "check";
  }
  /** Match the bet, or go all-in for less. */
  interface Call {
    type: "call";
  }
  /** Open a street's betting: `Bet(to=60)`. */
  interface Bet {
    type: "bet";
    bare?: null;
    to: number;
  }
  /** Raise: `Raise(to=60)` is the total bet on this street, `Raise(add=60)` the chips taken from the stack. */
  interface Raise {
    type: "raise";
    bare?: null;
    to?: number | null;
    add?: number | null;
  }
  /** Put in every chip, as a bet, a raise or a call, whichever it amounts to. */
  interface AllIn {
    type: "all_in";
  }
  /** Table the hand at showdown; `cards` names the cards if they are not in the record. */
  interface Show {
    type: "show";
    cards?: string | null;
  }
  /** Muck the hand unseen at showdown. */
  interface Muck {
    type: "muck";
  }
  /** Agree to run out an all-in hand on several boards: `RunOut(boards=2)`; the fewest that anyone wants are dealt. */
  interface RunOut {
    type: "run_out";
    boards: number;
  }
  /** Start the time bank on your turn, to keep thinking after the deadline; you keep what you do not use. */
  interface TakeTime {
    type: "take_time";
    cmd_id: string;
    table: string;
    hand: number;
    number: number;
  }
  /** Agree to see the rest of a run-out, or the next hand, at once; it happens when everyone there agrees. */
  interface SkipAhead {
    type: "skip_ahead";
    cmd_id: string;
    table: string;
    hand: number;
  }
  /** Promise a seed for the next sealed deck: its SHA-256, replacing the earlier promise. */
  interface PromiseSeed {
    type: "promise_seed";
    cmd_id: string;
    table: string;
    promise: string;
  }
  /** Open the seed that was promised for a sealed deck, and promise the next one. */
  interface OpenSeed {
    type: "open_seed";
    cmd_id: string;
    table: string;
    hand: number;
    seed: string;
    promise: string;
  }
  /** Straddle whenever you can, starting with the next hand, or stop. */
  interface Straddle {
    type: "straddle";
    cmd_id: string;
    table: string;
    on: boolean;
  }
  /** Propose a bomb pot for the next hand, agree to one, or withdraw; it is dealt if all players dealt in agree. */
  interface WantBombPot {
    type: "want_bomb_pot";
    cmd_id: string;
    table: string;
    on: boolean;
  }
  /** Say whether your hole cards appear in the broadcast, from the next hand on; until you answer they do not. */
  interface AnswerBroadcast {
    type: "answer_broadcast";
    cmd_id: string;
    table: string;
    yes: boolean;
  }
  /** Show one or both of your hole cards to everyone, after the hand and before the next deal. */
  interface ShowCards {
    type: "show_cards";
    cmd_id: string;
    table: string;
    hand: number;
    which: "both" | "first" | "second";
  }
  /** See the rest of the board after a hand that ended early, before the next deal. */
  interface HuntRabbit {
    type: "hunt_rabbit";
    cmd_id: string;
    table: string;
    hand: number;
  }
  /** Seat a house bot. */
  interface AddBot {
    type: "add_bot";
    cmd_id: string;
    table: string;
    style: string;
    seat?: number | null;
  }
  /** Make the house bot in a seat leave. */
  interface RemoveBot {
    type: "remove_bot";
    cmd_id: string;
    table: string;
    seat: number;
  }
  /** Say one thing to the table: a text, a phrase that everyone reads in their own language, or an emote. */
  interface Say {
    type: "say";
    cmd_id: string;
    table: string;
    text?: string | null;
    phrase?: "good_game" | "good_luck" | "good_night" | "hello" | "nice_hand" | "one_moment" | "sorry" | "thanks" | "unlucky" | "well_played" | null;
    emote?: "angry" | "clap" | "cool" | "fire" | "heart" | "laugh" | "sad" | "sleep" | "think" | "wow" | null;
  }
  /** Take back your own request. */
  interface WithdrawRequest {
    type: "withdraw_request";
    cmd_id: string;
    at: string;
  }
  /** Take over from an absent host; the longest-seated player has first claim. */
  interface TakeOver {
    type: "take_over";
    cmd_id: string;
    at: string;
  }
  /** Ask to be the host again after another player took over. */
  interface AskBack {
    type: "ask_back";
    cmd_id: string;
    at: string;
  }
  /** Vote to resume a game that its host has paused; more than half of the connected players must. */
  interface WantResume {
    type: "want_resume";
    cmd_id: string;
    at: string;
  }
  /** Vote to sit out an absent player; more than half of the other connected players must, and at least two. */
  interface WantSitOut {
    type: "want_sit_out";
    cmd_id: string;
    at: string;
    player: string;
  }
  /** Deal no new hand until `resume`. */
  interface Pause {
    type: "pause";
    cmd_id: string;
    at: string;
    why?: string;
  }
  /** Deal again. */
  interface Resume {
    type: "resume";
    cmd_id: string;
    at: string;
  }
  /**
   * Close the table after the hand: everyone gets their chips back. Or call the tournament off after the hands in
   * progress: everyone gets what the rule for calling off gives them.
   */
  interface Close {
    type: "close";
    cmd_id: string;
    at: string;
    why?: string;
  }
  /** Start a tournament with the players who have entered, at least two. */
  interface StartNow {
    type: "start_now";
    cmd_id: string;
    at: string;
  }
  /**
   * Make a player leave their seat after the current hand; they can ask for a seat again. In a running tournament
   * their chips leave play, and they get the prize of their place.
   */
  interface Kick {
    type: "kick";
    cmd_id: string;
    at: string;
    player: string;
    why?: string;
  }
  /** Make a player leave and stay out until `unban`; they finish their hand, but can no longer watch or chat. */
  interface Ban {
    type: "ban";
    cmd_id: string;
    at: string;
    player: string;
  }
  /** Lift a ban. */
  interface Unban {
    type: "unban";
    cmd_id: string;
    at: string;
    player: string;
  }
  /** Stop a player from chatting at this table until `unmute`. */
  interface Mute {
    type: "mute";
    cmd_id: string;
    at: string;
    player: string;
  }
  /** Lift a mute. */
  interface Unmute {
    type: "unmute";
    cmd_id: string;
    at: string;
    player: string;
  }
  /** Start the next hand now, skipping the rest of the pause. */
  interface MoveOn {
    type: "move_on";
    cmd_id: string;
    at: string;
  }
  /** Make another player the host: one at the table, in the tournament, or with the invite. */
  interface HandOverHost {
    type: "hand_over";
    cmd_id: string;
    at: string;
    player: string;
  }
  /**
   * Change what you chose when you opened it: the door at once, the game from the next hand on. In a tournament
   * only what concerns its host can change: `approve`, `take_over_ms` and `longest_pause_ms`.
   */
  interface ChangeSettings {
    type: "change_settings";
    cmd_id: string;
    at: string;
    changes: TableChanges;
  }
  /** The choices to change at a running table; the others stay as they are. */
  interface TableChanges {
    name?: string;
    private?: boolean;
    approve?: "buy_ins" | "none" | "players";
    action_ms?: number | null;
    bank_ms?: number;
    bank?: "asked" | "automatic";
    speed?: "fast" | "normal" | "relaxed";
    take_over_ms?: number;
    longest_pause_ms?: number;
    seats?: number;
    small_blind?: number;
    big_blind?: number;
    ante?: number;
    limit?: "fixed" | "none" | "pot";
    profile?: "cash" | "classic" | "tournament";
    burn?: boolean;
    run_outs?: number;
    straddle?: boolean;
    bomb_every?: number;
    bomb_big_blinds?: number;
    bomb_boards?: number;
    seven_deuce?: number;
    rabbit_hunt?: boolean;
    least_buy_in?: number;
    most_buy_in?: number;
    dead_blind_rule?: "choice" | "post" | "wait";
    comeback_hours?: number;
    spectators?: "delayed" | "off" | "on";
    delay_ms?: number;
  }
  /** Add chips to a player's stack or take some away, after the hand: a buy-in put right, from or to their account. */
  interface CorrectChips {
    type: "correct_chips";
    cmd_id: string;
    at: string;
    player: string;
    chips: number;
    why: string;
  }
  /** Sit out a player who is absent: in a hand they check if that is free, otherwise fold. They come back as usual. */
  interface SitOutPlayer {
    type: "sit_out_player";
    cmd_id: string;
    at: string;
    player: string;
  }
  /**
   * Move a player to another seat, starting with the next hand; if it is taken, the two swap. The player's own
   * seat undoes it. In a tournament: move them to an open seat of any table, with a reason.
   */
  interface MovePlayer {
    type: "move_player";
    cmd_id: string;
    at: string;
    player: string;
    seat: number;
    table?: number;
    why?: string;
  }
  /** Draw all seats and the button, for the next hand. */
  interface RedrawSeats {
    type: "redraw_seats";
    cmd_id: string;
    at: string;
  }
  /**
   * Change a tournament's clock, in one of three ways: the level or break of now lasts longer or shorter, by
   * seconds or by hands as its levels are counted, or a later level begins at once.
   */
  interface ChangeClock {
    type: "change_clock";
    cmd_id: string;
    at: string;
    why: string;
    seconds?: number;
    hands?: number;
    level?: number | null;
  }
  /** Make a new invite link; the old one opens nothing any more. Players who came in with it stay. */
  interface RenewInvite {
    type: "renew_invite";
    cmd_id: string;
    at: string;
  }
  /** Broadcast the table at a secret address, from the next hand on; the players are asked about their cards. */
  interface StartBroadcast {
    type: "start_broadcast";
    cmd_id: string;
    at: string;
    delay_ms?: number | null;
  }
  /** Give the broadcast a new address; the old one shows nothing any more. */
  interface RenewBroadcast {
    type: "renew_broadcast";
    cmd_id: string;
    at: string;
  }
  /** End the broadcast now; hands that have not been shown yet are never shown. */
  interface StopBroadcast {
    type: "stop_broadcast";
    cmd_id: string;
    at: string;
  }
  /** Approve or refuse a player's request for a seat, for chips, for an entry or to be the host again. */
  interface AnswerRequest {
    type: "answer_request";
    cmd_id: string;
    at: string;
    player: string;
    yes: boolean;
  }
  /**
   * Enter a tournament, or enter again after a bust while that is possible; the account pays the price of an
   * entry. Between flights, or in a flight you are out of, the entry is for the next one.
   */
  interface Register {
    type: "register";
    cmd_id: string;
    tournament: string;
  }
  /** Withdraw the entry before the tournament, or the flight, starts. */
  interface Unregister {
    type: "unregister";
    cmd_id: string;
    tournament: string;
  }
  /** Say that you are there before the tournament starts. */
  interface CheckIn {
    type: "check_in";
    cmd_id: string;
    tournament: string;
  }
  /** Pay for a rebuy or the add-on; the chips come between hands. */
  interface BuyChips {
    type: "buy_chips";
    cmd_id: string;
    tournament: string;
    kind: "addon" | "rebuy";
  }
  /** Decline a rebuy or the add-on, so that no one waits for your answer. */
  interface DeclineChips {
    type: "decline_chips";
    cmd_id: string;
    tournament: string;
    kind: "addon" | "rebuy";
  }
  /** Propose to split the prizes now, among everybody still in: the tables wait after the hands in progress. */
  interface ProposeDeal {
    type: "propose_deal";
    cmd_id: string;
    tournament: string;
    method: "agreed" | "chips" | "even" | "icm";
    for_first?: number;
    amounts?: Record<string, number>;
  }
  /** Accept a deal or decline it; one no is enough, also after a yes. Whoever proposed it takes it back that way. */
  interface AnswerDeal {
    type: "answer_deal";
    cmd_id: string;
    tournament: string;
    deal: number;
    yes: boolean;
  }
  /** A name and a password; with `bearer`, the token comes in the response instead of a cookie. */
  interface Credentials {
    name: string;
    password: string;
    bearer?: boolean;
  }
  /**
   * Play as a guest without a password, under any legal name or one that is made up for you; `bearer` as in
   * `Credentials`.
   */
  interface GuestName {
    name?: string | null;
    bearer?: boolean;
  }
  /** The name and password of a guest who wants an account. */
  interface GuestAccount {
    cmd_id?: string | null;
    name: string;
    password: string;
  }
  /** Your new name. */
  interface NewName {
    name: string;
  }
  /** A label for a token, to recognise it later. */
  interface TokenLabel {
    label?: string;
  }
  /** Your password, and its replacement. */
  interface NewPassword {
    password: string;
    new_password: string;
  }
  /** A cash table that a player opens as its host; a buy-in of 0 means the default. */
  interface NewTable {
    name: string;
    private?: boolean;
    password?: string | null;
    approve?: "buy_ins" | "none" | "players";
    action_ms?: number | null;
    bank_ms?: number;
    bank?: "asked" | "automatic";
    speed?: "fast" | "normal" | "relaxed";
    take_over_ms?: number;
    longest_pause_ms?: number;
    club?: string;
    seats?: number;
    small_blind?: number;
    big_blind?: number;
    ante?: number;
    limit?: "fixed" | "none" | "pot";
    profile?: "cash" | "classic" | "tournament";
    burn?: boolean;
    run_outs?: number;
    straddle?: boolean;
    bomb_every?: number;
    bomb_big_blinds?: number;
    bomb_boards?: number;
    seven_deuce?: number;
    rabbit_hunt?: boolean;
    least_buy_in?: number;
    most_buy_in?: number;
    dead_blind_rule?: "choice" | "post" | "wait";
    comeback_hours?: number;
    chip_value?: ChipValue | null;
    spectators?: "delayed" | "off" | "on";
    delay_ms?: number;
    cmd_id?: string | null;
    bots?: ("caller" | "fish" | "lag" | "maniac" | "random" | "rock" | "shark" | "tag" | "whale")[];
  }
  /** The worth of one chip; the same for as long as its table is open, because the ledger is written in it. */
  interface ChipValue {
    cents: number;
    currency: string;
  }
  /** A tournament that a player opens as its host. Without `structure` it is a sit-and-go. */
  interface NewTournament {
    name: string;
    private?: boolean;
    password?: string | null;
    approve?: "buy_ins" | "none" | "players";
    action_ms?: number | null;
    bank_ms?: number;
    bank?: "asked" | "automatic";
    speed?: "fast" | "normal" | "relaxed";
    take_over_ms?: number;
    longest_pause_ms?: number;
    club?: string;
    cmd_id?: string | null;
    structure?: string | Record<string, unknown>;
    entrants?: number | null;
    seats?: number | null;
    starting_stack?: number | null;
    buy_in?: number | null;
    fee?: number | null;
    late_reg_levels?: number | null;
    reentry_limit?: number | null;
    level_minutes?: number | null;
    start?: "full" | "host" | "time";
    start_time?: string | null;
    check_in_minutes?: number;
    absent?: "blinded" | "refunded";
    keep_for?: string[];
    quiet_all_in?: boolean;
    series?: string;
    fill?: boolean;
  }
  /** How the prizes are split, and what is left to play for. */
  interface DealQuery {
    method?: "agreed" | "chips" | "even" | "icm";
    for_first?: number;
  }
  /** A structure to be checked, as the form for a tournament takes it. */
  interface StructureDraft {
    structure?: string | Record<string, unknown>;
    entrants?: number | null;
    seats?: number | null;
    starting_stack?: number | null;
    buy_in?: number | null;
    fee?: number | null;
    late_reg_levels?: number | null;
    reentry_limit?: number | null;
    level_minutes?: number | null;
  }
  /** A friend with an invite; without a session, `name` makes a guest of them. */
  interface Arrival {
    cmd_id: string;
    invite: string;
    name?: string | null;
    password?: string | null;
    plays?: boolean;
    promise?: string | null;
  }
  /** Which of your hands: `after` is the previous page's `next`; times are milliseconds since 1970. */
  interface HandsQuery {
    table?: string | null;
    won?: "even" | "lost" | "won" | null;
    since?: number | null;
    until?: number | null;
    holding?: string | null;
    showdown?: boolean | null;
    least_pot?: number | null;
    most_pot?: number | null;
    after?: string;
    limit?: number;
  }
  /** A selection of your hands: the ones that match every given filter. */
  interface HandSelection {
    table?: string | null;
    won?: "even" | "lost" | "won" | null;
    since?: number | null;
    until?: number | null;
    holding?: string | null;
    showdown?: boolean | null;
    least_pot?: number | null;
    most_pot?: number | null;
  }
  /** Which of your hands to download, and in which hand-history format. */
  interface DownloadQuery {
    table?: string | null;
    won?: "even" | "lost" | "won" | null;
    since?: number | null;
    until?: number | null;
    holding?: string | null;
    showdown?: boolean | null;
    least_pot?: number | null;
    most_pot?: number | null;
    format?: "ohh" | "phh" | "pokerstars";
    limit?: number;
  }
  /** How many recent hands. */
  interface RecentHandsQuery {
    limit?: number;
  }
  /** The secret in the link to a hand at a private table. */
  interface LinkQuery {
    link?: string;
  }
  /** The format to download a hand in. */
  interface HistoryQuery {
    link?: string;
    format?: "ohh" | "phh" | "pokerstars";
  }
  /** The table whose names are wanted; empty for the names of accounts. */
  interface NotesQuery {
    at?: string;
  }
  /** A note about a player: text, a colour for the seat, and whether you want to see their chat. */
  interface PlayerNote {
    player: string;
    at?: string;
    text?: string;
    label?: "" | "blue" | "green" | "orange" | "red" | "violet" | "yellow";
    muted?: boolean;
  }
  /** Names of players, separated by commas, as a table shows them. */
  interface AvatarsQuery {
    at?: string;
    players?: string;
  }
  /** Players of a broadcast, by the names that its table shows. */
  interface BroadcastPlayers {
    secret: string;
    players: string[];
  }
  /** The avatar you choose; empty for the one you were given. */
  interface AvatarChoice {
    avatar: "bear" | "cat" | "crown" | "dog" | "duck" | "fish" | "fox" | "frog" | "hat" | "koala" | "lion" | "moon" | "owl" | "panda" | "penguin" | "rabbit" | "raccoon" | "robot" | "rocket" | "shark" | "spade" | "whale" | "";
  }
  /** Part of a ledger: a line per player, the payments, or every transfer of chips. */
  interface LedgerFileQuery {
    part?: "moves" | "payments" | "players";
  }
  /** A payment in a settlement, and whether it was made. */
  interface PaymentMark {
    payer: string;
    payee: string;
    paid?: boolean;
  }
  /** A new club, with you as its owner. */
  interface NewClub {
    cmd_id?: string | null;
    name: string;
  }
  /** The secret in an invite link. */
  interface ClubInvite {
    invite: string;
  }
  /** A member's new role. A new owner takes over, and the old one stays as a manager. */
  interface MemberRole {
    player: string;
    role: "manager" | "member" | "owner";
  }
  /** A member. */
  interface MemberName {
    player: string;
  }
  /** Nights that began in a period: from `since` to before `until`, in milliseconds since 1970. */
  interface PeriodQuery {
    since?: number | null;
    until?: number | null;
  }
  /** The nights to settle together, as the ledger lists them. */
  interface NightsToSettle {
    nights: string[];
  }
  /** A season's period, as for the ledger, and whether points or chips decide. */
  interface SeasonQuery {
    since?: number | null;
    until?: number | null;
    by?: "chips" | "points";
  }
  /** How a season gives points. */
  interface SeasonChoice {
    formula: string;
    best?: number;
    bounties?: boolean;
  }
  /** A new series of a club. */
  interface NewSeries {
    formula: string;
    best?: number;
    bounties?: boolean;
    cmd_id?: string | null;
    name: string;
  }
  /** How a series gives points, and whether it is over. */
  interface SeriesChange {
    formula: string;
    best?: number;
    bounties?: boolean;
    over?: boolean;
  }
  /** An evening for the members of a club. */
  interface NewEvening {
    day: string;
    time: string;
    zone: string;
    table: TableForm;
    note?: string;
    keep_minutes?: number;
    cmd_id?: string | null;
  }
  /** A cash table as its host wants it; a buy-in of 0 means the default. */
  interface TableForm {
    name: string;
    private?: boolean;
    password?: string | null;
    approve?: "buy_ins" | "none" | "players";
    action_ms?: number | null;
    bank_ms?: number;
    bank?: "asked" | "automatic";
    speed?: "fast" | "normal" | "relaxed";
    take_over_ms?: number;
    longest_pause_ms?: number;
    club?: string;
    seats?: number;
    small_blind?: number;
    big_blind?: number;
    ante?: number;
    limit?: "fixed" | "none" | "pot";
    profile?: "cash" | "classic" | "tournament";
    burn?: boolean;
    run_outs?: number;
    straddle?: boolean;
    bomb_every?: number;
    bomb_big_blinds?: number;
    bomb_boards?: number;
    seven_deuce?: number;
    rabbit_hunt?: boolean;
    least_buy_in?: number;
    most_buy_in?: number;
    dead_blind_rule?: "choice" | "post" | "wait";
    comeback_hours?: number;
    chip_value?: ChipValue | null;
    spectators?: "delayed" | "off" | "on";
    delay_ms?: number;
  }
  /** An evening as its organiser wants it: when, and with what table, whose name is the evening's. */
  interface EveningChange {
    day: string;
    time: string;
    zone: string;
    table: TableForm;
    note?: string;
    keep_minutes?: number;
  }
  /** The reason, which every member reads. */
  interface CalledOff {
    why: string;
  }
  /** Whether you come. */
  interface YourAnswer {
    answer: "maybe" | "no" | "yes";
  }
  /** Ask for your calendar's address, or for a new one, which ends the old one. */
  interface CalendarAddress {
    renew?: boolean;
  }
  /** A ledger as Poker Now writes it. */
  interface GivenLedger {
    ledger: string;
  }
  /** A night to import from its ledger. */
  interface NewImport {
    ledger: string;
    cmd_id?: string | null;
    name: string;
    chip_value?: ChipValue | null;
    members?: Record<string, string>;
  }
  /** Which order to call a hand off this is: sent again, it does not call off the next one too. */
  interface CallOffOrder {
    cmd_id: string;
  }
  /** Players with names starting like this, in alphabetical order; `after` is the id of the last one before. */
  interface PlayersQuery {
    search?: string;
    after?: string;
  }
  /** The reason, which the player reads, and the hours; without `hours`, until lifted. */
  interface SanctionOrder {
    why?: string;
    hours?: number | null;
  }
  /** The first message on a connection. */
  interface Welcome {
    type: "welcome";
    protocol: number;
    player: string | null;
    now: number;
  }
  /** A table as this viewer can see it; `events` are the current or last hand's, starting with `hand_began`. */
  interface TableSnapshot {
    type: "snapshot";
    table: string;
    seq: number;
    now: number;
    spec: TableSettings;
    next_spec: TableSettings | null;
    buy_in: BuyIn | null;
    you: number | null;
    left_with: number;
    seats: SeatNow[];
    state: StateChanged;
    hand: number;
    events: WireEvent[];
    turn: Turn | null;
    view: ViewData | null;
    next_hand_at: number | null;
    sealed: DeckSealed | null;
    promise: string;
    queue: string[];
    held: SeatHeld[];
    kept: SeatsKept | null;
    paused: string;
    redraw: boolean;
    closing: string;
    closed: string;
    openings: Opening[];
    skips: number[];
  }
  /** A table's settings, from its opening until its host changes them. */
  interface TableSettings {
    name: string;
    seats: number;
    small_blind: number;
    big_blind: number;
    ante: number;
    limit: "fixed" | "none" | "pot";
    profile: "cash" | "classic" | "tournament";
    burn: boolean;
    run_outs: number;
    straddle: boolean;
    bomb_every: number;
    bomb_big_blinds: number;
    bomb_boards: number;
    seven_deuce: number;
    rabbit_hunt: boolean;
    least_buy_in: number;
    most_buy_in: number;
    dead_blind_rule: "choice" | "post" | "wait";
    comeback_hours: number;
    chip_value: ChipValue | null;
    bots: string[];
    pace: TablePace;
    tournament: string;
    club: string;
    own_rules: Record<string, string | number | boolean | null> | null;
  }
  /** A table's clocks, in milliseconds. */
  interface TablePace {
    action_ms: number;
    newcomer_ms: number;
    bank_ms: number;
    bank: "asked" | "automatic";
    bank_refill_ms: number;
    grace_ms: number;
    disconnect_bank_ms: number;
    graces_per_hand: number;
    deal_animation_delay_ms: number;
    street_delay_ms: number;
    inter_round_delay_ms: number;
    seeds_ms: number;
    bot_ms: number;
    timeouts_to_sit_out: number;
  }
  /** The chips a player can sit down with. */
  interface BuyIn {
    least: number;
    most: number;
    usual: number;
  }
  /** A taken seat in a snapshot. */
  interface SeatNow {
    seat: number;
    player: string;
    stack: number | null;
    bot: string;
    sitting_out: boolean;
    out_at_blind: boolean;
    leaving: boolean;
    new_seat: number | null;
    connected: boolean;
    absent: boolean;
    sit_out_votes: string[];
    waiting: boolean;
    posting: boolean;
    straddles: boolean;
    wants_bomb: boolean;
    bank_ms: number;
    top_up: [number, number] | null;
    bought: number;
  }
  /** The table entered this state, to which the following events belong. */
  interface StateChanged {
    type: "state_changed";
    state: "away" | "betting" | "between_hands" | "closed" | "dealing" | "paused" | "paying" | "sealing" | "showdown" | "waiting";
    street?: "flop" | "preflop" | "river" | "showdown" | "turn" | "";
  }
  /** The next hand's deck is sealed and everything else about the hand is fixed; the players now open their seeds. */
  interface DeckSealed {
    type: "deck_sealed";
    hand: number;
    root: string;
    button: number;
    players: Record<number, string>;
    promises: Record<number, string>;
    until: number;
  }
  /** A hand starts from the sealed deck, in the order that the players' seeds determine (see Fairness). */
  interface HandBegan {
    type: "hand_began";
    id: string;
    hand: number;
    button: number;
    small_blind: number;
    big_blind: number;
    ante: number;
    bomb_pot: boolean;
    double_board: boolean;
    stacks: number[];
    players: Record<number, string>;
    bots: Record<number, string>;
    root: string;
    seeds: Record<number, PlayerSeed>;
  }
  /** A player's part in the deck order: the promise from before the deck was sealed, and the seed. */
  interface PlayerSeed {
    promise: string;
    seed: string;
  }
  /** The chips from finished streets are in these pots, main pot first; bets in front are not included. */
  interface PotsChanged {
    type: "pots_changed";
    pots: Pot[];
  }
  /** Chips in the middle and the seats that can win them. */
  interface Pot {
    amount: number;
    seats: number[];
  }
  /** The hand a seat makes with a board so far; only its player sees it until the cards are shown. */
  interface Made {
    type: "made";
    seat: number;
    name: string;
    five: string[];
    shown: boolean;
    board?: number;
  }
  /** A seat's hand was turned face up before the rest of the board, because the betting is over (TDA 16). */
  interface Tabled {
    type: "tabled";
    seat: number;
    cards: string[];
  }
  /** Each tabled hand's average share of the pots, by seat, over every way to complete the board. */
  interface Equities {
    type: "equities";
    shares: Record<number, number>;
    board?: number;
  }
  /** It is a seat's turn until `ends`; `number` names the decision. */
  interface Turn {
    type: "turn";
    seat: number;
    hand: number;
    number: number;
    deadline: number;
    ends: number;
    bank_ms: number;
    options: Options;
    sizes: WagerSize[];
    call_all_in: boolean;
    takes_time: boolean;
  }
  /** Everything the seat to act can do: `60 in options.raise_to`. Encoding leaves out what it cannot do. */
  interface Options {
    seat: number;
    fold?: boolean;
    check?: boolean;
    call?: number;
    bet_to?: [number, number];
    raise_to?: [number, number];
    all_in?: number | null;
    show?: boolean;
    muck?: boolean;
    boards?: [number, number];
  }
  /** A bet or raise that players call by name: the total `to`, always legal. */
  interface WagerSize {
    name: "half_pot" | "max" | "min" | "pot";
    to: number;
  }
  /** The current turn's clock changed: its player lost the connection and has grace, or the room was down. */
  interface ClockChanged {
    type: "clock_changed";
    seat: number;
    deadline: number;
    ends: number;
  }
  /** The player to act started the time bank, and can think until `ends`. */
  interface TimeTaken {
    type: "time_taken";
    seat: number;
    ends: number;
  }
  /** A seat ran out of time; a check or fold follows. */
  interface TimedOut {
    type: "timed_out";
    seat: number;
  }
  /** The player in a seat lost the connection. */
  interface Disconnected {
    type: "disconnected";
    seat: number;
  }
  /** The player in a seat is connected again. */
  interface Reconnected {
    type: "reconnected";
    seat: number;
  }
  /** The queue for a seat, in order. */
  interface QueueChanged {
    type: "queue_changed";
    players: string[];
  }
  /** A free seat is held until then for the first player in the queue. */
  interface SeatHeld {
    type: "seat_held";
    seat: number;
    player: string;
    until: number;
  }
  /** Free seats are kept until then for club members who said yes to the evening; a count of 0 ends it. */
  interface SeatsKept {
    type: "seats_kept";
    count: number;
    until: number;
  }
  /** A player showed one or both hole cards after the hand; `null` in `cards` is a card that stays hidden. */
  interface CardsShown {
    type: "cards_shown";
    seat: number;
    cards: [string | null, string | null];
  }
  /** A player who was dealt in asked for the rest of the board of a hand that ended early. */
  interface RabbitHunted {
    type: "rabbit_hunted";
    seat: number;
    cards: string[];
  }
  /** The players paid the bounty for a pot won with seven-deuce, out of their stacks after the hand. */
  interface SevenDeucePaid {
    type: "seven_deuce_paid";
    payments: SevenDeucePayment[];
  }
  /** Chips that pass from one stack to another, by the seats of the hand. */
  interface SevenDeucePayment {
    payer: number;
    winner: number;
    chips: number;
  }
  /** No new hand starts until the table is resumed. */
  interface DealingPaused {
    type: "paused";
    why: string;
  }
  /** The hand in play is the last: the table closes after it. */
  interface Closing {
    type: "closing";
    why: string;
  }
  /** The host adds chips to a stack after the hand, or takes some away if the number is negative. */
  interface ChipsCorrected {
    type: "chips_corrected";
    seat: number;
    player: string;
    chips: number;
    why: string;
  }
  /** A player moves to another seat, starting with the next hand. */
  interface SeatChangeAnnounced {
    type: "seat_change_announced";
    seat: number;
    player: string;
    new_seat: number | null;
    by_host: boolean;
  }
  /** All seats and the button are drawn for the next hand. */
  interface RedrawAnnounced {
    type: "redraw_announced";
  }
  /** The host had all seats drawn. */
  interface SeatsDrawn {
    type: "seats_drawn";
    seed: string;
    players: Record<number, string>;
  }
  /** The host changes the game: from the next hand on, these are the table's settings. */
  interface ChangeAnnounced {
    type: "change_announced";
    spec: TableSettings;
    buy_in: BuyIn;
  }
  /** The host has changed the game: these are the table's settings now. */
  interface SettingsChanged {
    type: "settings_changed";
    spec: TableSettings;
    buy_in: BuyIn;
  }
  /** Hands are dealt again. */
  interface DealingResumed {
    type: "resumed";
  }
  /** The table is closed, and every player at it has their chips back. */
  interface Closed {
    type: "closed";
    why: string;
  }
  /** A player took a free seat with chips. */
  interface PlayerJoined {
    type: "player_joined";
    seat: number;
    player: string;
    chips: number;
  }
  /** A player will leave when the hand is over. */
  interface LeaveAnnounced {
    type: "leave_announced";
    seat: number;
    player: string;
  }
  /** A player left with these chips. */
  interface PlayerLeft {
    type: "player_left";
    seat: number;
    player: string;
    chips: number;
  }
  /** A player started sitting out. */
  interface SatOut {
    type: "sat_out";
    seat: number;
    player: string;
  }
  /** A player wants to be dealt in; `missed_blinds` says how, if a blind is owed. */
  interface SatIn {
    type: "sat_in";
    seat: number;
    player: string;
    missed_blinds: "post" | "wait" | null;
  }
  /** A player bought chips that arrive when the hand is over. */
  interface TopUpAnnounced {
    type: "top_up_announced";
    seat: number;
    player: string;
    chips: number;
  }
  /** A player added bought chips to the stack. */
  interface ToppedUp {
    type: "topped_up";
    seat: number;
    player: string;
    chips: number;
  }
  /** These chips would exceed the largest buy-in after the hand, and were not added. */
  interface TopUpLapsed {
    type: "top_up_lapsed";
    seat: number;
    player: string;
    chips: number;
  }
  /** These chips were taken off the stack, and are the player's again. */
  interface ChipsTaken {
    type: "chips_taken";
    seat: number;
    player: string;
    chips: number;
  }
  /** A player moved to another seat. */
  interface SeatChanged {
    type: "seat_changed";
    seat: number;
    player: string;
    new_seat: number;
  }
  /** A blind passed a player who was not dealt in, or who moved out of its way. */
  interface BlindMissed {
    type: "blind_missed";
    seat: number;
    player: string;
    blind: "big" | "small";
  }
  /** A player lost their last chip; `stack` is the stack before the hand. */
  interface PlayerBusted {
    type: "player_busted";
    seat: number;
    player: string;
    stack: number;
  }
  /** The next hands are played with these blinds and this ante. */
  interface LevelSet {
    type: "level_set";
    small: number;
    big: number;
    ante: number;
  }
  /** The next hand begins as at a new table; the button is drawn, goes to the highest seat, or to a chosen one. */
  interface ButtonPlaced {
    type: "button_placed";
    where: "draw" | "highest" | number;
  }
  /** A game starts with this hand: no player dealt in owes a blind. */
  interface GameStarted {
    type: "game_started";
    number: number;
  }
  /** A hand was set up; button and blinds can be at empty seats. */
  interface HandStarted {
    type: "hand_started";
    number: number;
    button: number;
    small: number;
    big: number;
    dealt: number[];
  }
  /** The hand's chips are back in the stacks. */
  interface HandFinished {
    type: "hand_finished";
    number: number;
  }
  /** A misdeal: no chips changed hands, and button and blinds stay. */
  interface HandVoided {
    type: "hand_voided";
    number: number;
  }
  /** A seat paid an ante, a blind, a straddle or an extra post; `all_in` if it took the seat's last chip. */
  interface Posted {
    type: "posted";
    seat: number;
    kind: "ante" | "big_blind" | "dead" | "live" | "small_blind" | "straddle";
    amount: number;
    all_in: boolean;
  }
  /** A seat received one hole card; `card` is empty if it is hidden or not in the record. */
  interface Dealt {
    type: "dealt";
    seat: number;
    card: string | null;
  }
  /** A seat left the hand. */
  interface Folded {
    type: "folded";
    seat: number;
  }
  /** A seat stayed in for free. */
  interface Checked {
    type: "checked";
    seat: number;
  }
  /** A seat added chips to match the bet, or its last ones. */
  interface Called {
    type: "called";
    seat: number;
    amount: number;
    all_in: boolean;
  }
  /** A seat bet or raised; `to` is its total on the street, `over` the bet it raised (0 for a bet). */
  interface Wagered {
    type: "wagered";
    seat: number;
    to: number;
    over: number;
    all_in: boolean;
  }
  /** Uncalled chips went back to their seat. */
  interface Refunded {
    type: "refunded";
    seat: number;
    amount: number;
  }
  /** A seat agreed to run out the hand on this many boards; the fewest that any seat wants are dealt. */
  interface RunOutAgreed {
    type: "run_out_agreed";
    seat: number;
    boards: number;
  }
  /** A board gained a street's cards; `board` counts from 0 if the hand has several. */
  interface StreetDealt {
    type: "street_dealt";
    street: "flop" | "preflop" | "river" | "showdown" | "turn";
    cards: string[];
    board?: number;
  }
  /** A seat tabled its hand; `strength` is -1 while the board or a card is unknown. */
  interface Shown {
    type: "shown";
    seat: number;
    cards: string[];
    strength: number;
  }
  /** A seat mucked its hand unseen at showdown. */
  interface Mucked {
    type: "mucked";
    seat: number;
  }
  /** A seat won a pot or a share of it; pot 0 is the main pot, and `board` is the board it won on. */
  interface PotAwarded {
    type: "pot_awarded";
    pot: number;
    seat: number;
    amount: number;
    board?: number;
  }
  /** The hand is over, with these stacks. */
  interface HandEnded {
    type: "hand_ended";
    stacks: number[];
  }
  /**
   * A view's values by name, as `SeatView` explains them. On the wire the last six are left out, because the
   * messages around a view carry them.
   */
  interface ViewData {
    street: "flop" | "preflop" | "river" | "showdown" | "turn";
    hole: string[];
    board: string[];
    stacks: number[];
    bets: number[];
    committed: number[];
    pot: number;
    pots: Pot[];
    live: number[];
    statuses: ("active" | "folded" | "all_in" | "busted" | "empty")[];
    current_bet: number;
    last_full_raise: number;
    acted: number[];
    may_raise: number[];
    button: number;
    small_blind: number;
    big_blind: number;
    ante: number;
    seat?: number | null;
    turn?: number | null;
    boards?: string[][];
    shown?: Record<number, string[]>;
    options?: Options | null;
    events?: Event[];
  }
  /** The proof of a card's place in the sealed deck: the place, a salt, and the path to the root. */
  interface Opening {
    place: number;
    card: string;
    salt: string;
    path: string[];
  }
  /** A table's events since the last update; `seq` goes up by one each time. */
  interface Update {
    type: "update";
    table: string;
    seq: number;
    now: number;
    events: WireEvent[];
    view?: ViewData | null;
    openings?: Opening[];
    seats?: SeatNow[] | null;
    next_hand_at?: number | null;
    called_off?: boolean;
  }
  /** A command was carried out; `seq` is the last update that shows its effect. */
  interface Done {
    type: "done";
    cmd_id: string;
    seq?: number;
    seat?: number | null;
  }
  /** A command was refused, and nothing has changed. */
  interface Refused {
    type: "refused";
    sentence: string;
    cmd_id?: string;
    code?: string;
    table?: string;
    wording?: Wording | null;
  }
  /** A sentence's template and the values for its placeholders, which can be wordings themselves. */
  interface Wording {
    template: string;
    values?: Record<string, number | string | Wording>;
    chip_value?: ChipValue | null;
  }
  /** A player said something; texts and phrases have a line number and are kept for a while. */
  interface Said {
    type: "said";
    table: string;
    player: string;
    at: number;
    number?: number;
    text?: string;
    phrase?: "good_game" | "good_luck" | "good_night" | "hello" | "nice_hand" | "one_moment" | "sorry" | "thanks" | "unlucky" | "well_played" | "";
    emote?: "angry" | "clap" | "cool" | "fire" | "heart" | "laugh" | "sad" | "sleep" | "think" | "wow" | "";
  }
  /** Players who want to skip ahead, and how many were asked; when all agree, the rest is shown at once. */
  interface SkipAgreed {
    type: "skip_agreed";
    table: string;
    hand: number;
    seats: number[];
    asked: number;
  }
  /** The last lines of a table's chat, oldest first, for a player who starts watching it. */
  interface ChatLines {
    type: "chat";
    table: string;
    lines: ChatLine[];
  }
  /** A stored chat line. */
  interface ChatLine {
    number: number;
    at: number;
    player: string;
    text?: string;
    phrase?: "good_game" | "good_luck" | "good_night" | "hello" | "nice_hand" | "one_moment" | "sorry" | "thanks" | "unlucky" | "well_played" | "";
  }
  /**
   * The name that a table or tournament shows for you, when it is not your own: a second Tom is Tom 2. Sent before
   * a snapshot, and whenever it changes, before the update that shows it.
   */
  interface NamedHere {
    type: "named";
    at: string;
    player: string;
  }
  /** A player at one of your tables has another picture. */
  interface AvatarChanged {
    type: "avatar";
    at: string;
    player: string;
    avatar: "bear" | "cat" | "crown" | "dog" | "duck" | "fish" | "fox" | "frog" | "hat" | "koala" | "lion" | "moon" | "owl" | "panda" | "penguin" | "rabbit" | "raccoon" | "robot" | "rocket" | "shark" | "spade" | "whale";
  }
  /** All tables and tournaments. */
  interface Lobby {
    type: "lobby";
    seq: number;
    tables: TableCard[];
    tournaments: TournamentCard[];
    balance: number | null;
  }
  /** A table in the lobby. */
  interface TableCard {
    table: string;
    name: string;
    seats: number;
    taken: number;
    people: number;
    small_blind: number;
    big_blind: number;
    ante: number;
    limit: string;
    profile: string;
    buy_in: [number, number];
    dead_blind_rule: "choice" | "post" | "wait";
    hands: number;
    queue: number;
    watching: number;
    average_pot: number;
    paused: boolean;
    host: string;
    private: boolean;
    approve: "buy_ins" | "none" | "players";
    chip_value: ChipValue | null;
  }
  /** A tournament in the lobby. */
  interface TournamentCard {
    tournament: string;
    name: string;
    status: "cancelled" | "over" | "registering" | "running";
    entered: number;
    field: number;
    left: number;
    buy_in: number;
    fee: number;
    bounty: number;
    starting_stack: number;
    seats: number;
    pool: number;
    start: "full" | "host" | "time";
    starts_at: number | null;
    check_in_at: number | null;
    absent: "blinded" | "refunded";
    fill_ms: number | null;
    level: number;
    paused: string;
    called_off: string;
    host: string;
    private: boolean;
    approve: "buy_ins" | "none" | "players";
    series: SeriesLink | null;
  }
  /** A series that a tournament counts in. */
  interface SeriesLink {
    id: string;
    name: string;
  }
  /** The lobby's tables and tournaments that are new, changed or gone since the last message about it. */
  interface LobbyChanged {
    type: "lobby_changed";
    seq: number;
    balance?: number | null;
    tables?: TableCard[];
    tournaments?: TournamentCard[];
    gone?: string[];
  }
  /** The decisions made before the first card; sent once, before the tournament's first state. */
  interface TournamentStructure {
    type: "structure";
    tournament: string;
    structure: Structure;
    pace: TablePace;
  }
  /** A tournament before it starts; every field is a key in the structure file. */
  interface Structure {
    name: string;
    entrants: number;
    entries: string[];
    seats: number;
    starting_stack: number;
    rules: Rules;
    levels: Level[];
    breaks: Break[];
    buy_in: number;
    fee: number;
    guarantee: number;
    bounty: Bounty | null;
    late_reg_levels: number;
    reentry_limit: number;
    reentry_take_up_percent: string;
    rebuy: Rebuy | null;
    addon: AddOn | null;
    shootout: Shootout | null;
    bracket: Bracket | null;
    days: Day[];
    flights: Flights | null;
    no_shows: NoShows | null;
    payouts: Payouts;
    final_table_size: number | null;
    balance_max_diff: number;
    halt_deficit: number;
    halt_trigger: "blinds_impacted" | "immediate";
    break_order: "fewest_players" | "highest_id_first" | "list" | "random";
    break_list: number[];
    redraw_at_tables: number[];
    hand_for_hand: boolean;
    h4h_margin: number;
    h4h_seconds: number;
    simultaneous_bust_rule: "by_stack" | "h4h_tie";
    initial_button: string | number;
    pace: HandPace;
  }
  /** How a hand is played; the defaults are live tournament practice. */
  interface Rules {
    limit: "fixed" | "none" | "pot";
    ante: "big_blind" | "button" | "per_player";
    ante_order: "ante_first" | "blind_first" | null;
    button: "dead" | "moving";
    reopening: "any" | "cumulative" | "every" | "single";
    short_blind_price: "full" | "posted";
    reveal: "all" | "ask" | "muck";
    burn: boolean;
    open_fold: boolean;
    pot_counts_antes: boolean;
    pot_full_blinds: boolean;
    odd_chip_unit: number;
    bets_per_street: number;
    run_outs: number;
  }
  /** Blinds and ante, and how long they last in hands or in seconds; the last level may give neither. */
  interface Level {
    small: number;
    big: number;
    ante: number;
    ante_kind: "big_blind" | "button" | "per_player" | null;
    hands: number;
    seconds: number;
  }
  /** A break for all tables at the end of a level. */
  interface Break {
    after: number;
    seconds: number;
  }
  /** The bounty on every head. */
  interface Bounty {
    amount: number;
    kind: "knockout" | "mystery" | "progressive";
    head_percent: string;
    top_percent: string[];
    from_players: number;
  }
  /** A rebuy: a busted or short-stacked player buys chips at once and keeps the seat (TDA 27). */
  interface Rebuy {
    until_level: number;
    cost: number;
    chips: number;
    limit: number;
    at_most: number;
    take_up_percent: string;
  }
  /** More chips for every player who wants them, sold once, at the end of a level. */
  interface AddOn {
    until_level: number;
    cost: number;
    chips: number;
    take_up_percent: string;
  }
  /** Every table plays down to its winners, who draw seats for the next round; the last round is one table. */
  interface Shootout {
    winners: number;
    stacks: "carried" | "fresh";
    levels: "continue" | "restart";
    places: "round" | "table" | "time";
  }
  /** Heads-up matches: winners play each other until two are left for the final. */
  interface Bracket {
    draw: "random" | "seeded";
    stacks: "carried" | "fresh";
    levels: "continue" | "restart";
  }
  /** A day that ends with bags, after a level or at a number of players; the final day plays to the winner. */
  interface Day {
    until_level: number;
    until_players: number;
    until_percent: string | null;
  }
  /** Day one in several flights, 1A, 1B and so on: each has its own field, and the survivors meet on day two. */
  interface Flights {
    count: number;
    shares: number[];
    reenter: boolean;
    bags: "best" | "one" | "sum";
    again_below: number;
  }
  /** Entrants who paid but do not show up: their stacks are dealt in, posted for and folded until they are removed. */
  interface NoShows {
    remove_after_level: number;
    percent: string | null;
    players: string[];
  }
  /** How a pool is split into prizes: amounts, percentages, a curve or a satellite; the default is winner-take-all. */
  interface Payouts {
    amounts: number[];
    percent: string[];
    paid_percent: string | null;
    first_percent: string | null;
    min_cash_percent: string | null;
    seats: number;
    seat_price: number;
    seat_name: string;
    round_to: number;
  }
  /** The pace of play: a base for each hand, plus a time for each action. */
  interface HandPace {
    seconds_per_hand: number;
    seconds_per_action: number;
  }
  /** A tournament now: the strip above the table, and the standings. */
  interface TournamentNow {
    type: "tournament";
    seq: number;
    card: TournamentCard;
    clock: TournamentClock;
    payouts: number[];
    entrants: Entrant[];
    tables: Record<string, number>;
    hand_for_hand: boolean;
    deal: DealNow;
    news: News[];
  }
  /** A tournament's level and breaks, and how long each still lasts. */
  interface TournamentClock {
    level: number;
    small_blind: number;
    big_blind: number;
    ante: number;
    ante_kind: "big_blind" | "button" | "per_player";
    next_level_at: number | null;
    next_level_in: number | null;
    last_level: boolean;
    on_break: boolean;
    break_ends_at: number | null;
    next_small_blind: number;
    next_big_blind: number;
    next_ante: number;
    next_break_at: number | null;
    next_break_in: number | null;
    entering: boolean;
    entries_close_at: number | null;
    entries_close_in: number | null;
    stage: string;
    stage_begins_at: number | null;
    addon_ends_at: number | null;
    decided_at: number | null;
  }
  /** A player in a tournament. */
  interface Entrant {
    player: string;
    stack: number;
    table: string;
    seat: number;
    bot: string;
    place: number;
    prize: number;
    seat_won: string;
    checked_in: boolean;
    entries: number;
    bounty: number;
    bounties: number;
    by: string;
    hand: string;
  }
  /** The deal in a tournament. */
  interface DealNow {
    state: "closed" | "made" | "open" | "proposed" | "voting";
    number: number;
    by: string;
    method: "agreed" | "chips" | "even" | "icm";
    for_first: number;
    most_for_first: number;
    shares: DealShareNow[];
    above_first: string[];
    until: number | null;
  }
  /** One player's share of a deal. */
  interface DealShareNow {
    player: string;
    stack: number;
    icm: number;
    chips: number;
    amount: number;
    bounty: number;
    accepted: boolean;
  }
  /** Something that happened in a tournament. */
  interface News {
    sentence: string;
    at: number;
    kind: "bounty" | "break" | "deal" | "level" | "money" | "order" | "out" | "tables" | "won";
    wording?: Wording | null;
  }
  /** Changes in a tournament since the last message about it; whatever is missing is as before. */
  interface TournamentChanged {
    type: "tournament_changed";
    tournament: string;
    seq: number;
    card?: TournamentCard | null;
    clock?: TournamentClock | null;
    payouts?: number[] | null;
    entrants?: Entrant[];
    gone?: string[];
    tables?: Record<string, number> | null;
    hand_for_hand?: boolean | null;
    deal?: DealNow | null;
    news?: News[];
  }
  /** Your offers in a tournament: the entries and chips that you can pay for now. */
  interface OffersNow {
    type: "offers";
    tournament: string;
    offers: ChipsOffered[];
  }
  /** An entry, or more chips, that you can pay for now. */
  interface ChipsOffered {
    kind: "addon" | "entry" | "rebuy";
    cost: number;
    chips: number;
    until: number | null;
    waits: boolean;
  }
  /** You have a seat at another table, or your first one; the page follows. */
  interface PlayerMoved {
    type: "moved";
    tournament: string;
    table: string;
    seat: number;
    reason: string;
    wording?: Wording | null;
  }
  /** The host of a table or tournament and its access settings; sent after a snapshot, and whenever they change. */
  interface HostNow {
    type: "host";
    at: string;
    host: string;
    door: GameDoor;
    asked: Request | null;
    away_since: number | null;
    asks_back: boolean;
    pause_ends: number | null;
    votes: string[];
    desk: HostDesk | null;
  }
  /** Access to a table or tournament: who can come in, and who can watch. */
  interface GameDoor {
    private: boolean;
    approve: "buy_ins" | "none" | "players";
    spectators: "delayed" | "off" | "on";
    delay_ms: number;
    take_over_ms: number;
    longest_pause_ms: number;
  }
  /** A player who is waiting for the host's approval. */
  interface Request {
    player: string;
    kind: "chips" | "entry" | "host" | "seat";
    chips: number;
    asked_at: number;
  }
  /** Requests, bans and the invite, for the host only. */
  interface HostDesk {
    requests: Request[];
    banned: string[];
    muted: string[];
    let_in: string[];
    invite: string;
    password: boolean;
  }
  /** A table is broadcast, or no longer; sent after a snapshot, and whenever that or your answer changes. */
  interface BroadcastNow {
    type: "broadcast";
    table: string;
    on: boolean;
    delay_ms?: number;
    agrees?: boolean | null;
    secret?: string;
  }
  /** The host answered your request. */
  interface RequestAnswered {
    type: "request_answered";
    at: string;
    yes: boolean;
    sentence: string;
    wording?: Wording | null;
  }
  /** The host made you leave a table or tournament. Unless you were only kicked, your hand is the last you see. */
  interface ShownOut {
    type: "shown_out";
    at: string;
    why: "banned" | "broadcast" | "kicked" | "private";
    sentence: string;
    wording?: Wording | null;
  }
  /** A payment between you and another player for a night that is over was marked as made, or the mark taken back. */
  interface PaymentMarked {
    type: "payment_marked";
    table: string;
    name: string;
    payer: string;
    payee: string;
    chips: number;
    chip_value: ChipValue | null;
    paid: boolean;
    by: string;
  }
  /** The answer to a ping. */
  interface Pong {
    type: "pong";
    at: number;
    now: number;
  }
  /**
   * The card room is waiting for its database; an empty sentence ends the outage. Meanwhile every table is away;
   * afterwards it continues in its previous state.
   */
  interface Outage {
    type: "outage";
    sentence: string;
    state?: "" | "away";
    wording?: Wording | null;
  }
  /** The last message on a connection: why it was closed. */
  interface Bye {
    type: "bye";
    sentence: string;
    wording?: Wording | null;
  }
  /** You: the signed-in player. */
  interface Me {
    player: string;
    guest: boolean;
    named: boolean;
    balance: number;
    sitting: MySeat[];
    waiting: string[];
    token: string;
  }
  /** One of your seats. */
  interface MySeat {
    table: string;
    seat: number;
    name: string;
  }
  /** A token for a program. */
  interface Token {
    token: string;
  }
  /** New chips. */
  interface Refilled {
    chips: number;
    balance: number;
  }
  /** The house bot styles. */
  interface Bots {
    styles: BotStyle[];
    usual: string[];
  }
  /** A house bot style, and how it plays. */
  interface BotStyle {
    style: string;
    about: string;
  }
  /** A browser or program signed in as you; `id` names it and gives no access. */
  interface MySession {
    id: string;
    kind: "bot" | "page";
    label: string;
    created_at: number;
    expires_at: number;
    current: boolean;
  }
  /** How many sessions were ended. */
  interface Ended {
    sessions: number;
  }
  /** A structure to open a tournament with, and the values that are often changed beside it. */
  interface StructureCard {
    structure: string;
    name: string;
    entrants: number;
    seats: number;
    starting_stack: number;
    buy_in: number;
    fee: number;
    late_reg_levels: number;
    reentry_limit: number;
    level_minutes: number;
    text: string;
  }
  /** The outlook of a structure that can be played, or the mistakes in it. */
  interface StructureChecked {
    outlook: Outlook | null;
    problems: StructureProblem[];
  }
  /** An event as it will probably go; without the number of entrants, only the structure itself. */
  interface Outlook {
    name: string;
    seats: number;
    starting_stack: number;
    final_table_size: number;
    levels_by: "hands" | "time";
    levels: Level[];
    entrants: number | null;
    tables: number;
    chips_in_play: number;
    prize_pool: number;
    overlay: number;
    fees: number;
    bounties: number;
    prizes: number[];
    players_left_at_the_end: number;
    ends: boolean;
    ends_in_levels: [number, number];
    ends_after_hands: [number, number];
    ends_after_seconds: [number, number];
    forecast: LevelOutlook[];
    warnings: string[];
    explanation: string[];
  }
  /** The field as it probably is when a level starts. */
  interface LevelOutlook {
    level: number;
    start: number;
    players: number;
    average: number;
  }
  /** Something that is wrong with a structure, and where. */
  interface StructureProblem {
    sentence: string;
    field: string;
    line: number;
    wording: Wording | null;
  }
  /** The link that brings people here, and its QR code. */
  interface InviteLink {
    link: string;
    code: LinkCode;
    only_here: boolean;
  }
  /** A QR code: a square of `size` modules, and its dark ones as an SVG path. */
  interface LinkCode {
    size: number;
    path: string;
  }
  /** A private game as its invite shows it before you come in. */
  interface InvitationNow {
    kind: "table" | "tournament";
    name: string;
    host: string;
    small_blind: number;
    big_blind: number;
    ante: number;
    chip_value: ChipValue | null;
    buy_in: number;
    seats: number;
    taken: number;
    id: string;
    password: boolean;
    approve: "buy_ins" | "none" | "players";
    table: TableSnapshot | null;
    people: string[];
  }
  /** Where an invite led, and what came of it. */
  interface Arrived {
    kind: "table" | "tournament";
    id: string;
    how: "asked" | "entered" | "queued" | "seated" | "watching";
    sentence?: string;
    wording?: Wording | null;
  }
  /** A page of hands, newest first; `next` requests the following page. */
  interface HandPage {
    hands: HandCard[];
    next: string;
  }
  /** A hand in a player's list. */
  interface HandCard {
    id: string;
    table: string;
    name: string;
    number: number;
    ended_at: number;
    seat: number;
    net: number;
    hole: string[];
    boards: string[][];
    pot: number;
    big_blind: number;
    chip_value: ChipValue | null;
    players: number;
    showdown: boolean;
  }
  /** A table where a player has hands. */
  interface PlayedTable {
    table: string;
    name: string;
    hands: number;
    recap: boolean;
  }
  /** A player's statistics. */
  interface PlayerFigures {
    player: string;
    hands: number;
    net: number;
    chip_values: (ChipValue | null)[];
    bb_per_100: CountedFigure;
    figures: Record<string, CountedFigure>;
    course: WinningsPoint[];
  }
  /** One of a player's statistics, what it is counted from, and its 95 % interval; nulls if there is too little. */
  interface CountedFigure {
    value: number | null;
    of: number;
    low: number | null;
    high: number | null;
    missing: number;
  }
  /** Winnings after a number of hands, oldest first: chips, and big blinds in total, at showdown and without one. */
  interface WinningsPoint {
    hands: number;
    net: number;
    big_blinds: number;
    at_showdown: number;
    without_showdown: number;
  }
  /** A hand in a table's list. */
  interface TableHand {
    id: string;
    number: number;
    ended_at: number;
    net: number | null;
  }
  /** A hand step by step, as you saw it; `events` starts with `hand_began`. */
  interface HandReplay {
    id: string;
    table: string;
    name: string;
    ended_at: number;
    events: WireEvent[];
    nets: Record<number, number>;
    avatars: Record<string, string>;
    openings?: Opening[];
    you?: number | null;
    spec?: TableSettings | null;
    chip_value?: ChipValue | null;
    private?: boolean;
    link?: string | null;
  }
  /** A hand as one seat saw it, with a proof for every card: a file that anyone can check. */
  interface Proof {
    format: string;
    table: string;
    hand: number;
    seat: number | null;
    root: string;
    seeds: Record<number, PlayerSeed>;
    players: Record<number, string>;
    stacks: number[];
    button: number;
    burn: boolean;
    double_board: boolean;
    events: Event[];
    openings: Opening[];
    afterwards: (CardsShown | RabbitHunted)[];
    house_seed: string;
  }
  /** The secret in the link to a hand; empty for a public hand. */
  interface HandLink {
    link: string;
  }
  /** Players' avatars, by name. */
  interface Avatars {
    avatars: Record<string, string>;
  }
  /** The ledger of a cash table or tournament, with the payments that settle it. */
  interface Night {
    id: string;
    kind: "import" | "table" | "tournament";
    name: string;
    club: string;
    opened_by: string;
    opened_at: number;
    closed_at: number | null;
    chip_value: ChipValue | null;
    results: NightResult[];
    settlement: Settled;
    moves: ChipsMoved[];
  }
  /** One player's night. */
  interface NightResult {
    player: string;
    house: boolean;
    buy_ins: number;
    bought_in: number;
    topped_up: number;
    left_with: number;
    sits_with: number | null;
    net: number;
  }
  /** The transfers that settle everything; `fewest` if no smaller number is possible. */
  interface Settled {
    payments: Payment[];
    fewest: boolean;
  }
  /** One transfer, from a player who owes to a player who is owed. */
  interface Payment {
    payer: string;
    payee: string;
    chips: number;
  }
  /** Chips that a player brought to a night, or took away. */
  interface ChipsMoved {
    at: number;
    player: string;
    kind: "7-2 bounty" | "add-on" | "add-on returned" | "added prizes" | "bounty" | "buy-in" | "cash-out" | "correction" | "entry" | "entry returned" | "fee" | "fee returned" | "prize" | "rebuy" | "rebuy returned" | "top-up" | "top-up lapsed";
    chips: number;
    why: string;
  }
  /** A cash table's night, once the table is closed. */
  interface Recap {
    id: string;
    name: string;
    club: string;
    imported: boolean;
    club_name: string;
    host: string;
    opened_at: number;
    ended_at: number;
    chip_value: ChipValue | null;
    hands: number;
    results: NightResult[];
    winners: string[];
    biggest: RecapPot | null;
    best: RecapHand | null;
    course: RecapPoint[];
    expired: boolean;
    payments: RecapPayment[];
    fewest: boolean;
    settled: number | null;
    link: string | null;
  }
  /** The biggest pot of a night. */
  interface RecapPot {
    hand: string;
    number: number;
    pot: number;
    boards: string[][];
    winners: string[];
    replay: string | null;
  }
  /** The best hand of a night that was shown. */
  interface RecapHand {
    hand: string;
    number: number;
    player: string;
    hole: string[];
    five: string[];
    name: string;
    replay: string | null;
  }
  /** The stacks after a number of hands, by player; who has no seat is missing, and so are house bots. */
  interface RecapPoint {
    hands: number;
    stacks: Record<string, number>;
  }
  /** A transfer that settles the night. */
  interface RecapPayment {
    payer: string;
    payee: string;
    chips: number;
    paid_at: number | null;
    paid_by: string;
    you_mark: boolean;
  }
  /** The closed table that an invite led to. */
  interface InvitedNight {
    table: string;
  }
  /** The link that shows a recap to anyone. */
  interface RecapLink {
    link: string;
  }
  /** One of your clubs. */
  interface ClubCard {
    id: string;
    name: string;
    role: "manager" | "member" | "owner";
    members: number;
    tables: number;
  }
  /** A club as a member sees it. */
  interface ClubNow {
    id: string;
    name: string;
    you: string;
    role: "manager" | "member" | "owner";
    invite: string;
    created_at: number;
    members: ClubMember[];
    tables: TableCard[];
    tournaments: TournamentCard[];
    series: SeriesCard[];
  }
  /** A member of a club. */
  interface ClubMember {
    player: string;
    role: "manager" | "member" | "owner";
    joined_at: number;
  }
  /** A series of tournaments. */
  interface SeriesCard {
    id: string;
    name: string;
    over: boolean;
  }
  /** Where an invite leads. */
  interface ClubInvitation {
    name: string;
    owner: string;
    members: number;
    club: string;
  }
  /** A club's finished nights, the open balances between its members, and past settlements. */
  interface ClubLedger {
    nights: ClubNight[];
    open: OpenBalance[];
    settlements: ClubSettlement[];
  }
  /** One of a club's finished nights. */
  interface ClubNight {
    id: string;
    kind: "import" | "table" | "tournament";
    name: string;
    opened_at: number;
    closed_at: number;
    chip_value: ChipValue | null;
    results: NightResult[];
    settled: number | null;
    paid: DuePayment[];
  }
  /** A transfer that settles a night or several, and when it was marked as paid. */
  interface DuePayment {
    payer: string;
    payee: string;
    chips: number;
    paid_at: number | null;
    paid_by: string;
  }
  /** The payments that would settle open nights of one value of a chip: different values are never added up. */
  interface OpenBalance {
    chip_value: ChipValue | null;
    nights: string[];
    due: Settled;
  }
  /** Nights that were settled together, and the payments between players. */
  interface ClubSettlement {
    number: number;
    made_by: string;
    made_at: number;
    nights: string[];
    chip_value: ChipValue | null;
    payments: DuePayment[];
  }
  /** A season table: players ranked by points, and how the points come about. */
  interface Season {
    rules: PointsRules;
    changed_by: string;
    changed_at: number;
    places: SeasonPlace[];
    left_out: NoPoints[];
    chip_value: ChipValue | null;
    nights: number;
    tournaments: number;
  }
  /** How the events of a season give points. */
  interface PointsRules {
    formula: string;
    best: number;
    bounties: boolean;
  }
  /** A player's place in a season. */
  interface SeasonPlace {
    place: number;
    player: string;
    points: number;
    chips: number | null;
    nights: number;
    tournaments: number;
    cashes: number;
    wins: number;
    hits: number;
  }
  /** An event that gives no points, because the formula cannot be computed for it. */
  interface NoPoints {
    name: string;
    sentence: string;
    wording?: Wording | null;
  }
  /** A series with its table. */
  interface SeriesNow {
    id: string;
    name: string;
    club: string;
    over: boolean;
    manages: boolean;
    season: Season;
    listed: SeriesTournament[];
  }
  /** A tournament of a series. */
  interface SeriesTournament {
    tournament: string;
    name: string;
    opened_at: number;
    status: "cancelled" | "over" | "registering" | "running";
  }
  /** One of your next evenings. */
  interface YourEvening {
    club: string;
    club_name: string;
    evening: EveningNow;
  }
  /** An evening as a member sees it. */
  interface EveningNow {
    number: number;
    name: string;
    status: "called_off" | "open" | "over" | "planned";
    starts_at: number;
    day: string;
    time: string;
    zone: string;
    note: string;
    by: string;
    why: string;
    spec: TableSettings;
    door: GameDoor;
    keep_minutes: number;
    kept_until: number;
    opens_at: number;
    table: string;
    yes: string[];
    maybe: string[];
    no: string[];
    yours: "maybe" | "no" | "yes" | null;
  }
  /** The secret address that a calendar subscribes to. */
  interface CalendarLink {
    link: string;
    only_here: boolean;
  }
  /** A ledger as it was read, before it is imported. */
  interface LedgerRead {
    began_at: number;
    ended_at: number;
    players: LedgerPlayer[];
    before: string;
  }
  /** A player in a ledger, over all sessions. */
  interface LedgerPlayer {
    id: string;
    name: string;
    sessions: number;
    bought_in: number;
    left_with: number;
    net: number;
    member: string;
  }
  /** The result of the chip audit: sentences about missing or surplus chips, and about damage. */
  interface ChipCount {
    chips: number;
    wrong: string[];
    set_aside: SetAside[];
  }
  /** A damaged table or tournament. It is not served, and its chips stay in its account. */
  interface SetAside {
    id: string;
    account: string;
    chips: number;
    why: string;
  }
  /** The whole room. */
  interface RoomOverview {
    now: number;
    trouble: string;
    set_aside: SetAside[];
    figures: RoomFigures;
    tables: RoomTable[];
    tournaments: RoomTournament[];
    clubs: RoomClub[];
    sanctions: Sanction[];
  }
  /** Metrics since the server started, and current ones. */
  interface RoomFigures {
    players: number;
    sessions: number;
    connected: number;
    sockets: number;
    hands: number;
    timeouts: number;
    chips: number;
    chip_checks: number;
    chip_violations: number;
    wrong_passwords: number;
    wrong_admin_tokens: number;
    answers: AnswerTimes;
    commits: AnswerTimes;
  }
  /** Upper bounds on how long something took, in milliseconds; null if it never happened, or took longer. */
  interface AnswerTimes {
    count: number;
    half: number | null;
    most: number | null;
  }
  /** A table as the operator sees it, limited to what its viewers know. */
  interface RoomTable {
    card: TableCard;
    tournament: string;
    club: string;
    opened_by: string;
    paused: string;
    seats: SeatNow[];
    queue: string[];
    kept_out: string[];
    door: GameDoor;
    requests: Request[];
  }
  /** A tournament as the operator sees it. */
  interface RoomTournament {
    card: TournamentCard;
    club: string;
    door: GameDoor;
    requests: Request[];
  }
  /** A club as the operator sees it. */
  interface RoomClub {
    id: string;
    name: string;
    owner: string;
    members: number;
  }
  /** A room-wide mute or ban. */
  interface Sanction {
    player: string;
    kind: "ban" | "mute";
    why: string;
    since: number;
    until: number | null;
  }
  /** A player as the operator sees them. */
  interface RoomAccount {
    id: string;
    player: string;
    guest: boolean;
    created_at: number;
    balance: number;
    connected: boolean;
    sessions: number;
    sitting: string[];
    muted: Sanction | null;
    banned: Sanction | null;
  }
  type Action =
    | Fold
    | Check
    | Call
    | Bet
    | Raise
    | AllIn
    | Show
    | Muck
    | RunOut;
  type Event =
    | Posted
    | Dealt
    | Folded
    | Checked
    | Called
    | Wagered
    | Refunded
    | RunOutAgreed
    | StreetDealt
    | Shown
    | Mucked
    | PotAwarded
    | HandEnded;
  type WireEvent =
    | StateChanged
    | DeckSealed
    | HandBegan
    | PotsChanged
    | Made
    | Tabled
    | Equities
    | Turn
    | ClockChanged
    | TimeTaken
    | TimedOut
    | Disconnected
    | Reconnected
    | QueueChanged
    | SeatHeld
    | SeatsKept
    | CardsShown
    | RabbitHunted
    | SevenDeucePaid
    | DealingPaused
    | Closing
    | ChipsCorrected
    | SeatChangeAnnounced
    | RedrawAnnounced
    | SeatsDrawn
    | ChangeAnnounced
    | SettingsChanged
    | DealingResumed
    | Closed
    | PlayerJoined
    | LeaveAnnounced
    | PlayerLeft
    | SatOut
    | SatIn
    | TopUpAnnounced
    | ToppedUp
    | TopUpLapsed
    | ChipsTaken
    | SeatChanged
    | BlindMissed
    | PlayerBusted
    | LevelSet
    | ButtonPlaced
    | GameStarted
    | HandStarted
    | HandFinished
    | HandVoided
    | Posted
    | Dealt
    | Folded
    | Checked
    | Called
    | Wagered
    | Refunded
    | RunOutAgreed
    | StreetDealt
    | Shown
    | Mucked
    | PotAwarded
    | HandEnded;
  type HostCommand =
    | Pause
    | Resume
    | Close
    | StartNow
    | Kick
    | Ban
    | Unban
    | Mute
    | Unmute
    | MoveOn
    | HandOverHost
    | ChangeSettings
    | CorrectChips
    | SitOutPlayer
    | MovePlayer
    | RedrawSeats
    | ChangeClock
    | RenewInvite
    | StartBroadcast
    | RenewBroadcast
    | StopBroadcast
    | AnswerRequest;
  type Command =
    | WatchTable
    | UnwatchTable
    | WatchBroadcast
    | WatchLobby
    | Ping
    | WatchTournament
    | Sit
    | TopUp
    | SitOut
    | SitIn
    | SitOutAtBlind
    | ChangeSeat
    | LeaveTable
    | Queue
    | Unqueue
    | Act
    | TakeTime
    | SkipAhead
    | PromiseSeed
    | OpenSeed
    | Straddle
    | WantBombPot
    | AnswerBroadcast
    | ShowCards
    | HuntRabbit
    | AddBot
    | RemoveBot
    | Say
    | WithdrawRequest
    | TakeOver
    | AskBack
    | WantResume
    | WantSitOut
    | Pause
    | Resume
    | Close
    | StartNow
    | Kick
    | Ban
    | Unban
    | Mute
    | Unmute
    | MoveOn
    | HandOverHost
    | ChangeSettings
    | CorrectChips
    | SitOutPlayer
    | MovePlayer
    | RedrawSeats
    | ChangeClock
    | RenewInvite
    | StartBroadcast
    | RenewBroadcast
    | StopBroadcast
    | AnswerRequest
    | Register
    | Unregister
    | CheckIn
    | BuyChips
    | DeclineChips
    | ProposeDeal
    | AnswerDeal;
  type FromServer =
    | Welcome
    | TableSnapshot
    | Update
    | Done
    | Refused
    | Said
    | SkipAgreed
    | ChatLines
    | NamedHere
    | AvatarChanged
    | Lobby
    | LobbyChanged
    | TournamentStructure
    | TournamentNow
    | TournamentChanged
    | OffersNow
    | PlayerMoved
    | HostNow
    | BroadcastNow
    | RequestAnswered
    | ShownOut
    | PaymentMarked
    | Pong
    | Outage
    | Bye;
}
