import { describe, expect, it } from "vitest";
import { type MergeOutcome, mergeObserved } from "../../src/draft/merge.ts";
import { loadSpec } from "../../src/model/load.ts";
import type { Observed } from "../../src/traces/observed.ts";
import { lines } from "../model/support.ts";
import { dependency, endpoint, observed, service } from "./observed-shop.ts";

const ONE = observed({
  dependencies: [dependency("web -> pay", { calls: 100 })],
  endpoints: [],
});

async function merged(
  text: string,
  of: Observed,
  rest: { matched?: readonly string[]; barred?: readonly string[]; base?: string } = {},
): Promise<MergeOutcome> {
  const files: Record<string, string> = { "a.yaml": text, "base.yaml": rest.base ?? "" };
  const { spec, diagnostics } = await loadSpec("a.yaml", async (path) => files[path] ?? null);
  if (spec === null) throw new Error(lines(diagnostics).join("\n"));
  return mergeObserved(of, {
    text,
    spec,
    matched: new Set(rest.matched ?? []),
    barred: new Map((rest.barred ?? []).map((name) => [name, "it matches two"])),
  });
}

/** What a merge into these dependencies makes of them. */
async function dependencies(written: string, of: Observed = ONE): Promise<string> {
  const head = "version: 1\nendpoints: { e: { entry: web } }\n";
  const { text, unwritten } = await merged(`${head}${written}`, of);
  expect(unwritten).toEqual([]);
  expect(text.startsWith(head)).toBe(true);
  return text.slice(head.length);
}

const FOUND = "{ good: 100, total: 100, until: 2026-11-01 }";
/** Its interval, where nothing stands behind it. */
const SURE = "# 95% interval: 97.5% to 100%";

describe("evidence, merged into a dependency", () => {
  it.each([
    ["a plain line", "- web -> pay # hm\n", `- web -> pay: { evidence: ${FOUND} } # hm\n`],
    ["a quoted line", "  - 'web -> pay'\n", `  - 'web -> pay': { evidence: ${FOUND} } ${SURE}\n`],
    [
      "a list in brackets",
      "[web -> pay, a ~> b]\n",
      `[{ web -> pay: { evidence: ${FOUND} } }, a ~> b]\n`,
    ],
    [
      "details in brackets",
      "- web -> pay: { operation: x } # hm\n",
      `- web -> pay: { operation: x, evidence: ${FOUND} } # hm\n`,
    ],
    ["empty details", "- web -> pay: {}\n", `- web -> pay: { evidence: ${FOUND} } ${SURE}\n`],
    [
      "details in a block",
      "- web -> pay:\n    operation: x # why\n    # more\n\n- a -> b\n",
      `- web -> pay:\n    operation: x # why\n    evidence: ${FOUND} ${SURE}\n    # more\n\n- a -> b\n`,
    ],
    [
      "older evidence",
      "- web -> pay: { evidence: { good: 1, total: 2, until: '2026-01-01' }, availability: 99% }\n",
      "- web -> pay: { evidence: { good: 100, total: 100, until: '2026-11-01' }, availability: 99% }\n",
    ],
    [
      "evidence in a block, without a day",
      "- web -> pay:\n    evidence:\n        total: 2  # all\n        good: 1\n",
      "- web -> pay:\n    evidence:\n        total: 100  # all\n        good: 100\n        until: 2026-11-01\n",
    ],
    [
      "the end of a file without a line break",
      "- web -> pay",
      `- web -> pay: { evidence: ${FOUND} } ${SURE}`,
    ],
  ])("keeps %s as it is written", async (_, before, after) => {
    const section = (text: string) => `dependencies:${text.startsWith("[") ? " " : "\n"}${text}`;
    expect(await dependencies(section(before))).toBe(section(after));
  });

  it("leaves newer evidence, and what people set", async () => {
    const text = `version: 1
dependencies:
  - web -> pay: { availability: 99.95%, evidence: { good: 1, total: 1, until: 2027-01-01 } }
endpoints: { e: { entry: web } }
`;
    const late = dependency("web -> pay", {
      timing: { onTime: { good: 9, total: 10, until: null }, retries: 1 },
    });
    const outcome = await merged(text, observed({ dependencies: [late] }));
    expect(outcome.text).toBe(text);
    expect(outcome.told).toEqual([
      "the evidence of `web -> pay` is of 2027-01-01, and newer than these traces: it stays",
    ]);
  });

  it("gives a time-out to a line of which the spec says nothing", async () => {
    const late = dependency("web -> pay", {
      calls: 10,
      timing: { onTime: { good: 9, total: 10, until: null }, retries: 1 },
    });
    expect(
      await dependencies("dependencies: [web -> pay]\n", observed({ dependencies: [late] })),
    ).toBe(
      "dependencies: [{ web -> pay: { timeout: { onTime: 90%, retries: 1 }, evidence: { good: 10, total: 10, until: 2026-11-01 } } }]\n",
    );
  });

  it("deals the operations of one pair to the lines that name them", async () => {
    const of = observed({
      dependencies: [
        dependency("web -> pay", { operation: "x", calls: 10 }),
        dependency("web -> pay", { operation: "y", calls: 20 }),
        dependency("web -> pay", { operation: "z", calls: 30 }),
      ],
    });
    const text = await dependencies(
      "dependencies:\n  - web -> pay: { operation: y }\n  - web -> pay\n  - web -> pay: { operation: q }\n",
      of,
    );
    expect(text).toContain("{ operation: y, evidence: { good: 20, total: 20,");
    expect(text).toContain("- web -> pay: { evidence: { good: 40, total: 40,");
    expect(text).toContain("{ operation: q }");
  });

  it("is not put where an anchor would carry it elsewhere: it is told with what to paste", async () => {
    const text = `version: 1
dependencies:
  - web -> pay: &d { operation: x }
  - web -> cart: *d
endpoints: { e: { entry: web } }
`;
    const outcome = await merged(text, ONE);
    expect(outcome.text).toBe(text);
    expect(outcome.unwritten.map(({ what, snippet }) => [what, snippet])).toEqual([
      ["evidence of `web -> pay`", `- web -> pay: { evidence: ${FOUND} }`],
    ]);
  });

  it("is not set anew where an alias repeats it", async () => {
    const text = `version: 1
dependencies:
  - web -> pay: &d { evidence: { good: 1, total: 2 } }
  - web -> cart: *d
  - web -> ads: { evidence: &e { good: 1, total: 2 } }
  - web -> bank: { evidence: *e }
endpoints: { e: { entry: web } }
`;
    const of = observed({
      dependencies: ["web -> ads", "web -> bank", "web -> cart", "web -> pay"].map((one) =>
        dependency(one),
      ),
    });
    const outcome = await merged(text, of);
    expect(outcome.text).toBe(text);
    expect(outcome.unwritten).toHaveLength(4);
  });

  it("is of one route alone where a line is independent, and of no other file", async () => {
    const base = "version: 1\ndependencies: [web -> pay]\nendpoints: { e: { entry: web } }\n";
    const text = "extends: base.yaml\ndependencies:\n  - web -> pay: { independent: true }\n";
    const outcome = await merged(text, ONE, { base });
    expect(outcome.text).toBe(text);
    expect(outcome.told).toEqual([
      "which of the routes of `web -> pay` a call took no trace tells: the one with `independent: true` gets no evidence",
      "`web -> pay` stands in `base.yaml`, which this spec extends: merge into that file for their evidence",
    ]);
  });
});

describe("what a spec lacks, merged into it", () => {
  const MORE = observed({
    services: [service("bank", { instances: 3 }), service("web", { instances: 2 })],
    dependencies: [dependency("pay -> bank", { calls: 7, evidence: null })],
  });

  it("goes below the last line, before the comments that follow", async () => {
    const { text } = await merged(
      "version: 1\nendpoints: { e: { entry: web } }\ndependencies:\n    - web -> pay\n    # - web -> cart\n\n# the end\n",
      MORE,
    );
    expect(text).toContain("    - web -> pay\n    - pay -> bank ");
    expect(text).toContain("\n    # - web -> cart\n\n# the end\n");
  });

  it("fills an empty list, and makes a section that is not there", async () => {
    expect(
      await dependencies("dependencies: [] # none\n", observed({ dependencies: ONE.dependencies })),
    ).toBe(`dependencies:  # none\n  - web -> pay: { evidence: ${FOUND} } ${SURE}\n`);
    const { text } = await merged("version: 1\n\nendpoints:\n  e:\n    entry: web\n", MORE);
    expect(text.replaceAll(/ +#.*/g, "")).toBe(
      "version: 1\n\nservices:\n  bank: { replicas: 3 }\n  web: { replicas: 2 }\n\ndependencies:\n  - pay -> bank\n\nendpoints:\n  e:\n    entry: web\n",
    );
  });

  it("keeps CRLF, and a byte order mark", async () => {
    const { text } = await merged(
      "\ufeffversion: 1\r\ndependencies:\r\n- web -> pay\r\nendpoints:\r\n  e: { entry: web }\r\n",
      observed({ ...MORE, endpoints: [endpoint("GET /x", "web", ["pay"])] }),
    );
    expect(text.startsWith("\ufeffversion: 1\r\n")).toBe(true);
    expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
    expect(text).toContain("\r\n- pay -> bank");
  });

  it("does not touch replicas that a manifest or the spec gives", async () => {
    const of = observed({
      services: ["a", "b", "c", "d", "e"].map((one) => service(one, { instances: 4 })),
    });
    const text = `version: 1
services:
  a: { replicas: 2 }
  b: { external: 99% }
  c:
    quorum: majority
dependencies: [a -> b, a -> c, a -> d]
endpoints: { x: { entry: a } }
`;
    const outcome = await merged(text, of, { matched: ["d"] });
    expect(outcome.text).toBe(
      text.replace("quorum: majority", "quorum: majority\n    replicas: 4"),
    );
  });

  it("leaves an arrow that the traces contradict, and says so", async () => {
    const text = "version: 1\ndependencies: [web ~> pay]\nendpoints: { e: { entry: web } }\n";
    const outcome = await merged(text, ONE);
    expect(outcome.text).toBe(text);
    expect(outcome.told[0]).toBe(
      "the traces show `web -> pay` where the spec has `web ~> pay`: that stays; correct the arrow if they are right",
    );
    // Where both were seen, both are.
    const both = observed({ dependencies: [...ONE.dependencies, dependency("web ~> pay")] });
    expect((await merged(text, both)).text).toContain("web -> pay");
  });

  it("names no service that the manifests would make ambiguous", async () => {
    const text = "version: 1\nendpoints: { e: { entry: web } }\n";
    const outcome = await merged(text, ONE, { barred: ["pay"] });
    expect(outcome.text).toBe(text);
    expect(outcome.told).toEqual(["`pay` is left out: it matches two"]);
  });

  it("adds endpoints, but not what is there under another parameter, or was declined", async () => {
    const of = observed({
      dependencies: ONE.dependencies,
      endpoints: [
        "GET /users/{id}",
        "GET /old",
        "GET /orders/{id}/status",
        "GET /old/new",
        "POST /a",
      ].map((name) => endpoint(name, "web", ["pay"])),
    });
    const text = `version: 1
dependencies: [web -> pay, web -> cart]
endpoints:
  GET /users/:user: { entry: web }
  # GET /old: nobody promises it
`;
    const { text: after } = await merged(text, of);
    expect(after).toContain("GET /old/new:");
    // Probes are none of the endpoints that were seen (`request-name.ts`); this is a user's.
    expect(after).toContain("GET /orders/{id}/status:");
    expect(after).not.toMatch(/GET \/users\/\{id\}|^ {2}GET \/old:/m);
    // `cart` is called by nothing that was seen: the endpoint starts from what was.
    expect(after).toMatch(/POST \/a: .*\n {4}entry: web\n {4}calls: \[pay\]\n/);
  });

  it("tells what may be there by another name", async () => {
    const of = observed({ dependencies: [dependency("pay -> api.stripe.com")] });
    const text =
      "version: 1\ndependencies: [web -> pay, pay -> stripe]\nendpoints: { e: { entry: web } }\n";
    expect((await merged(text, of)).told).toEqual([
      "`pay -> api.stripe.com` is added, and `pay -> stripe` was never seen: if they are one, give the two services one name",
    ]);
  });

  it("tells who may be a third party", async () => {
    const of = observed({
      services: [service("stripe.com", { kind: "peer" })],
      dependencies: [dependency("web -> stripe.com")],
    });
    const { told } = await merged("version: 1\nendpoints: { e: { entry: web } }\n", of);
    expect(told).toEqual([
      "nothing in `stripe.com` is traced: where one is a third party, give it `external` under `services`",
    ]);
  });

  it("writes JSON into JSON", async () => {
    const text =
      '{"version": 1, "dependencies": ["web -> pay"], "endpoints": {"e": {"entry": "web"}}}';
    const { text: after } = await merged(
      text,
      observed({ ...MORE, dependencies: [...MORE.dependencies, ...ONE.dependencies] }),
    );
    expect(JSON.parse(after)).toEqual({
      version: 1,
      dependencies: [
        { "web -> pay": { evidence: { good: 100, total: 100, until: "2026-11-01" } } },
        "pay -> bank",
      ],
      endpoints: { e: { entry: "web" } },
      services: { bank: { replicas: 3 }, web: { replicas: 2 } },
    });
  });
});
