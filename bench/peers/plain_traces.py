"""A plain reader of newline-delimited OTLP JSON, as one would write it: spans into a dictionary, then
each child's service beside its parent's, with how often one calls the other.

Argument: the file. Standard output: {"processor", "megabytes", "spans", "edges"}: seconds of the processor,
and the peak.
"""

import json
import resource
import sys
import time
from collections import Counter


def read(path):
    services = {}
    parents = []
    with open(path, encoding="utf8") as lines:
        for line in lines:
            for group in json.loads(line)["resourceSpans"]:
                attributes = {
                    one["key"]: one["value"].get("stringValue")
                    for one in group["resource"]["attributes"]
                }
                service = attributes.get("service.name")
                for scope in group["scopeSpans"]:
                    for span in scope["spans"]:
                        key = (span["traceId"], span["spanId"])
                        services[key] = service
                        if "parentSpanId" in span:
                            parents.append((span["traceId"], span["parentSpanId"], service))
    return services, parents


def edges(services, parents):
    counts = Counter()
    for trace, parent, service in parents:
        caller = services.get((trace, parent))
        if caller is not None and caller != service:
            counts[caller, service] += 1
    return counts


services, parents = read(sys.argv[1])
counts = edges(services, parents)
print(
    json.dumps(
        {
            "processor": time.process_time(),
            "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
            "spans": len(services),
            "edges": len(counts),
        }
    )
)
