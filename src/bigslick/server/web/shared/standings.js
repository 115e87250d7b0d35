/** A tournament's standings, and what a change makes of them. */

const MOST_NEWS = 30;

/** The players still in by stack, then the rest by place; equals by name. @param {Iterable<Wire.Entrant>} entrants */
const byStanding = (entrants) =>
  [...entrants].sort((a, b) => a.place - b.place || b.stack - a.stack || (a.player < b.player ? -1 : 1));

/** A tournament after a change. @param {Wire.TournamentNow} now @param {Wire.TournamentChanged} change @returns {Wire.TournamentNow} */
export function tournamentAfter(now, { seq, entrants = [], gone = [], news = [], ...change }) {
  const { card, clock, payouts, tables, hand_for_hand, deal } = change;
  const left = new Map([...now.entrants, ...entrants].map((entrant) => [entrant.player, entrant]));
  for (const player of gone) left.delete(player);
  const same = !entrants.length && !gone.length;
  return {
    ...now,
    seq,
    card: card ?? now.card,
    clock: clock ?? now.clock,
    payouts: payouts ?? now.payouts,
    tables: tables ?? now.tables,
    hand_for_hand: hand_for_hand ?? now.hand_for_hand,
    deal: deal ?? now.deal,
    entrants: same ? now.entrants : byStanding(left.values()),
    news: [...now.news, ...news].slice(-MOST_NEWS),
  };
}

/**
 * A player's place among those still in, by chips; equal stacks share it.
 * @param {readonly Wire.Entrant[]} entrants @param {Wire.Entrant} mine
 */
export const rankOf = (entrants, mine) =>
  1 + entrants.filter(({ place, stack }) => !place && stack > mine.stack).length;

/** The players who are still in. @param {Wire.TournamentNow} now */
export const stillIn = ({ entrants }) => entrants.filter(({ place }) => !place);

/** The average stack of the players still in, rounded; 0 if nobody is left. @param {Wire.TournamentNow} now */
export function averageStack(now) {
  const stacks = stillIn(now).map(({ stack }) => stack);
  return stacks.length ? Math.round(stacks.reduce((sum, stack) => sum + stack, 0) / stacks.length) : 0;
}
