"""Plain Monte Carlo as one would write it with networkx: draw every replica and dependency, keep
what is up, and ask which services are reached from the entry.

Standard input: {"system": a system file, "samples": N, "limit": seconds, "seed": S}.
Standard output: {"version", "samples", "seconds", "availability"}; fewer samples than asked for
when the limit comes first.
"""

import json
import random
import sys
import time

import networkx as nx


def value(values, index):
    return values[index] if isinstance(values, list) else values


def prepare(system):
    services = [
        (value(system["replicas"], i), value(system["replicaAvailability"], i))
        for i in range(system["services"])
    ]
    graph = nx.DiGraph()
    graph.add_nodes_from(range(len(services)))
    for source, target, *up in system["dependencies"]:
        graph.add_edge(source, target, up=up[0] if up else system["dependencyAvailability"])
    return graph, services


def holds(graph, services, system, draw):
    """One state: is every need reached from the live entry?"""
    live = {
        service
        for service, (replicas, up) in enumerate(services)
        if sum(draw() < up for _ in range(replicas)) >= system["quorum"]
    }
    if system["entry"] not in live:
        return False
    usable = nx.DiGraph()
    usable.add_nodes_from(live)
    usable.add_edges_from(
        (source, target)
        for source, target, up in graph.edges(data="up")
        if draw() < up and source in live and target in live
    )
    reached = nx.descendants(usable, system["entry"]) | {system["entry"]}
    return reached.issuperset(system["needs"])


def main():
    asked = json.load(sys.stdin)
    system, samples, limit = asked["system"], asked["samples"], asked["limit"]
    graph, services = prepare(system)
    draw = random.Random(asked["seed"]).random
    start = time.perf_counter()
    done = held = 0
    while done < samples and time.perf_counter() - start < limit:
        for _ in range(min(1000, samples - done)):
            held += holds(graph, services, system, draw)
            done += 1
    seconds = time.perf_counter() - start
    figures = {
        "version": nx.__version__,
        "samples": done,
        "seconds": seconds,
        "availability": held / done,
    }
    json.dump(figures, sys.stdout)


if __name__ == "__main__":
    main()
