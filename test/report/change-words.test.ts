import { expect, test } from "vitest";
import type { Change } from "../../src/gate/result.ts";
import { changeWords } from "../../src/report/change-words.ts";
import { plain } from "../../src/report/plain.ts";

type Facts = readonly [Change["kind"], string, Change["base"], Change["head"]];

test.each<[Facts, string]>([
  [["domain-added", "zone", null, "a, b"], "the domain `zone` is new, with `a, b`"],
  [["domain-added", "mesh", null, "99.99%"], "the domain `mesh` is new, rated 99.99%"],
  [["domain-removed", "zone", "a, b", null], "the domain `zone` is gone"],
  [["member-added", "zone/c", null, "99.9%"], "`zone/c` is new, rated 99.9%"],
  [["member-removed", "zone/c", "99.9%", null], "`zone/c` is gone"],
  [["domain-availability", "zone", "99.9%", "99%"], "`zone` is rated 99% instead of 99.9%"],
  [
    ["placement", "cart", "spread over zone", "all in zone/a"],
    "`cart` is `all in zone/a` instead of `spread over zone`",
  ],
  [
    ["placement", "cart", null, "all in zone/a"],
    "`cart` is `all in zone/a` instead of in no domain",
  ],
  [
    ["disruption", "cart", "1 in a drain", "2 in a drain"],
    "`cart` may lose `2 in a drain` instead of `1 in a drain`",
  ],
  [
    ["timeout", "a -> b", null, "93.00% on time, 2 retries"],
    "`a -> b` gets a time-out, `93.00% on time, 2 retries`",
  ],
  [
    ["timeout", "a -> b", "93.00% on time, 2 retries", null],
    "`a -> b` has no time-out any more, instead of `93.00% on time, 2 retries`",
  ],
  [
    ["timeout", "a -> b", "93.00% on time, 2 retries", "90.00% on time, 2 retries"],
    "the time-out of `a -> b` leaves `90.00% on time, 2 retries` instead of `93.00% on time, 2 retries`",
  ],
  [["fault-injection", "a -> b", null, "10%"], "the manifests make 10% of the calls `a -> b` fail"],
  [
    ["fault-injection", "a -> b", "10%", null],
    "the manifests no longer make 10% of the calls `a -> b` fail",
  ],
  [
    ["fault-injection", "a -> b", "10%", "20%"],
    "the manifests make 20% of the calls `a -> b` fail instead of 10%",
  ],
  [["dependency-domains", "a -> b", null, "mesh"], "`a -> b` is covered by `mesh` instead of none"],
  [["fault-added", "x", null, "zone/a down"], "the fault `x` is new: `zone/a down`"],
  [["fault-removed", "x", "zone/a down", null], "the fault `x` is gone"],
  [
    ["fault-changed", "x", "zone/a down", "zone/b down"],
    "the fault `x` is `zone/b down` instead of `zone/a down`",
  ],
  [
    ["incident-added", "mesh down", null, "0.1%"],
    "the incident `mesh down` is new, 0.1% of the time",
  ],
  [["incident-removed", "mesh down", "0.1%", null], "the incident `mesh down` is gone"],
  [
    ["incident-changed", "mesh down", "0.1%", "0.2%"],
    "the incident `mesh down` has 0.2% of the time instead of 0.1%",
  ],
  [["under", "GET / under x", null, "99%"], "`GET / under x` gets a minimum of 99%"],
  [["under", "GET / under x", "99%", null], "`GET / under x` loses its minimum of 99%"],
  [
    ["under", "GET / under x", "99%", "98%"],
    "the minimum of `GET / under x` is 98% instead of 99%",
  ],
])("%j reads well", ([kind, subject, base, head], words) => {
  const place = { file: "availability.yaml", line: 1, side: "head" } as const;
  expect(plain(changeWords({ kind, subject, base, head, ...place }))).toBe(words);
});
