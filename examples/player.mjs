// A bot in its own process: `bigslick match "process:node examples/player.mjs" tag`.
// It reads and writes JSON lines.

import { createInterface } from "node:readline";

// Raise with a pair, call if it is cheap, and otherwise fold.
function decide(options, view) {
  const [first, second] = view.hole;
  if (first[0] === second[0] && options.raise_to) {
    return { type: "raise", to: options.raise_to[0] }; // the smallest; [1] is the largest
  }
  if (options.check) return { type: "check" };
  if (4 * options.call <= view.pot) return { type: "call" };
  return { type: "fold" };
}

createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "turn") {
    const action = decide(message.options, message.view);
    process.stdout.write(`${JSON.stringify({ id: message.id, action })}\n`);
  }
});
