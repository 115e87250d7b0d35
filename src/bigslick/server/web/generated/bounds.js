/** The limits of each form field. Written by tools/page_types.py from the wire structs. */

export const BOUNDS = {
  Credentials: {
    name: { maxlength: 288 },
    password: { minlength: 8, maxlength: 200 },
  },
  GuestName: {
    name: { maxlength: 288 },
  },
  NewName: {
    name: { maxlength: 288 },
  },
  GuestAccount: {
    name: { maxlength: 288 },
    password: { minlength: 8, maxlength: 200 },
  },
  NewPassword: {
    password: { minlength: 8, maxlength: 200 },
    new_password: { minlength: 8, maxlength: 200 },
  },
  TokenLabel: {
    label: { maxlength: 40, pattern: "[^\\x00]*" },
  },
  NewTable: {
    name: { minlength: 1, maxlength: 40 },
    password: { minlength: 4, maxlength: 200 },
    action_ms: { min: 5000, max: 120000 },
    bank_ms: { min: 0, max: 300000, value: 30000 },
    take_over_ms: { min: 0, max: 3600000, value: 300000 },
    longest_pause_ms: { min: 60000, max: 86400000, value: 3600000 },
    club: { maxlength: 20 },
    seats: { min: 2, max: 10, value: 6 },
    small_blind: { min: 0, max: 1000000, value: 5 },
    big_blind: { min: 1, max: 1000000, value: 10 },
    ante: { min: 0, max: 1000000, value: 0 },
    run_outs: { min: 1, max: 4, value: 1 },
    bomb_every: { min: 0, max: 1000, value: 0 },
    bomb_big_blinds: { min: 1, max: 100, value: 2 },
    bomb_boards: { min: 1, max: 2, value: 1 },
    seven_deuce: { min: 0, max: 100, value: 0 },
    least_buy_in: { min: 0, max: 1000000000, value: 0 },
    most_buy_in: { min: 0, max: 1000000000, value: 0 },
    comeback_hours: { min: 0, max: 168, value: 12 },
    delay_ms: { min: 0, max: 600000, value: 0 },
    bots: { min: 0, max: 9 },
  },
  NewTournament: {
    name: { minlength: 1, maxlength: 40 },
    password: { minlength: 4, maxlength: 200 },
    action_ms: { min: 5000, max: 120000 },
    bank_ms: { min: 0, max: 300000, value: 30000 },
    take_over_ms: { min: 0, max: 3600000, value: 300000 },
    longest_pause_ms: { min: 60000, max: 86400000, value: 3600000 },
    club: { maxlength: 20 },
    entrants: { min: 2, max: 1000 },
    seats: { min: 2, max: 10 },
    starting_stack: { min: 200, max: 1000000000 },
    buy_in: { min: 0, max: 1000000 },
    fee: { min: 0, max: 1000000 },
    late_reg_levels: { min: 0, max: 1000 },
    reentry_limit: { min: 0, max: 1000 },
    level_minutes: { min: 1, max: 60 },
    check_in_minutes: { min: 0, max: 1440, value: 0 },
    keep_for: { min: 0, max: 100 },
    series: { maxlength: 20 },
  },
  Arrival: {
    invite: { minlength: 1, maxlength: 64, pattern: "[A-Za-z0-9_\\-]+(?!\\n)" },
    name: { minlength: 1, maxlength: 100 },
    password: { maxlength: 200 },
    promise: { pattern: "[0-9a-f]{64}(?!\\n)" },
  },
  NewClub: {
    name: { minlength: 1, maxlength: 40 },
  },
  SeasonChoice: {
    formula: { minlength: 1, maxlength: 500 },
    best: { min: 0, max: 1000, value: 0 },
  },
  NewSeries: {
    formula: { minlength: 1, maxlength: 500 },
    best: { min: 0, max: 1000, value: 0 },
    name: { minlength: 1, maxlength: 40 },
  },
  NewEvening: {
    day: { maxlength: 10, pattern: "[0-9]{4}-[0-9]{2}-[0-9]{2}(?!\\n)" },
    time: { maxlength: 5, pattern: "[0-9]{2}:[0-9]{2}(?!\\n)" },
    zone: { maxlength: 60, pattern: "[A-Za-z0-9_+/\\-]+(?!\\n)" },
    note: { maxlength: 500 },
    keep_minutes: { min: 0, max: 120, value: 15 },
  },
  CalledOff: {
    why: { minlength: 1, maxlength: 200 },
  },
  NewImport: {
    ledger: { minlength: 1, maxlength: 10000 },
    name: { minlength: 1, maxlength: 40 },
  },
  Pause: {
    at: { minlength: 1, maxlength: 64, pattern: "[A-Za-z0-9_.:\\-]+(?!\\n)" },
    why: { minlength: 1, maxlength: 200 },
  },
  HandOverHost: {
    at: { minlength: 1, maxlength: 64, pattern: "[A-Za-z0-9_.:\\-]+(?!\\n)" },
    player: { minlength: 1, maxlength: 80 },
  },
  CorrectChips: {
    at: { minlength: 1, maxlength: 64, pattern: "[A-Za-z0-9_.:\\-]+(?!\\n)" },
    player: { minlength: 1, maxlength: 80 },
    chips: { min: -1000000000000000, max: 1000000000000000 },
    why: { minlength: 1, maxlength: 200 },
  },
  ChangeClock: {
    at: { minlength: 1, maxlength: 64, pattern: "[A-Za-z0-9_.:\\-]+(?!\\n)" },
    why: { minlength: 1, maxlength: 200 },
    seconds: { min: -86400, max: 86400, value: 0 },
    hands: { min: -1000, max: 1000, value: 0 },
    level: { min: 1, max: 1000 },
  },
  SanctionOrder: {
    why: { minlength: 1, maxlength: 200 },
    hours: { min: 1, max: 8760 },
  },
  Sit: {
    chips: { min: 1, max: 1000000000000000 },
    seat: { min: 0, max: 9 },
    promise: { pattern: "[0-9a-f]{64}(?!\\n)" },
  },
  Say: {
    text: { minlength: 1, maxlength: 300 },
  },
  PlayerNote: {
    player: { minlength: 1, maxlength: 80 },
    at: { maxlength: 64, pattern: "[^\\x00]*" },
    text: { maxlength: 500, pattern: "[^\\x00]*" },
  },
};
