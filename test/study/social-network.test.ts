import { existsSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import type { Model } from "../../src/model/model.ts";
import {
  absent,
  availabilityOf,
  blockingCalls,
  documentedRows,
  fixture,
  modelOf,
  REFERENCE,
} from "./fixture.ts";
import { countKillSets, distance, type Fraction } from "./kill-sets.ts";

const DATA = new URL("social-network/", REFERENCE);
const RATES = [10, 30, 50, 70, 90];
const ENTRY = "nginx-web-server";
const service = (name: string): string => `${name}-service`;

/** What the study says of the workload, in whole tenths. */
const WORKLOAD = [
  { weight: 6n, needs: ["home-timeline", "post-storage", "social-graph"].map(service) },
  { weight: 3n, needs: ["user-timeline", "post-storage"].map(service) },
  {
    weight: 1n,
    needs: [
      "compose-post",
      "unique-id",
      "text",
      "user",
      "post-storage",
      "user-timeline",
      "home-timeline",
      "social-graph",
      "media",
      "url-shorten",
      "user-mention",
    ].map(service),
  },
];
const REPLICATED = ["compose-post", "home-timeline", "user-timeline", "text", "media"].map(service);

const deployments = [
  {
    mode: "norepl",
    spec: "availability.yaml",
    containers: 12,
    dead: [2, 4, 6, 9, 11],
    of: (): number => 1,
  },
  {
    mode: "repl",
    spec: "replicated.yaml",
    containers: 22,
    dead: [3, 7, 11, 16, 20],
    of: (name: string): number => (REPLICATED.includes(name) ? 3 : 1),
  },
] as const;

const models = new Map<string, Model>();

beforeAll(async () => {
  for (const { mode, spec } of deployments) {
    models.set(mode, await modelOf(fixture("social-network"), spec));
  }
});

const ours = (mode: string, rate: number): number =>
  availabilityOf(models.get(mode)!, "mixed workload", `kill-${rate}%`);

/** By the number of dead containers, over the calls of the spec. */
function counted({ mode, of }: (typeof deployments)[number]): readonly Fraction[] {
  const model = models.get(mode)!;
  const names = model.services.map(({ name }) => name);
  const calls = blockingCalls(model);
  return countKillSets({ names, containers: names.map(of), calls, entry: ENTRY }, WORKLOAD);
}

describe("the Social Network under a kill", () => {
  it.each(deployments)("$mode kills so many of its $containers containers", (deployment) => {
    const { services, faults } = models.get(deployment.mode)!;
    expect(services.map(({ replicas }) => replicas.length)).toEqual(
      services.map(({ name }) => deployment.of(name)),
    );
    expect(services.reduce((sum, { replicas }) => sum + replicas.length, 0)).toBe(
      deployment.containers,
    );
    expect(faults.map(({ kill }) => kill!.dead)).toEqual(deployment.dead);
    for (const { kill } of faults) expect(kill!.among).toHaveLength(12);
  });

  it.each(deployments)("$mode is what counting all kill sets gives, to 1e-12", (deployment) => {
    const fractions = counted(deployment);
    RATES.forEach((rate, at) => {
      const fraction = fractions[deployment.dead[at]!]!;
      expect(distance(ours(deployment.mode, rate), fraction)).toBeLessThanOrEqual(1e-12);
    });
  });

  it.each([
    [
      "norepl",
      [
        [23n, 55n],
        [133n, 825n],
        [1n, 22n],
        [3n, 2200n],
        [0n, 1n],
      ],
    ],
    [
      "repl",
      [
        [387n, 616n],
        [86813n, 284240n],
        [10349n, 90440n],
        [469n, 35530n],
        [0n, 1n],
      ],
    ],
  ] as const)("%s is a fraction that fits on a line", (mode, fractions) => {
    RATES.forEach((rate, at) => {
      const [over, under] = fractions[at]!;
      expect(distance(ours(mode, rate), { over, under })).toBeLessThanOrEqual(1e-12);
    });
  });
});

type PublishedRow = {
  readonly mode: string;
  readonly rate: number;
  readonly model: number;
  readonly error: number;
  readonly live: number;
};

function published(): readonly PublishedRow[] {
  const [head, ...rows] = readFileSync(new URL("published.csv", DATA), "utf8")
    .trim()
    .split(/\r?\n/);
  expect(head).toBe("mode,p_fail,model,model_pm,live,live_pm");
  return rows.map((row) => {
    const [mode = "", ...figures] = row.split(",");
    const [rate = 0, model = 0, error = 0, live = 0] = figures.map(Number);
    return { mode, rate: Math.round(rate * 100), model, error, live };
  });
}

const mean = (all: readonly number[]): number => all.reduce((sum, x) => sum + x, 0) / all.length;

function pearson(xs: readonly number[], ys: readonly number[]): number {
  const [mx, my] = [mean(xs), mean(ys)];
  const covariance = mean(xs.map((x, i) => (x - mx) * (ys[i]! - my)));
  const variance = (all: readonly number[], m: number): number =>
    mean(all.map((x) => (x - m) ** 2));
  return covariance / Math.sqrt(variance(xs, mx) * variance(ys, my));
}

describe("the page on the Social Network", () => {
  it("shows our figures", () => {
    const rows = documentedRows("| containers | killed |");
    const shown = rows.map(([, rate, dead, figure]) => [rate, dead, figure]);
    const found = deployments.flatMap(({ mode, dead }) =>
      RATES.map((rate, at) => {
        const figure = ours(mode, rate);
        return [`${rate}%`, `${dead[at]}`, figure === 0 ? "0" : figure.toFixed(6)];
      }),
    );
    expect(shown).toEqual(found);
  });
});

describe.skipIf(!existsSync(DATA))(`the Social Network as published${absent(DATA)}`, () => {
  it("has the graph that Jaeger saw", () => {
    const text = readFileSync(new URL("jaeger-dependencies.json", DATA), "utf8");
    const { data }: { data: { parent: string; child: string }[] } = JSON.parse(text);
    const seen = data.map(({ parent, child }) => `${parent} -> ${child}`).sort();
    expect(seen).toHaveLength(19);
    for (const model of models.values()) {
      expect(model.dependencies.map(({ name }) => name).sort()).toEqual(seen);
      expect(model.services).toHaveLength(12);
    }
  });

  it("meets every estimate of the study within its error", () => {
    const rows = published();
    expect(rows).toHaveLength(10);
    for (const { mode, rate, model, error } of rows) {
      // Printed to four digits.
      expect(Math.abs(ours(mode, rate) - model)).toBeLessThanOrEqual(error + 0.5e-4);
    }
  });

  it("is as near to what was measured as the paper says, to more digits", () => {
    const rows = published();
    const figures = rows.map(({ mode, rate }) => ours(mode, rate));
    const errors = rows.map(({ live }, i) => figures[i]! - live);
    const correlation = pearson(
      figures,
      rows.map(({ live }) => live),
    );
    expect(correlation).toBeCloseTo(0.99183, 5);
    expect(mean(errors.map(Math.abs))).toBeCloseTo(0.02542, 5);
    expect(Math.sqrt(mean(errors.map((one) => one * one)))).toBeCloseTo(0.04866, 5);
  });
});
