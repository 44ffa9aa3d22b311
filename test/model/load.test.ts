import { describe, expect, it } from "vitest";
import { lines, loadFiles, loadText, told, validSpec } from "./support.ts";

const head =
  "version: 1\ndependencies: [web -> payment, web -> cart, web ~> kafka]\nendpoints:\n  GET /:\n    entry: web\n";

describe("loadSpec", () => {
  it("reads a spec of a few lines", async () => {
    const spec = await validSpec(`${head}    slo: 99.5%\n`);
    expect(spec.manifests).toBeNull();
    expect([...spec.services.keys()]).toEqual(["web", "payment", "cart", "kafka"]);
    expect(spec.services.get("cart")?.place).toEqual({
      file: "availability.yaml",
      line: 2,
      column: 32,
    });
    expect(spec.endpoints.get("GET /")?.slo).toEqual({
      value: { p: 0.995, q: 0.005 },
      place: { file: "availability.yaml", line: 6, column: 10 },
    });
    expect(spec.gate).toMatchObject({
      maxDrop: null,
      maxDowntimeIncrease: null,
      warnAt: 0.9,
      preexisting: "warn",
    });
  });

  it("reads both forms of a dependency line alike", async () => {
    const spec = await validSpec(
      "version: 1\ndependencies:\n  - '  a   ->\tb '\n  - a -> b: { availability: 99.95%, operation: B/Do, independent: true }\nendpoints: { e: { entry: a } }\n",
    );
    expect(spec.dependencies).toMatchObject([
      { name: "a -> b", from: "a", to: "b", mode: "sync", availability: null, independent: false },
      {
        name: "a -> b",
        availability: { value: { p: 0.9995, q: 0.0005 } },
        operation: "B/Do",
        independent: true,
      },
    ]);
  });

  it("tells all errors at once, each at its place with its remedy", async () => {
    const text = `version: 2
extend: base.yaml
services:
  payment: { replicaAvailability: [1.2, "0.5"], quorum: most, replicas: 1.5 }
  x: { workload: Deploymnet/x }
  y:
  z: { workload: foo }
dependencies:
  - a->b
  - web -> payment: { avail: 1, availability: 99.5 }
    other -> z: {}
endpoints:
  GET /:
    entry: web
    slo: 99.5
    needs: [paymnet, { any: [x] }]
  e2: { completion: soon, slo: "0.9" }
gate: { maxDrop: 0.1, maxDowntimeIncrease: 20, warnAt: 90, adoption: error }
`;
    expect(await told(text)).toEqual([
      "1:10 error invalid-value: `version: 2` must be `1`",
      "2:1 error unknown-key: unknown key `extend`; did you mean `extends`?",
      "4:36 error invalid-value: `replicaAvailability: 1.2` is above 1; did you mean 1.2%?",
      "4:41 error invalid-value: `replicaAvailability: 0.5` is text; write the number without quotes",
      "4:57 error invalid-value: `quorum: most` must be a whole number or `majority`",
      "4:73 error invalid-value: `replicas: 1.5` must be a whole number",
      "5:18 error unknown-kind: the kind `Deploymnet` is not read; did you mean `Deployment`?",
      "6:3 error invalid-value: `y` is empty; write a value or remove it",
      "7:18 error invalid-value: `workload: foo` must be `Kind/name` or `Kind/namespace/name`",
      "9:5 error invalid-dependency: `a->b` is not a dependency; write two names and one arrow, with a space at each side of it",
      "10:5 error invalid-value: `dependencies` must have one key only; begin each item with a dash of its own",
      "10:23 error unknown-key: unknown key `avail` in `web -> payment`; known here: operation, availability, independent, timeout, domains, evidence",
      "10:47 error invalid-value: `availability: 99.5` is above 1; did you mean 99.5%?",
      "15:10 error invalid-value: `slo: 99.5` is above 1; did you mean 99.5%?",
      "16:13 error unknown-service: unknown service `paymnet`; did you mean `payment`?",
      "16:24 error unknown-key: unknown key `any` in `needs`; known here: anyOf, atLeast, of",
      "17:3 error missing-key: `e2` has no `entry`; add it",
      "17:21 error invalid-value: `completion: soon` must be `immediate` or `eventual`",
      "17:32 error invalid-value: `slo: 0.9` is text; write the number without quotes",
      "18:18 error invalid-value: `maxDrop: 0.1` is 10% of availability; did you mean 0.1%?",
      "18:44 error invalid-value: `maxDowntimeIncrease: 20` is 2000%; did you mean 20%?",
      "18:56 error invalid-value: `warnAt: 90` is above 1; did you mean 90%?",
      "18:70 error invalid-value: `adoption: error` must be `warn` or `fail`",
    ]);
  });

  it("shows quotes that make text of a number, and asks for those that are missing", async () => {
    const text = `version: "1"
services:
  a: { replicas: "3", quorum: "2" }
dependencies:
  - a -> b: { independent: "true", timeout: { after: 200 } }
endpoints:
  x: { entry: 1, slo: , observed: [99%], mixture: [{ weight: "8" }] }
`;
    expect(await told(text)).toEqual([
      '1:10 error invalid-value: `version: "1"` must be `1`',
      '3:18 error invalid-value: `replicas: "3"` must be a whole number',
      '3:31 error invalid-value: `quorum: "2"` must be a whole number or `majority`',
      '5:28 error invalid-value: `independent: "true"` must be true or false',
      "5:45 error missing-key: `after` needs `latency` beside it; add it",
      "5:54 error invalid-value: `after: 200` must be a duration, such as 200ms",
      "7:15 error invalid-value: `entry: 1` must be text; put it in quotes",
      "7:18 error invalid-value: `slo` is empty; write a value or remove it",
      "7:35 error invalid-value: `observed` must be a number or a percentage",
      '7:62 error invalid-value: `weight: "8"` must be a number',
    ]);
  });

  it.each([
    [
      "needs: [payment, kafka, 'web ~> kafka']",
      [
        "6:22 warning unreachable-need: no path leads from `web` to `kafka`: this need is never met (availability 0); add the dependency that is missing or remove the need",
        "6:29 error async-need: `web ~> kafka` does not count under immediate completion; set `completion: eventual` or remove it",
      ],
    ],
    [
      "needs: [{ anyOf: [cart, kafka] }, { atLeast: 1, of: [kafka] }]",
      [
        "6:29 warning unreachable-need: no path leads from `web` to `kafka`: this need is never met; add the dependency that is missing or remove the need",
        "6:58 warning unreachable-need: no path leads from `web` to `kafka`: this need is never met (availability 0); add the dependency that is missing or remove the need",
      ],
    ],
    [
      "needs: ['web -> crat']",
      [
        "6:13 error unknown-dependency: unknown dependency `web -> crat`; did you mean `web -> cart`?",
      ],
    ],
    [
      "needs: [{ atLeast: 0, of: [cart] }]",
      ["6:24 error invalid-value: `atLeast: 0` must be at least 1"],
    ],
    [
      "needs: [{ atLeast: 3, of: [cart, payment] }]",
      [
        "6:24 error invalid-value: `atLeast: 3` is more than the 2 needs in `of`; it could never hold",
      ],
    ],
    [
      "needs: [{ atLeast: 1, of: [cart, cart] }]",
      ["6:38 error duplicate-need: `cart` stands twice in `of` and would count twice; remove one"],
    ],
    [
      "needs: [{ atLeast: 1, of: [{ anyOf: [cart, payment] }, { anyOf: [payment, cart] }] }]",
      [
        "6:60 error duplicate-need: the same need stands twice in `of` and would count twice; remove one",
      ],
    ],
    ["needs: [{ atLeast: 1 }]", ["6:13 error missing-key: `atLeast` needs `of` beside it; add it"]],
    [
      "needs: [{ anyOf: [cart], atLeast: 1, of: [cart] }]",
      [
        "6:15 error contradiction: `anyOf` beside `atLeast`: a need is one of the two; make them two needs",
      ],
    ],
    ["needs: [{ anyOf: [] }]", ["6:22 error invalid-value: `anyOf` must not be empty"]],
    ["needs: cart", ["6:12 error invalid-value: `needs: cart` must be a list"]],
    [
      "needs: [cart]\n    calls: [cart]\n    optional: [cart]",
      [
        "7:5 error contradiction: `calls` beside `needs`, which already says all; remove one of the two",
        "8:5 error contradiction: `optional` beside `needs`, which already says all; remove one of the two",
      ],
    ],
    [
      "needs: [cart]\n    mixture: [{ weight: 1 }]",
      ["6:5 error contradiction: `needs` beside `mixture`: move it into the members"],
    ],
    [
      "calls: [cart]\n    optional: [cart]\n    mixture: [{ weight: 1 }]",
      [
        "6:5 error contradiction: `calls` beside `mixture`: move it into the members",
        "7:5 error contradiction: `optional` beside `mixture`: move it into the members",
      ],
    ],
    [
      "mixture: [{ weight: 0 }, { calls: [cart] }]",
      [
        "6:25 error invalid-value: `weight: 0` must be more than 0",
        "6:30 error missing-key: `mixture` has no `weight`; add it",
      ],
    ],
    [
      "calls: [web, kafka, carrt]",
      [
        "6:13 error not-a-callee: `web` is no callee of the entry `web`; add the dependency or remove it",
        "6:18 error not-a-callee: `kafka` is no callee of the entry `web`; it is called over `~>`: set `completion: eventual` or remove it",
        "6:25 error unknown-service: unknown service `carrt`; did you mean `cart`?",
      ],
    ],
    [
      "optional: [web, 'web -> nowhere at all']",
      [
        "6:16 error contradiction: `web` is the entry and cannot be optional; remove it",
        "6:21 error unknown-dependency: unknown dependency `web -> nowhere at all`; add it to `dependencies`",
      ],
    ],
    [
      "was: GET /\n  x: { entry: web, was: GET / }\n  y: { entry: web, was: gone }\n  z: { entry: web, was: gone }",
      ["9:25 error contradiction: `was: gone` stands in `y` too; keep one"],
    ],
  ])("checks %s", async (endpoint, expected) => {
    expect(await told(`${head}    ${endpoint}\n`)).toEqual(expected);
  });

  it("refuses a rename from an endpoint that still exists", async () => {
    expect(await told(`${head}  x: { entry: web, was: GET / }\n`)).toEqual([
      "6:25 error contradiction: `was: GET /` names an endpoint that still exists; remove `was`",
    ]);
  });

  it("accepts what nests: lists in gates, gates in gates, and no needs at all", async () => {
    expect(
      await told(
        `${head}    needs: [{ anyOf: [[cart, payment], { atLeast: 1, of: ['web -> cart'] }] }]\n`,
      ),
    ).toEqual([]);
    const spec = await validSpec(`${head}    needs: []\n`);
    expect(spec.endpoints.get("GET /")?.members[0]?.predicate).toMatchObject({
      kind: "needs",
      need: { kind: "atLeast", k: 0, of: [] },
    });
  });

  it("refuses an external service that has parts", async () => {
    const text = `${head}services:\n  payment: { external: 99.9%, replicas: 2, quorum: 1 }\n  cart: { workload: Deployment/cart, replicas: 2 }\n`;
    expect(await told(text)).toEqual([
      "7:31 error contradiction: `replicas` beside `external`: a third party is one unit; remove one of the two",
      "7:44 error contradiction: `quorum` beside `external`: a third party is one unit; remove one of the two",
      "8:38 error contradiction: `replicas` beside `workload`: the manifest says how many; remove `replicas`",
    ]);
  });

  it("takes names of every language and of JavaScript's own, and refuses deceptive ones", async () => {
    const names = [
      "__proto__",
      "constructor",
      "toString",
      "zahlung-für",
      "支払い",
      "my service",
      "shop.Cart/1",
    ];
    const list = names.map((name) => `  - ${name} -> hasOwnProperty`).join("\n");
    const spec = await validSpec(
      `version: 1\nservices: { __proto__: { replicas: 3 } }\ndependencies:\n${list}\nendpoints: { __proto__: { entry: __proto__ } }\n`,
    );
    expect([...spec.services.keys()]).toEqual([
      ...names.slice(0, 1),
      "hasOwnProperty",
      ...names.slice(1),
    ]);
    expect(spec.services.get("__proto__")?.replicas?.value).toBe(3);
    const bad = await told(
      `version: 1\nservices:\n  "right\\u202eleft": {}\n  "a->b": {}\n  "${"n".repeat(254)}": {}\nendpoints: { " x": { entry: "a\\tb" } }\n`,
    );
    expect(bad.map((line) => line.replace(/n{20,}/, "n…"))).toEqual([
      "3:3 error invalid-name: the name `right\\u202eleft` contains a control or invisible character; choose another",
      "4:3 error invalid-name: the name `a->b` contains an arrow; put a space at each side of the arrow of a dependency; choose another",
      "5:3 error invalid-name: the name `n……` is longer than 253 characters; choose another",
      "6:14 error invalid-name: the name ` x` begins or ends with a space; choose another",
      "6:29 error invalid-value: `entry: a\\u0009b` contains a control or invisible character; choose another name",
    ]);
  });

  it.each([
    ["", "1:1 error invalid-value: the spec is empty; begin it with `version: 1`"],
    ["- 1\n", "1:1 error invalid-value: a spec is a map; begin it with `version: 1`"],
    [
      "version: 1\n---\nversion: 1\n",
      "3:1 error invalid-value: a spec is one YAML document; move the second one into a file of its own",
    ],
    ["version: 1\n", "1:1 error missing-key: the spec has no `endpoints`; add it"],
  ])("refuses %j", async (text, expected) => {
    expect(await told(text)).toEqual([expected]);
  });

  it("tells a key of `services` that is likely another's, misspelt", async () => {
    expect(await told(`${head}services: { paymnet: {}, web: {}, elsewhere: {} }\n`)).toEqual([
      "6:13 warning unused-service: service `paymnet` is in no dependency and no entry, so it changes no figure; did you mean `payment`?",
    ]);
  });

  it("tells keys that are written twice along with all else", async () => {
    const text = `${head}    slo: 99%\n    slo: 99.5\nservices:\n  pay: { quorum: 0 }\n  pay: {}\n`;
    expect(await told(text)).toEqual([
      "7:5 error yaml-duplicate-key: key `slo` is written twice, first in line 6; keep one",
      "9:18 error invalid-value: `quorum: 0` must be at least 1",
      "10:3 error yaml-duplicate-key: key `pay` is written twice, first in line 9; keep one",
    ]);
  });

  it("names the place of broken YAML", async () => {
    const { spec, diagnostics } = await loadText("version: 1\nservices: {a: }}\n");
    expect(spec).toBeNull();
    expect(diagnostics).toMatchObject([{ severity: "error", file: "availability.yaml", line: 2 }]);
  });

  it("stays quick on hostile text", async () => {
    const long = `${" ".repeat(50_000)}->${"-".repeat(50_000)}`;
    const started = performance.now();
    const found = await told(
      `version: 1\ndependencies: ["a${long}", "${"0".repeat(100_000)}"]\nservices: { "${long}": { external: "${"0".repeat(100_000)}x%" } }\nendpoints: { e: { entry: "a${" ".repeat(100_000)}" } }\n`,
    );
    expect(found.length).toBeGreaterThan(3);
    for (const line of found) expect(line.length).toBeLessThan(400);
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  it("stays quick on members by the thousand, and refuses those that are no names", async () => {
    const spec = (members: readonly unknown[]) =>
      JSON.stringify({
        version: 1,
        domains: { zone: { members, availability: "99%" } },
        dependencies: [],
        endpoints: { e: { entry: "web" } },
      });
    // Compared each with each, these would not end before the test's own limit.
    await told(spec(Array.from({ length: 30_000 }, (_, i) => `m${i}`)));
    const maps: unknown[] = [{ a: 1 }, { a: 1 }, { valueOf: 1 }, ["b"], ["b"]];
    const found = await told(spec(maps));
    expect(found.length).toBe(5);
    for (const line of found) expect(line).toContain("error invalid-value: an item of `members`");
  });

  it("reports a missing file", async () => {
    expect(await loadFiles({})).toMatchObject({ spec: null, files: ["availability.yaml"] });
    expect(lines((await loadFiles({})).diagnostics)).toEqual([
      "error missing-spec: there is no readable file `availability.yaml`; check the path",
    ]);
  });
});
