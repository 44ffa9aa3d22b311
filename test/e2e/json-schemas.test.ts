import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCli } from "./run-cli.ts";
import { ACTION_NODE } from "./runtimes.ts";

const root = resolve(import.meta.dirname, "../..");
const TRACES = join(root, "fixtures/traces/shop.otlp.jsonl");
const folder = mkdtempSync(join(tmpdir(), "json-schemas-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Calls of which some time out, and one that fails while its service is known to be down. */
const LATE = ["late.jsonl", "down.csv"] as const;

beforeAll(() => {
  cpSync(join(root, "fixtures/shop/deploy"), join(folder, "deploy"), { recursive: true });
  writeFileSync(join(folder, LATE[0]), lateCalls());
  writeFileSync(
    join(folder, LATE[1]),
    "service,from,until\npayment,2026-11-01T00:00:00Z,2026-11-01T00:00:05Z\n",
  );
  writeFileSync(join(folder, "bad.yaml"), "version: 1\nendpoints:\n  /: { entry: a, slo: 99.9 }\n");
  writeFileSync(
    join(folder, "flow.yaml"),
    "version: 1\nendpoints: { GET /: { entry: frontend } }\n",
  );
  writeFileSync(
    join(folder, "study.yaml"),
    "version: 1\nname: own\nseed: 7\nsamples: 300\nconfidence: 95%\nfamilies:\n  fanout: { degree: [1, 2], theta: 0.9, rho: 0.9 }\n",
  );
});

function lateCalls(): string {
  const start = Date.parse("2026-11-01T00:00:00Z");
  const nanos = (ms: number) => `${start + ms}000000`;
  const resource = (service: string, spans: readonly object[]) => ({
    resource: { attributes: [{ key: "service.name", value: { stringValue: service } }] },
    scopeSpans: [{ spans }],
  });
  const traces = Array.from({ length: 40 }, (_, at) => {
    const traceId = (at + 1).toString(16).padStart(32, "0");
    const id = (part: number) => (at * 10 + part + 1).toString(16).padStart(16, "0");
    const times = { startTimeUnixNano: nanos(at * 1000), endTimeUnixNano: nanos(at * 1000 + 90) };
    const late = at % 5 === 0;
    const call = {
      ...{ traceId, spanId: id(2), parentSpanId: id(1), kind: 3, name: "POST", ...times },
      attributes: [
        { key: "server.address", value: { stringValue: "payment" } },
        { key: "http.request.method", value: { stringValue: "POST" } },
        ...(late ? [{ key: "error.type", value: { stringValue: "timeout" } }] : []),
      ],
      status: { code: late ? 2 : 0 },
    };
    const entry = { traceId, spanId: id(1), kind: 2, name: "POST /pay", ...times };
    const answer = { traceId, spanId: id(3), parentSpanId: id(2), kind: 2, name: "POST", ...times };
    return [resource("frontend", [entry, call]), ...(late ? [] : [resource("payment", [answer])])];
  });
  return `${JSON.stringify({ resourceSpans: traces.flat() })}\n`;
}

function schemaOf(name: string): Readonly<Record<string, unknown>> {
  return JSON.parse(readFileSync(join(root, `schema/${name}.schema.json`), "utf8"));
}

function validatorOf(name: string): ValidateFunction {
  return new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schemaOf(name));
}

type Case = {
  readonly schema: string;
  readonly args: readonly string[];
  readonly status?: number;
};

const printed = new Map<Case, unknown>();

/** What a command prints; it is run once. */
function jsonOf(one: Case): unknown {
  if (!printed.has(one)) {
    const ended = runCli(ACTION_NODE, folder, [...one.args, "--format", "json"]);
    expect(ended.status, ended.stderr).toBe(one.status ?? 0);
    printed.set(one, JSON.parse(ended.stdout));
  }
  return printed.get(one);
}

/** The value once for each object in it, with a key more there; `open`: where names are data. */
function* strangers(value: unknown, open: ReadonlySet<string>): Generator<unknown> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield { ...value, stranger: 1 };
  for (const [key, part] of Object.entries(value)) {
    if (open.has(key)) continue;
    for (const changed of strangers(part, open)) {
      yield Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed };
    }
  }
}

const CASES: readonly Case[] = [
  { schema: "validate", args: ["validate", "bad.yaml", "lost.yaml", "flow.yaml"], status: 2 },
  { schema: "init", args: ["init", "--out", "drafted"] },
  { schema: "init", args: ["init", "--out", "drafted", "--force"] },
  { schema: "discover", args: ["discover", TRACES] },
  { schema: "discover", args: ["discover", TRACES, "--model", "flow.yaml"] },
  { schema: "discover", args: ["discover", LATE[0], "--outages", LATE[1], "--out", "late.yaml"] },
  { schema: "discover", args: ["discover", LATE[0], "--check", "--model", "flow.yaml"] },
  {
    schema: "discover",
    args: ["discover", TRACES, "--check", "--model", "late.yaml", "--strict"],
    status: 1,
  },
  { schema: "study", args: ["study", "--config", "study.yaml", "--out", "own"] },
];

describe("what is printed as JSON is what its published schema says", { timeout: 60_000 }, () => {
  it.each(CASES)("$schema: $args", (one) => {
    const validate = validatorOf(one.schema);
    const value = jsonOf(one);
    validate(value);
    expect(validate.errors).toBeNull();
    // What is counted in a finding is named by its kind.
    const changed = [...strangers(value, new Set(["counts"]))];
    expect(changed.length).toBeGreaterThan(0);
    expect(changed.filter((other) => validate(other))).toEqual([]);
  });

  it("holds of the paper's study, cell by cell", () => {
    const validate = validatorOf("study");
    const args = ["study", "--samples", "200", "--out", "paper"];
    validate(jsonOf({ schema: "study", args }));
    expect(validate.errors).toBeNull();
  });

  it("was tried on the rarer parts, too", () => {
    const text = JSON.stringify(CASES.map(jsonOf));
    const parts = [
      '"timing":\\{',
      '"censored":[1-9]',
      '"optional":\\[\\{',
      '"snippet":',
      '"column":',
    ];
    for (const part of parts) expect(text).toMatch(new RegExp(part));
  });

  it("holds no command of the Actions runner, whatever a spec is called", () => {
    const named = { schema: "validate", args: ["validate", "##[error]x"], status: 2 };
    expect(jsonOf(named)).toMatchObject({ files: [{ path: "##[error]x" }] });
    const { stdout } = runCli(ACTION_NODE, folder, [...named.args, "--format", "json"]);
    expect(stdout).not.toContain("##[");
  });
});

describe("the published schemas", () => {
  const names = ["result", "validate", "init", "discover", "study"];

  it.each(names)("%s: is strict, and each key is described", (name) => {
    validatorOf(name);
    const undescribed: string[] = [];
    const visit = (node: unknown, path: string) => {
      if (typeof node !== "object" || node === null) return;
      for (const [key, part] of Object.entries(node)) {
        if (key === "properties") {
          for (const [own, value] of Object.entries(part)) {
            const told = value as { description?: string; $ref?: string };
            if (told.description === undefined && told.$ref === undefined) {
              undescribed.push(`${path}/${own}`);
            }
          }
        }
        visit(part, `${path}/${key}`);
      }
    };
    visit(schemaOf(name), "");
    expect(undescribed).toEqual([]);
  });

  it("say the same of a diagnostic", () => {
    const [first, ...others] = names.flatMap((name) => {
      const parts = schemaOf(name)["$defs"] as { diagnostic?: unknown } | undefined;
      return parts?.diagnostic === undefined ? [] : [parts.diagnostic];
    });
    expect(others.length).toBe(2);
    for (const other of others) expect(other).toEqual(first);
  });
});
