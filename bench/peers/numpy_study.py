"""Vectorised Monte Carlo of whole systems, as one would write it: of each independent state a row of
booleans, one column a sample; a part is up where enough of its units are; one sweep in topological
order (again until nothing changes where there are cycles).

Standard input: {"cells": [{"samples": N, "network": {"roots": [p, ...], "nodes": [part, ...],
"links": [[from, to, part], ...], "need": need}}, ...], "chunks": [columns, ...], "seed": S}; a part is
{"units": [[root, ...], ...], "quorum": k}; a need is a node's number or [k, [need, ...]]. Node 0 is
the entry.
Standard output: {"version", "chunk", "samples", "seconds", "estimates"} of the fastest chunk.
"""

import json
import sys
import time

import numpy as np
from numpy_monte_carlo import truth


def part_up(part, up):
    """None: always."""
    units, quorum = part["units"], part["quorum"]
    if all(len(unit) == 0 for unit in units) and len(units) >= quorum:
        return None
    rows = [np.logical_and.reduce(up[unit]) if len(unit) > 1 else up[unit[0]] for unit in units]
    if len(rows) == 1:
        return rows[0]
    if quorum == 1:
        return np.logical_or.reduce(rows)
    return np.sum(rows, axis=0) >= quorum


def sweep(incoming, nodes, reached):
    for target, callers in incoming:
        into = np.zeros(reached.shape[1], dtype=bool)
        for source, link in callers:
            into |= reached[source] if link is None else reached[source] & link
        if nodes[target] is not None:
            into &= nodes[target]
        reached[target] = into


def successes(network, generator, columns):
    probabilities = np.array(network["roots"], dtype=np.float32)[:, None]
    up = generator.random((len(probabilities), columns), dtype=np.float32) < probabilities
    nodes = [part_up(part, up) for part in network["nodes"]]
    incoming = {}
    for source, target, part in network["links"]:
        if target != 0:
            incoming.setdefault(target, []).append((source, part_up(part, up)))
    incoming = sorted(incoming.items())
    reached = np.zeros((len(nodes), columns), dtype=bool)
    reached[0] = True if nodes[0] is None else nodes[0]
    sweep(incoming, nodes, reached)
    while any(source >= target for source, target, _ in network["links"]):
        before = reached.copy()
        sweep(incoming, nodes, reached)
        if np.array_equal(before, reached):
            break
    return int(np.count_nonzero(truth(network["need"], reached)))


def run(cells, generator, chunk):
    start = time.perf_counter()
    estimates = []
    for cell in cells:
        held = done = 0
        while done < cell["samples"]:
            columns = min(chunk, cell["samples"] - done)
            held += successes(cell["network"], generator, columns)
            done += columns
        estimates.append(held / done)
    return time.perf_counter() - start, estimates


def main():
    asked = json.load(sys.stdin)
    generator = np.random.Generator(np.random.SFC64(asked["seed"]))
    runs = [(*run(asked["cells"], generator, chunk), chunk) for chunk in asked["chunks"]]
    seconds, estimates, chunk = min(runs)
    figures = {
        "version": np.__version__,
        "chunk": chunk,
        "samples": sum(cell["samples"] for cell in asked["cells"]),
        "seconds": seconds,
        "estimates": estimates,
    }
    json.dump(figures, sys.stdout)


if __name__ == "__main__":
    main()
