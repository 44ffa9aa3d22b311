import { describe, expect, it } from "vitest";
import type { PlacementFact } from "../../src/deployment/workload.ts";
import { workloadOf } from "./manifest.ts";

const ZONE = "topology.kubernetes.io/zone";
const HOST = "kubernetes.io/hostname";

/** A Deployment whose pod is labelled `app: pay`, with this in its spec from line 11. */
function manifest(podSpec: string, namespace = "shop"): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata: { name: pay, namespace: ${namespace} }
spec:
  replicas: 3
  selector: { matchLabels: { app: pay } }
  template:
    metadata: { labels: { app: pay, tier: back } }
    spec:
      containers: [{ name: main, image: pay:1 }]
${podSpec}
`;
}

/** `rule key values (soft, idle) at line`. */
function brief({ rule, topologyKey, values, soft, idle, place }: PlacementFact): string {
  const key = topologyKey === ZONE ? "zone" : topologyKey === HOST ? "host" : topologyKey;
  const marks = [...(soft ? ["soft"] : []), ...(idle === undefined ? [] : ["idle"])];
  return [
    rule,
    key,
    ...(values.length > 0 ? [values.join("|")] : []),
    ...(marks.length > 0 ? [`(${marks.join(", ")})`] : []),
    `at ${place.line}`,
  ].join(" ");
}

const facts = (podSpec: string, namespace?: string) =>
  workloadOf(manifest(podSpec, namespace)).placement.map(brief);

const constraint = (more: string) =>
  `      topologySpreadConstraints: [{ topologyKey: ${ZONE}, ${more} }]`;
const own = "labelSelector: { matchLabels: { app: pay } }";

describe("topologySpreadConstraints", () => {
  it.each([
    ["a hard one", `maxSkew: 1, whenUnsatisfiable: DoNotSchedule, ${own}`, "spread zone at 11"],
    ["the default", `maxSkew: 1, ${own}`, "spread zone at 11"],
    ["a null action", `maxSkew: 1, whenUnsatisfiable: null, ${own}`, "spread zone at 11"],
    ["a soft one", `whenUnsatisfiable: ScheduleAnyway, ${own}`, "spread zone (soft) at 11"],
    [
      "some skew",
      `maxSkew: 2, whenUnsatisfiable: DoNotSchedule, ${own}`,
      "spread zone (soft) at 11",
    ],
    ["minDomains", `maxSkew: 1, minDomains: 3, ${own}`, "spread zone at 11"],
    ["no selector", "maxSkew: 1", "spread zone (idle) at 11"],
    ["a null selector", "maxSkew: 1, labelSelector: null", "spread zone (idle) at 11"],
    ["an empty selector", "maxSkew: 1, labelSelector: {}", "spread zone at 11"],
    ["another app", "labelSelector: { matchLabels: { app: cart } }", "spread zone (idle) at 11"],
    [
      "an expression that matches",
      "labelSelector: { matchExpressions: [{ key: tier, operator: In, values: [front, back] }] }",
      "spread zone at 11",
    ],
    [
      "an expression that does not",
      "labelSelector: { matchExpressions: [{ key: tier, operator: DoesNotExist }] }",
      "spread zone (idle) at 11",
    ],
    ["keys of the revision", `matchLabelKeys: [pod-template-hash], ${own}`, "spread zone at 11"],
    ["such keys alone", "matchLabelKeys: [app]", "spread zone (idle) at 11"],
  ])("%s", (_, written, expected) => {
    expect(facts(constraint(written))).toEqual([expected]);
  });

  it("say nothing without a topology key, or where nothing is written", () => {
    expect(facts("      topologySpreadConstraints: [{ maxSkew: 1 }, null]")).toEqual([]);
    for (const nothing of ["null", "[]", "{}", "text"]) {
      expect(facts(`      topologySpreadConstraints: ${nothing}`)).toEqual([]);
      expect(facts(`      affinity: ${nothing}`)).toEqual([]);
      expect(facts(`      nodeSelector: ${nothing}`)).toEqual([]);
    }
  });

  it("are told with their remedy where they do nothing", () => {
    const idle = (written: string) => workloadOf(manifest(constraint(written))).placement[0]!.idle;
    expect(idle("maxSkew: 1")).toBe(
      `the spread constraint over \`${ZONE}\` has no \`labelSelector\`, which selects no pod, and spreads nothing; give it the labels of its pods`,
    );
    expect(idle("labelSelector: { matchLabels: { app: x } }")).toContain("correct its");
  });

  it("stand each at its own line", () => {
    const text = `      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: ${ZONE}
          ${own}
        - maxSkew: 1
          topologyKey: ${HOST}
          whenUnsatisfiable: ScheduleAnyway
          ${own}`;
    expect(facts(text)).toEqual(["spread zone at 12", "spread host (soft) at 15"]);
  });
});

describe("affinities of pods", () => {
  const rule = (kind: string, when: string, term: string) =>
    `      affinity: { ${kind}: { ${when}DuringSchedulingIgnoredDuringExecution: [${term}] } }`;
  const required = (kind: string, more: string) =>
    facts(rule(kind, "required", `{ topologyKey: ${HOST}, ${more} }`));
  const preferred = (kind: string, more: string) =>
    facts(
      rule(kind, "preferred", `{ weight: 9, podAffinityTerm: { topologyKey: ${HOST}, ${more} } }`),
    );

  it("with their like spread or pack", () => {
    expect(required("podAntiAffinity", own)).toEqual(["spread host at 11"]);
    expect(preferred("podAntiAffinity", own)).toEqual(["spread host (soft) at 11"]);
    expect(required("podAffinity", own)).toEqual(["packed host at 11"]);
    expect(preferred("podAffinity", own)).toEqual(["packed host (soft) at 11"]);
  });

  it("with others keep no replicas apart, and put none together", () => {
    const other = "labelSelector: { matchLabels: { app: cart } }";
    expect(required("podAntiAffinity", other)).toEqual(["spread host (idle) at 11"]);
    expect(required("podAffinity", other)).toEqual([]);
    expect(required("podAntiAffinity", "labelSelector: null")).toEqual([
      "spread host (idle) at 11",
    ]);
    expect(required("podAntiAffinity", "labelSelector: {}")).toEqual(["spread host at 11"]);
  });

  it.each([
    ["namespaces: [shop]", ""],
    ["namespaces: [other]", " (idle)"],
    ["namespaces: []", ""],
    ["namespaces: null, namespaceSelector: null", ""],
    ["namespaces: [other], namespaceSelector: {}", ""],
    ["matchLabelKeys: [tier]", ""],
    ["mismatchLabelKeys: [tier]", " (idle)"],
    ["mismatchLabelKeys: [pod-template-hash]", " (idle)"],
    ["mismatchLabelKeys: [absent]", ""],
  ])("%s", (more, mark) => {
    const found = required("podAntiAffinity", `${own}, ${more}`);
    expect(found).toEqual([`spread host${mark} at 11`]);
  });

  it("may mean a namespace that is set later", () => {
    const term = `{ topologyKey: ${HOST}, ${own}, namespaces: [prod] }`;
    expect(facts(rule("podAntiAffinity", "required", term), "''")).toEqual(["spread host at 11"]);
  });

  it("in a patch, which leaves the labels to the manifest that it patches, are taken to mean its pods", () => {
    const patch = manifest(
      `${rule("podAntiAffinity", "required", `{ topologyKey: ${HOST}, ${own} }`)}\n${constraint("labelSelector: null")}`,
    )
      .replace(/ {2}selector:.*\n/, "")
      .replace(/ {4}metadata: \{ labels.*\n/, "");
    expect(workloadOf(patch).placement.map(brief)).toEqual([
      "spread zone (idle) at 10",
      "spread host at 9",
    ]);
  });
});

describe("labels of nodes", () => {
  const required = (...terms: readonly string[]) =>
    facts(
      `      affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [${terms.map((one) => `{ matchExpressions: [${one}] }`).join(", ")}] } } }`,
    );
  const preferred = (...terms: readonly (readonly [number, string])[]) =>
    facts(
      `      affinity: { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [${terms.map(([weight, one]) => `{ weight: ${weight}, preference: { matchExpressions: [${one}] } }`).join(", ")}] } }`,
    );
  const zone = (operator: string, ...values: readonly string[]) =>
    `{ key: ${ZONE}, operator: ${operator}, values: [${values.join(", ")}] }`;
  const disk = "{ key: disk, operator: In, values: [ssd] }";

  it("pin by a selector, at its line", () => {
    expect(facts(`      nodeSelector:\n        disk: ssd\n        ${ZONE}: a`)).toEqual([
      "pinned disk ssd at 12",
      "pinned zone a at 13",
    ]);
  });

  it.each<[string, readonly string[], readonly string[]]>([
    ["In", [zone("In", "b", "a")], ["pinned zone a|b at 11"]],
    ["NotIn", [zone("NotIn", "c")], ["avoided zone c at 11"]],
    ["NotIn nothing", [zone("NotIn")], []],
    [
      "all of one term",
      [`${zone("In", "a", "b")}, ${zone("NotIn", "b")}`],
      ["pinned zone a at 11"],
    ],
    ["any of two terms", [zone("In", "a"), zone("In", "b")], ["pinned zone a|b at 11"]],
    ["any of two, but", [zone("In", "a"), zone("NotIn", "a", "c")], ["avoided zone c at 11"]],
    ["both kept off", [zone("NotIn", "a", "b"), zone("NotIn", "b", "c")], ["avoided zone b at 11"]],
    ["one term that leaves it open", [zone("In", "a"), disk], []],
    ["an empty term, which matches no node", [zone("In", "a"), ""], ["pinned zone a at 11"]],
    ["whether there is a label", [`{ key: ${ZONE}, operator: Exists }`], []],
  ])("required: %s", (_, terms, expected) => {
    expect(required(...terms)).toEqual(expected);
  });

  it("preferred, the heaviest terms decide of each label", () => {
    expect(preferred([1, zone("In", "a")])).toEqual(["pinned zone a (soft) at 11"]);
    expect(preferred([1, zone("In", "a")], [5, zone("In", "b")], [9, disk])).toEqual([
      "pinned zone b (soft) at 11",
      "pinned disk ssd (soft) at 11",
    ]);
    expect(preferred([5, zone("In", "a")], [5, zone("In", "b")])).toEqual([
      "pinned zone a|b (soft) at 11",
    ]);
  });
});
