import { describe, expect, it } from "vitest";
import { estimateEndpoint } from "../../src/availability/evaluate.ts";
import { discoverText } from "../../src/draft/discover-text.ts";
import { discoveredOf } from "../../src/draft/discovered.ts";
import { discoveries } from "../../src/study/families/trace-incompleteness.ts";
import type { Observed } from "../../src/traces/observed.ts";
import type { Span } from "../../src/traces/span.ts";
import { builtModel } from "../model/support.ts";
import { familyOf } from "../study/default-study.ts";
import type { TracedModel } from "./generate-model.ts";
import { otlpLines } from "./generate-otlp.ts";
import { randomOf } from "./generate-random.ts";
import { simulate } from "./generate-run.ts";
import { observe } from "./observe.ts";

/**
 * The study's trace-incompleteness, by traces: every set of parts that were not observed is taken out of
 * the spans of one run, what is left is discovered, and the figures of the discovered models, each with
 * the probability of its set, sum to the closed form.
 */
const config = familyOf("trace-incompleteness");
const { theta, rho, degree, replicas } = config;
const [hidden, edgeOnly, undercount] = discoveries(config);

describe("models discovered from a part of the traces", () => {
  const whole = runOf(fanout());
  const callee = (at: number): string => `callee-${at}`;

  it("know nothing of a callee that was never seen", async () => {
    const figures = await figuresOf(degree, (observed) => {
      const spans = whole.filter((span) => {
        const at = calleeOf(span);
        return at === null || isIn(observed, at);
      });
      return availabilityOf(drafted(observe([otlpLines(spans)]).observed));
    });
    expectBias(figures, degree, hidden!.closedForm);
  });

  it("lack the way to a callee whose calls were never seen, so that a need of it never holds", async () => {
    const needs = Array.from({ length: degree }, (_, at) => callee(at));
    const figures = await figuresOf(degree, (observed) => {
      // Lost are the client's spans: the callee's are there, and hang in the air.
      const spans = whole.filter(({ kind, attributes }) => {
        const at = kind === "client" ? needs.indexOf(String(attributes["server.address"])) : -1;
        return at < 0 || isIn(observed, at);
      });
      const { observed: seen, problems } = observe([otlpLines(spans)]);
      expect(problems).toEqual([]);
      expect(seen.quality.orphans).toBe((degree - bits(observed)) * REQUESTS);
      return availabilityOf(promised(seen, needs));
    });
    expectBias(figures, degree, edgeOnly!.closedForm);
  });

  it("count the replicas that were seen", async () => {
    const spans = runOf(bottleneck());
    const figures = await figuresOf(replicas, (observed) => {
      const left = spans.filter(({ emitter }) => {
        const at = /^target-(\d+)$/.exec(String(emitter.attributes["service.instance.id"]))?.[1];
        return at === undefined || isIn(observed, Number(at));
      });
      const seen = observe([otlpLines(left)]).observed;
      const { instances } = seen.services.find(({ name }) => name === "target")!;
      expect(instances ?? 0).toBe(bits(observed));
      return availabilityOf(promised(seen, ["target"], "entry: { replicaAvailability: 1 }"));
    });
    expectBias(figures, replicas, undercount!.closedForm);
  });
});

const REQUESTS = 12;

function runOf(model: TracedModel): readonly Span[] {
  return simulate(model, REQUESTS, randomOf(5)).spans;
}

/** By the set of parts that were observed, a bit each. */
async function figuresOf(
  parts: number,
  figureOf: (observed: number) => Promise<number>,
): Promise<readonly number[]> {
  const figures: number[] = [];
  for (let observed = 0; observed < 1 << parts; observed += 1)
    figures.push(await figureOf(observed));
  return figures;
}

function expectBias(
  figures: readonly number[],
  parts: number,
  closedForm: (omission: (typeof config.omission)[number]) => number,
): void {
  for (const omission of config.omission) {
    const mean = figures.reduce((sum, figure, observed) => {
      const seen = bits(observed);
      return sum + omission.q ** seen * omission.p ** (parts - seen) * figure;
    }, 0);
    expect(Math.abs(mean - closedForm(omission))).toBeLessThan(1e-12);
  }
}

/** As `discover` writes it, with θ and ρ of the study for all of it. */
function drafted(observed: Observed): string {
  const context = { manifests: [], workloads: new Map(), matched: new Set<string>() };
  return discoverText(discoveredOf(observed), observed.quality, context) + DEFAULTS;
}

/** What was seen, under a promise of people who know what is needed. */
function promised(observed: Observed, needs: readonly string[], service = ""): string {
  const names = new Set(service.split(":").slice(0, 1));
  const services = observed.services
    .filter(({ name }) => !names.has(name))
    // Of a service whose spans are all lost, no instance was seen.
    .map(({ name, instances }) => `  ${name}: { replicas: ${instances ?? 0} }`);
  const dependencies = observed.dependencies.map(({ from, to }) => `"${from} -> ${to}"`);
  return [
    "version: 1",
    "services:",
    ...services,
    ...(service === "" ? [] : [`  ${service}`]),
    `dependencies: [${[...new Set(dependencies)].join(", ")}]`,
    `endpoints: { GET /: { entry: entry, needs: [${needs.join(", ")}] } }`,
    DEFAULTS,
  ].join("\n");
}

const DEFAULTS = `defaults: { replicaAvailability: ${theta.p}, dependencyAvailability: ${rho.p} }\n`;

async function availabilityOf(text: string): Promise<number> {
  const model = await builtModel(text);
  const subject = { model, endpoint: model.endpoints[0]!, fault: null };
  const { estimate } = estimateEndpoint(subject, { samples: 1, seed: 0, alpha: 0.05 }, []);
  if (estimate.method !== "exact") throw new Error("the figure is not exact");
  return estimate.availability;
}

/** The entry calls so many services, each of one replica. */
function fanout(): TracedModel {
  return modelOf(
    Array.from({ length: degree }, (_, at) => ({ name: `callee-${at}`, replicas: 1 })),
  );
}

function bottleneck(): TracedModel {
  return modelOf([{ name: "target", replicas }]);
}

function modelOf(
  callees: readonly { readonly name: string; readonly replicas: number }[],
): TracedModel {
  const kind = "instrumented" as const;
  const names = callees.map(({ name }) => name);
  return {
    services: [{ name: "entry", kind, replicas: 1 }, ...callees.map((one) => ({ ...one, kind }))],
    calls: names.map((to) => ({
      from: "entry",
      to,
      protocol: "http" as const,
      operation: "GET /it",
      rho: 1,
      timeout: null,
    })),
    messages: [],
    endpoints: [
      {
        method: "GET",
        route: "/",
        entry: "entry",
        variants: [{ weight: 1, callees: names }],
        optional: [],
      },
    ],
    habits: {
      oldNames: false,
      failsFast: false,
      internals: false,
      linked: false,
      named: "by both",
    },
  };
}

/** The callee that a span tells of, from either side. */
function calleeOf({ kind, attributes, emitter }: Span): number | null {
  const name = kind === "client" ? attributes["server.address"] : emitter.service;
  const at = /^callee-(\d+)$/.exec(String(name))?.[1];
  return at === undefined ? null : Number(at);
}

function isIn(observed: number, at: number): boolean {
  return ((observed >> at) & 1) === 1;
}

function bits(set: number): number {
  let count = 0;
  for (let rest = set; rest > 0; rest &= rest - 1) count += 1;
  return count;
}
