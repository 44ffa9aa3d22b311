import fc from "fast-check";
import { dump } from "js-yaml";
import { diff } from "../../src/flow/diff.ts";
import type { ModelResult } from "../../src/gate/result.ts";
import { type Files, memoryTree } from "./memory-tree.ts";

/** One service of a generated shop, as a team would write its manifests. */
export type Service = {
  readonly replicas: number;
  /** By a HorizontalPodAutoscaler, which then says how many. */
  readonly scaled: boolean;
  readonly spread: "hard" | "soft" | null;
  readonly budget: boolean;
  /** Retries of calls into it, by a VirtualService. */
  readonly retries: number | null;
  readonly calls: readonly number[];
};

export const services = fc
  .array(
    fc.record({
      replicas: fc.integer({ min: 1, max: 4 }),
      scaled: fc.boolean(),
      spread: fc.constantFrom("hard", "soft", null),
      budget: fc.boolean(),
      retries: fc.option(fc.integer({ min: 0, max: 3 })),
      calls: fc.uniqueArray(fc.integer({ min: 0, max: 4 }), { maxLength: 2 }),
    }),
    { minLength: 2, maxLength: 4 },
  )
  .map((all): readonly Service[] =>
    // Calls go onwards only.
    all.map((one, i) => ({ ...one, calls: one.calls.filter((to) => to > i && to < all.length) })),
  );

/** How the manifests are written, which says nothing about what runs. */
export type Style = {
  readonly image: string;
  readonly label: string;
  readonly comment: string;
  readonly order: readonly number[];
  readonly format: "block" | "flow" | "json";
  readonly lineEnd: "\n" | "\r\n";
  readonly mark: boolean;
  readonly reversed: boolean;
};

export const styles: fc.Arbitrary<Style> = fc.record({
  image: fc.constantFrom("main:1", "main:2", "registry.example/main@sha256:abc"),
  label: fc.constantFrom("a", "b", "yes", "---"),
  comment: fc.constantFrom("", "# replicas: 9", "# kind: Deployment\n# {{ x }}"),
  order: fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }),
  format: fc.constantFrom("block", "flow", "json"),
  lineEnd: fc.constantFrom("\n", "\r\n"),
  mark: fc.boolean(),
  reversed: fc.boolean(),
});

function objectsOf(index: number, one: Service, style: Style): readonly object[] {
  const name = `s${index}`;
  const app = { app: name };
  const about = { name, labels: { "example.com/note": style.label } };
  const workload = {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: about,
    spec: {
      ...(one.scaled ? {} : { replicas: one.replicas }),
      selector: { matchLabels: app },
      template: {
        metadata: { labels: { ...app, version: style.label } },
        spec: {
          containers: [{ name: "main", image: style.image }],
          ...(one.spread === null ? {} : { topologySpreadConstraints: [spreadOf(one, app)] }),
        },
      },
    },
  };
  return [
    workload,
    ...(one.scaled ? [autoscalerOf(about, one)] : []),
    ...(one.budget ? [budgetOf(about, app)] : []),
    ...(one.retries === null ? [] : [routeOf(about, one.retries)]),
  ];
}

function spreadOf({ spread }: Service, app: object): object {
  return {
    maxSkew: 1,
    topologyKey: "topology.kubernetes.io/zone",
    whenUnsatisfiable: spread === "hard" ? "DoNotSchedule" : "ScheduleAnyway",
    labelSelector: { matchLabels: app },
  };
}

function autoscalerOf(metadata: { readonly name: string }, { replicas }: Service): object {
  const scaleTargetRef = { apiVersion: "apps/v1", kind: "Deployment", name: metadata.name };
  return {
    apiVersion: "autoscaling/v2",
    kind: "HorizontalPodAutoscaler",
    metadata,
    spec: { scaleTargetRef, minReplicas: replicas, maxReplicas: 10 },
  };
}

function budgetOf(metadata: object, app: object): object {
  return {
    apiVersion: "policy/v1",
    kind: "PodDisruptionBudget",
    metadata,
    spec: { maxUnavailable: 1, selector: { matchLabels: app } },
  };
}

function routeOf(metadata: { readonly name: string }, retries: number): object {
  return {
    apiVersion: "networking.istio.io/v1",
    kind: "VirtualService",
    metadata,
    spec: {
      hosts: [metadata.name],
      http: [
        {
          route: [{ destination: { host: metadata.name } }],
          timeout: "2s",
          retries: { attempts: retries, perTryTimeout: "500ms" },
        },
      ],
    },
  };
}

function written(object: object, { format, reversed }: Style): string {
  const keyed = reversed ? Object.fromEntries(Object.entries(object).reverse()) : object;
  if (format === "json") return `${JSON.stringify(keyed, null, 2)}\n`;
  return dump(keyed, { flowLevel: format === "flow" ? 2 : -1, noRefs: true });
}

function manifestsOf(shop: readonly Service[], style: Style): Files {
  return Object.fromEntries(
    shop.map((one, i) => {
      const objects = objectsOf(i, one, style);
      const ordered = style.order.flatMap((at) => objects[at] ?? []);
      const documents = ordered.map((object) => `${style.comment}\n${written(object, style)}`);
      const text = documents.join("---\n").replaceAll("\n", style.lineEnd);
      return [`deploy/s${i}.yaml`, style.mark ? `\ufeff${text}` : text];
    }),
  );
}

function specOf(shop: readonly Service[]): string {
  const calls = shop.flatMap(({ calls }, from) =>
    calls.map((to) => ({ from: `s${from}`, to: `s${to}` })),
  );
  return JSON.stringify({
    version: 1,
    manifests: ["deploy/*.yaml"],
    defaults: { replicaAvailability: "98%", dependencyAvailability: "99.5%" },
    domains: {
      zone: {
        members: ["a", "b", "c"],
        availability: "99%",
        topologyKey: "topology.kubernetes.io/zone",
      },
    },
    dependencies: calls.map(({ from, to }) => ({
      [`${from} -> ${to}`]: shop[Number(to.slice(1))]?.retries == null ? {} : { timeout: LATENCY },
    })),
    endpoints: Object.fromEntries(
      shop.flatMap((_, i) => [
        [`whole ${i}`, { entry: `s${i}`, slo: "1%" }],
        [`alone ${i}`, { entry: `s${i}`, needs: [], slo: "1%" }],
      ]),
    ),
  });
}

/** The route into a service says after how long a call is late, and how often it is tried again. */
const LATENCY = { latency: { p50: "100ms", p99: "900ms" } };

export const PLAIN: Style = {
  image: "main:1",
  label: "a",
  comment: "",
  order: [0, 1, 2, 3],
  format: "block",
  lineEnd: "\n",
  mark: false,
  reversed: false,
};

/** What the gate makes of it; `null`: nothing that it reads differs. */
export async function compare(
  base: readonly Service[],
  head: readonly Service[],
  style = PLAIN,
): Promise<ModelResult | null> {
  const spec = { "availability.yaml": specOf(base) };
  const side = (files: Files) => ({ tree: memoryTree({ ...files, ...spec }), rendered: null });
  const outcome = await diff({
    base: side(manifestsOf(base, PLAIN)),
    head: side(manifestsOf(head, style)),
    models: ["availability.yaml"],
    options: { samples: 1000, seed: 1 },
  });
  if (outcome.kind === "invalid") throw new Error(JSON.stringify(outcome.diagnostics));
  return outcome.judgements[0]?.model ?? null;
}
