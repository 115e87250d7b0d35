"""PPO learns heads-up hold'em against `caller` and `random`: `python examples/ppo.py --steps 3000000`; needs torch.

One file in the style of CleanRL. The tables are stepped in the core, and masked actions are never chosen. At the end
the policy plays both opponents in duplicate matches, and gets the same statistics as any other player.
"""

from __future__ import annotations

import argparse
import math
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from bigslick.envs import HoldemBatch, PolicyBot
from bigslick.simulate import play_match

SEATS, TABLES, ROLLOUT = 2, 1024, 32
ACTIONS = ("fold", "call", 0.5, 1.0, 2.0, "all-in")
OPPONENTS = ("caller", "random")
GAMMA, LAMBDA, CLIP, ENTROPY = 1.0, 0.95, 0.2, 0.01
EPOCHS, MINIBATCHES, RATE = 2, 8, 1e-3
SCALE = 20.0  # a network value of 1 in big blinds


class Agent(nn.Module):  # type: ignore[misc]  # we do not type-check torch
    """A network with two heads: the action, and the value of the hand."""

    def __init__(self, width: int, actions: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(width, 128), nn.ReLU(), nn.Linear(128, 128), nn.ReLU())
        self.actor = nn.Linear(128, actions)
        self.critic = nn.Linear(128, 1)

    def forward(self, seen: Any, masks: Any) -> tuple[Any, Any]:
        """Return the action probabilities, 0 for masked ones, and the value."""
        hidden = self.body(torch.clamp(seen, max=200.0) / (1 + seen.clamp(min=0).sqrt()))
        logits = self.actor(hidden).masked_fill(~masks, -1e9)
        return torch.distributions.Categorical(logits=logits), self.critic(hidden).squeeze(-1)

    def policy(self, observation: Any, mask: Any) -> int:
        """Return the most likely action for one observation, for a bot."""
        with torch.no_grad():
            chances, _ = self(torch.from_numpy(observation)[None], torch.from_numpy(mask)[None].bool())
        return int(chances.probs.argmax())


def collect(batch: HoldemBatch, agent: Agent) -> dict[str, Any]:
    """Play a rollout with the current agent; record observations, actions, rewards, probabilities and values."""
    kept: dict[str, list[Any]] = {name: [] for name in ("seen", "masks", "actions", "chance", "value", "won", "ended")}
    for _ in range(ROLLOUT):
        seen, masks = torch.from_numpy(batch.observations.copy()), torch.from_numpy(batch.masks.copy()).bool()
        with torch.no_grad():
            chances, value = agent(seen, masks)
            actions = chances.sample()
        batch.step(actions.numpy())
        won = torch.from_numpy(batch.rewards[:, 0] / SCALE)
        ended = torch.from_numpy(batch.terminated.copy())
        row = (seen, masks, actions, chances.log_prob(actions), value, won, ended)
        for name, tensor in zip(kept, row, strict=True):
            kept[name].append(tensor)
    found = {name: torch.stack(rows) for name, rows in kept.items()}
    with torch.no_grad():
        _, last = agent(torch.from_numpy(batch.observations), torch.from_numpy(batch.masks).bool())
    return {**found, "last": last}


def advantages(rollout: dict[str, Any]) -> Any:
    """Return how much better each action turned out than expected (generalised advantage estimation)."""
    found = torch.zeros_like(rollout["value"])
    carried, after = torch.zeros(TABLES), rollout["last"]
    for step in reversed(range(ROLLOUT)):
        goes_on = ~rollout["ended"][step]
        surprise = rollout["won"][step] + GAMMA * after * goes_on - rollout["value"][step]
        carried = surprise + GAMMA * LAMBDA * carried * goes_on
        found[step], after = carried, rollout["value"][step]
    return found


def improve(agent: Agent, optimizer: torch.optim.Optimizer, rollout: dict[str, Any]) -> None:
    """Run a few passes of clipped policy gradient over one rollout."""
    better = advantages(rollout)
    names = ("seen", "masks", "actions", "chance", "value")
    seen, masks, actions, before, value = (rollout[name].flatten(0, 1) for name in names)
    better = better.flatten()
    target = value + better
    for _ in range(EPOCHS):
        for rows in torch.randperm(len(better)).chunk(MINIBATCHES):
            chances, worth = agent(seen[rows], masks[rows])
            gain = (better[rows] - better[rows].mean()) / (better[rows].std() + 1e-8)
            ratio = (chances.log_prob(actions[rows]) - before[rows]).exp()
            loss = -torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            loss = loss + 0.5 * (worth - target[rows]).square().mean() - ENTROPY * chances.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimizer.step()


def learn(steps: int, seed: int) -> tuple[Agent, list[tuple[int, float]]]:
    """Learn from this many decisions; return the agent, and bb/100 over time."""
    torch.manual_seed(seed)
    batch = HoldemBatch(TABLES, seats=SEATS, opponents=OPPONENTS[0], actions=ACTIONS, autoreset="same_step")
    batch.reset(seed=seed)
    batch.reset(chosen=np.arange(TABLES) % 2 == 1, options={"opponents": OPPONENTS[1]})
    agent = Agent(batch.layout.width, len(ACTIONS))
    optimizer = torch.optim.Adam(agent.parameters(), lr=RATE)
    curve, start = [], time.perf_counter()
    for number in range(steps // (ROLLOUT * TABLES)):
        rollout = collect(batch, agent)
        improve(agent, optimizer, rollout)
        rate = 100 * SCALE * float(rollout["won"].sum()) / max(1, int(rollout["ended"].sum()))
        curve.append(((number + 1) * ROLLOUT * TABLES, rate))
        if number % 10 == 9:
            print(f"{curve[-1][0]:,} decisions, {rate:+.0f} bb/100, {time.perf_counter() - start:.0f} s", flush=True)
    return agent, curve


def draw(curve: list[tuple[int, float]], path: Path) -> None:
    """Plot the learning curve."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 3.5), layout="constrained")
    axes = figure.subplots()
    axes.plot([steps / 1e6 for steps, _ in curve], [rate for _, rate in curve])
    axes.axhline(0, color="grey", linewidth=0.8)
    axes.set(xlabel="million decisions", ylabel="bb/100", title="PPO against caller and random")
    figure.savefig(path, dpi=120)


def main() -> None:
    """Read the command line, learn, and play the matches."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--steps", type=int, default=3_000_000, help="decisions to learn from")
    parser.add_argument("--hands", type=int, default=10_000, help="hands in each match at the end")
    parser.add_argument("--seed", type=int, default=7, help="random seed")
    parser.add_argument("--picture", type=Path, help="where to plot the learning curve; needs matplotlib")
    asked = parser.parse_args()
    agent, curve = learn(asked.steps, asked.seed)
    if asked.picture is not None:
        draw(curve, asked.picture)
    bot = PolicyBot(agent.policy, seats=SEATS, actions=ACTIONS, name="ppo")
    for opponent in OPPONENTS:
        score = play_match([bot, opponent], hands=asked.hands, duplicate=True, seed=11, seconds=0).scores[0]
        low, high = score.interval or (-math.inf, math.inf)  # None: too few deals
        print(
            f"against {opponent}: {score.bb100:+.0f} bb/100, 95 % interval {low:+.0f} to {high:+.0f}, "
            f"VPIP {score.figures.vpip:.0f} %, PFR {score.figures.pfr:.0f} %, {score.faults} faults"
        )


if __name__ == "__main__":
    main()
