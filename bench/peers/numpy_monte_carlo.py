"""Vectorised Monte Carlo of a reduced network: one row of booleans a node or link, one column a
state, and one sweep in topological order (again until nothing changes where there are cycles).

Standard input: {"network": {"nodes": [p, ...], "links": [[from, to, p], ...], "need": need},
"samples": N, "chunks": [columns, ...], "limit": seconds, "seed": S}; a need is a node's number or
[k, [need, ...]], and node 0 is reached for sure.
Standard output: {"version", "chunk", "samples", "seconds", "unavailability"} of the fastest chunk,
in the fastest of several rounds.
"""

import json
import sys
import time

import numpy as np

TRIAL = 0.5
ROUNDS = 5


def prepare(network):
    links = sorted(network["links"], key=lambda link: link[1])
    ups = [*network["nodes"], *(up for _, _, up in links)]
    incoming = {}
    for row, (source, target, _) in enumerate(links, len(network["nodes"])):
        incoming.setdefault(target, []).append((source, row))
    return {
        "ups": np.array(ups, dtype=np.float32)[:, None],
        "nodes": len(network["nodes"]),
        "incoming": sorted(incoming.items()),
        "cyclic": any(source >= target for source, target, _ in links),
        "need": network["need"],
    }


def sweep(plan, up, reached):
    for target, callers in plan["incoming"]:
        into = reached[target]
        for source, row in callers:
            into |= reached[source] & up[row]
        into &= up[target]


def truth(need, reached):
    if not isinstance(need, list):
        return reached[need]
    k, inputs = need
    rows = [truth(one, reached) for one in inputs]
    if k == len(rows):
        return np.logical_and.reduce(rows)
    if k == 1:
        return np.logical_or.reduce(rows)
    return np.sum(rows, axis=0) >= k


def room(plan, columns):
    """Arrays that every chunk of so many states uses again."""
    rows = len(plan["ups"])
    return {
        "draws": np.empty((rows, columns), dtype=np.float32),
        "up": np.empty((rows, columns), dtype=bool),
        "reached": np.empty((plan["nodes"], columns), dtype=bool),
    }


def failures(plan, generator, draws, up, reached):
    """How many states of one chunk fail the need."""
    generator.random(out=draws, dtype=np.float32)
    np.less(draws, plan["ups"], out=up)
    reached[:] = False
    reached[0] = True
    sweep(plan, up, reached)
    while plan["cyclic"]:
        before = reached.copy()
        sweep(plan, up, reached)
        if np.array_equal(before, reached):
            break
    return reached.shape[1] - int(np.count_nonzero(truth(plan["need"], reached)))


def run(plan, generator, chunk, samples, limit):
    arrays = room(plan, chunk)
    failures(plan, generator, **arrays)
    start = time.perf_counter()
    done = failed = 0
    while done < samples and (done == 0 or time.perf_counter() - start < limit):
        failed += failures(plan, generator, **arrays)
        done += chunk
    return {"samples": done, "seconds": time.perf_counter() - start, "unavailability": failed / done}


def main():
    asked = json.load(sys.stdin)
    plan = prepare(asked["network"])
    generator = np.random.Generator(np.random.SFC64(asked["seed"]))
    trials = []
    for chunk in asked["chunks"]:
        tried = run(plan, generator, chunk, asked["samples"], TRIAL)
        trials.append((tried["seconds"] / tried["samples"], chunk))
    _, chunk = min(trials)
    rounds = [
        run(plan, generator, chunk, asked["samples"] // ROUNDS, asked["limit"] / ROUNDS)
        for _ in range(ROUNDS)
    ]
    best = min(rounds, key=lambda one: one["seconds"] / one["samples"])
    samples = sum(one["samples"] for one in rounds)
    figures = {
        "version": np.__version__,
        "chunk": chunk,
        "samples": samples,
        "seconds": best["seconds"] * samples / best["samples"],
        "unavailability": sum(one["unavailability"] * one["samples"] for one in rounds) / samples,
    }
    json.dump(figures, sys.stdout)


if __name__ == "__main__":
    main()
