import { existsSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { Model } from "../../src/model/model.ts";
import { asSequence, asText, lookup } from "../../src/yaml/access.ts";
import { parseYaml } from "../../src/yaml/parse.ts";
import {
  absent,
  availabilityOf,
  blockingCalls,
  documentedRows,
  fixture,
  modelOf,
  REALWORLD,
  REFERENCE,
} from "./fixture.ts";
import { countKillSets, distance, type Wanted } from "./kill-sets.ts";

const DATA = new URL("otel-demo/", REFERENCE);
const MANIFEST = new URL("manifests/otel-demo/k8s-2.1.3/opentelemetry-demo.yaml", REALWORLD);

const RATES = [10, 20, 30, 40, 50, 60, 70, 80, 90];
const KILLED = [1, 3, 4, 6, 7, 8, 10, 11, 13];
const ENDPOINTS: Readonly<Record<string, readonly string[]>> = {
  "GET /api/products": ["product-catalog"],
  "GET /api/recommendations": ["recommendation"],
  "GET /api/cart": ["cart"],
  "POST /api/checkout": ["checkout", "cart", "payment", "shipping"],
};
const MIXTURE = "one of the four";
const ALL = [...Object.keys(ENDPOINTS), MIXTURE];
const FAULTS = [null, ...RATES.map((rate) => `kill-${rate}%`)];

const files = fixture("otel-demo");
const withLines = (dependencies: readonly string[], text = files["availability.yaml"]!) =>
  text.replace("\nfaults:", `${dependencies.map((one) => `  - ${one}\n`).join("")}\nfaults:`);
/** A variant of the fixture's spec, by its text. */
const variant = (text: string): Promise<Model> => modelOf({ ...files, "availability.yaml": text });
/** Kafka stays a service, as the kills name it. */
const withoutKafka = files["availability.yaml"]!.replace(/ {2}- .* ~> .*\n/g, "").replace(
  "\ndependencies:",
  "\nservices:\n  kafka: {}\n\ndependencies:",
);

const figures = (model: Model): readonly number[] =>
  ALL.flatMap((endpoint) => FAULTS.map((fault) => availabilityOf(model, endpoint, fault)));

let asynchronous: Model;
let blocking: Model;

beforeAll(async () => {
  asynchronous = await modelOf(files);
  blocking = await modelOf(files, "all-blocking.yaml");
});

/** What counting gives for an endpoint, by the number of dead containers. */
function counted(model: Model, endpoint: string): readonly { over: bigint; under: bigint }[] {
  const wanted: Wanted[] =
    endpoint === MIXTURE
      ? Object.values(ENDPOINTS).map((needs) => ({ weight: 1n, needs }))
      : [{ weight: 1n, needs: ENDPOINTS[endpoint]! }];
  const among = new Set(model.faults[0]!.kill!.among);
  const names = model.services.map(({ name }) => name);
  const containers = names.map((_, at) => (among.has(at) ? 1 : 0));
  return countKillSets(
    { names, containers, calls: blockingCalls(model), entry: "frontend" },
    wanted,
  );
}

describe("the OpenTelemetry Demo under a kill", () => {
  it("kills round(p n) of the fourteen that may be killed", () => {
    for (const { faults } of [asynchronous, blocking]) {
      expect(faults.map(({ name }) => name)).toEqual(RATES.map((rate) => `kill-${rate}%`));
      expect(faults.map(({ kill }) => kill!.dead)).toEqual(KILLED);
      for (const { kill } of faults) expect(kill!.among).toHaveLength(14);
    }
  });

  it("kills one at the least where the share rounds to none", async () => {
    const model = await variant(
      files["availability.yaml"]!.replace("fraction: 10%", "fraction: 1%"),
    );
    expect(model.faults[0]!.kill!.dead).toBe(1);
  });

  it.each(ALL)("%s is what counting all kill sets gives, to 1e-12", (endpoint) => {
    for (const model of [asynchronous, blocking]) {
      const fractions = counted(model, endpoint);
      RATES.forEach((rate, at) => {
        const figure = availabilityOf(model, endpoint, `kill-${rate}%`);
        expect(distance(figure, fractions[KILLED[at]!]!)).toBeLessThanOrEqual(1e-12);
      });
    }
  });

  it("does not care whether Kafka blocks: not by 1e-5, not at all", () => {
    expect(blockingCalls(blocking)).toHaveLength(blockingCalls(asynchronous).length + 3);
    expect(figures(blocking)).toEqual(figures(asynchronous));
  });
});

describe("the immediate availability of the OpenTelemetry Demo, whatever nobody waits for", () => {
  /** Parts that fail by themselves too, so that the steady state has something to tell. */
  const frail = (text: string) => text.replaceAll("Availability: 100%", "Availability: 99.3%");
  const names = [...files["compose.yaml"]!.matchAll(/^ {2}([a-z-]+):/gm)].map(([, name]) => name!);

  it("stays the same without Kafka", async () => {
    expect(withoutKafka).not.toContain("~>");
    expect(figures(await variant(withoutKafka))).toEqual(figures(asynchronous));
    const [without, usual] = [frail(withoutKafka), frail(files["availability.yaml"]!)];
    expect(figures(await variant(without))).toEqual(figures(await variant(usual)));
  });

  it("stays the same with any other asynchronous dependencies", async () => {
    const service = fc.constantFrom(...names, "audit", "archive");
    const line = fc
      .record({ from: service, to: service, tenths: fc.integer({ min: 0, max: 1000 }) })
      .filter(({ from, to }) => from !== to)
      .map(({ from, to, tenths }) => `${from} ~> ${to}: { availability: ${tenths / 10}% }`);
    const usual = figures(await variant(frail(files["availability.yaml"]!)));
    const property = fc.asyncProperty(fc.array(line, { maxLength: 25 }), async (lines) => {
      expect(figures(await variant(frail(withLines(lines, withoutKafka))))).toEqual(usual);
    });
    await fc.assert(property, { seed: 4, numRuns: 25 });
  });
});

describe("the page on the OpenTelemetry Demo", () => {
  it("shows our figures", () => {
    const text = (figure: number) => (figure === 0 ? "0" : figure.toFixed(4));
    const found = RATES.map((rate, at) => {
      const of = (endpoint: string) => availabilityOf(asynchronous, endpoint, `kill-${rate}%`);
      const [one, ...others] = Object.keys(ENDPOINTS).slice(0, 3).map(of);
      for (const other of others) expect(other).toBe(one);
      const figures = [one!, of("POST /api/checkout"), of(MIXTURE)].map(text);
      return [`${rate}%`, `${KILLED[at]}`, ...figures];
    });
    expect(documentedRows("| killed | dead |")).toEqual(found);
  });
});

describe("the OpenTelemetry Demo, where every call must succeed", () => {
  /** A strict checkout: no `needs`, so what is called through it must all work. */
  const strict = (text: string) =>
    text.replace("needs: [checkout, cart, payment, shipping]\n  #", "calls: [checkout]\n  #");

  it("does care: Kafka and its two consumers must then live too", async () => {
    const checkout = (model: Model) => availabilityOf(model, "POST /api/checkout", "kill-10%");
    const text = strict(files["availability.yaml"]!);
    // Of fourteen one is dead: not one of the nine that checkout calls for, and with Kafka of the twelve.
    expect(checkout(await variant(text))).toBeCloseTo(5 / 14, 12);
    expect(checkout(await variant(text.replaceAll("~>", "->")))).toBeCloseTo(2 / 14, 12);
  });
});

describe.skipIf(!existsSync(DATA))(`the OpenTelemetry Demo as published${absent(DATA)}`, () => {
  type Target = {
    readonly entry: string;
    readonly any_of?: readonly string[];
    readonly all_of?: readonly string[];
  };

  it("has the success rules of the study", () => {
    const targets: Record<string, Target> = JSON.parse(
      readFileSync(new URL("targets.json", DATA), "utf8"),
    );
    const nameOf = (at: number): string => asynchronous.services[at]!.name;
    const rules = Object.entries(targets).map(([name, { entry, any_of: any, all_of: every }]) => {
      // One service of one: the two rules are the same.
      if (any !== undefined) expect(any).toHaveLength(1);
      return { name, entry, needs: every ?? any };
    });
    const stated = asynchronous.endpoints
      .filter(({ name }) => name !== MIXTURE)
      .map(({ name, entry, mixture, completion }) => {
        expect(completion).toBe("immediate");
        const [{ need }] = mixture as [(typeof mixture)[number]];
        const of = need.kind === "atLeast" ? need.of : [need];
        if (need.kind === "atLeast") expect(need.k).toBe(need.of.length);
        const needs = of.map((one) => (one.kind === "service" ? nameOf(one.service) : one));
        return { name, entry: nameOf(entry), needs };
      });
    expect(stated).toEqual(rules);
  });

  it.skipIf(!existsSync(MANIFEST))("kills what runs and is not spared", () => {
    const lines = readFileSync(new URL("not-killed.txt", DATA), "utf8").split(/\r?\n/);
    const spared = new Set(lines.filter((line) => line !== "" && !line.startsWith("#")));
    const killable = workloads().filter((name) => !spared.has(name));
    const named = asynchronous.faults[0]!.kill!.among.map((at) => asynchronous.services[at]!.name);
    expect([...named].sort()).toEqual(killable.sort());
  });
});

describe.skipIf(!existsSync(MANIFEST))(
  `the OpenTelemetry Demo as deployed${absent(MANIFEST)}`,
  () => {
    it("calls what its environment names", () => {
      const ours = new Set(asynchronous.services.map(({ name }) => name));
      const hinted = hints().filter(({ from, to }) => ours.has(from) && ours.has(to));
      const kafka = hinted.filter(({ to }) => to === "kafka").map(({ from }) => from);
      // The address of Kafka does not tell who writes and who reads.
      expect(kafka.sort()).toEqual(["accounting", "checkout", "fraud-detection"]);
      const asynchronousLines = asynchronous.dependencies.filter(({ mode }) => mode === "async");
      expect(asynchronousLines.map(({ name }) => name).sort()).toEqual([
        "checkout ~> kafka",
        "kafka ~> accounting",
        "kafka ~> fraud-detection",
      ]);
      const called = hinted
        .filter(({ to }) => to !== "kafka")
        .map(({ from, to }) => `${from} -> ${to}`);
      const stated = blockingCalls(asynchronous).map(([from, to]) => `${from} -> ${to}`);
      expect(stated.sort()).toEqual([...new Set(called)].sort());
    });
  },
);

type Hint = { readonly from: string; readonly to: string };

function deployed() {
  const { documents } = parseYaml(readFileSync(MANIFEST, "utf8"), "kubernetes");
  return documents.filter((one) =>
    /^(?:Deployment|StatefulSet)$/.test(asText(lookup(one, "kind")) ?? ""),
  );
}

function workloads(): string[] {
  return deployed().map((one) => asText(lookup(one, "metadata", "name"))!);
}

/** Whom a workload is told the address of: in a variable `…_ADDR` or `…_HOST`, or as the host of a database. */
function hints(): readonly Hint[] {
  const known = new Set(workloads());
  return deployed().flatMap((one) => {
    const from = asText(lookup(one, "metadata", "name"))!;
    const pod = lookup(one, "spec", "template", "spec");
    const containers = asSequence(lookup(pod, "containers"))?.items ?? [];
    return containers
      .flatMap((container) => asSequence(lookup(container, "env"))?.items ?? [])
      .flatMap((variable) => {
        const name = asText(lookup(variable, "name")) ?? "";
        const value = asText(lookup(variable, "value")) ?? "";
        if (!/_(?:ADDR|HOST)$|^DB_/.test(name)) return [];
        const host = /^(?:Host=|https?:\/\/)?([a-z-]+)/.exec(value)?.[1];
        return host !== undefined && host !== from && known.has(host) ? [{ from, to: host }] : [];
      });
  });
}
