import { describe, expect, it } from "vitest";
import { deployment, deploymentOf } from "./manifest.ts";

const selector = "labelSelector: {matchLabels: {app: web}}";
const spread = `topologySpreadConstraints: [{topologyKey: zone, ${selector}}]`;
const soft = `topologySpreadConstraints: [{topologyKey: zone, whenUnsatisfiable: ScheduleAnyway, ${selector}}]`;
const pin = "nodeSelector: {zone: a}";

function whole(more: string): string {
  return deployment("web").replace(
    "{containers",
    more === "" ? "{containers" : `{${more}, containers`,
  );
}

function patch(more: string): string {
  return `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {template: {spec: {${more}}}}\n`;
}

/** `rule at file:line`, and what it lacks. */
function found(files: Readonly<Record<string, string>>): readonly string[] {
  const { workloads } = deploymentOf(files);
  return workloads[0]!.placement.map(
    ({ rule, soft: isSoft, place, idle }) =>
      `${isSoft ? "soft " : ""}${rule} at ${place.file}:${place.line}${idle === undefined ? "" : `: ${idle}`}`,
  );
}

const lacks = (where: string) =>
  `\`Deployment/web\` is not spread over \`zone\` at \`${where}\`, and counts as if it were not; narrow \`manifests\` to one environment, or write the same`;

describe("where a workload of several files goes", () => {
  it("is what copies say alike", () => {
    expect(found({ "a.yaml": whole(spread), "b.yaml": whole(spread) })).toEqual([
      "spread at a.yaml:10",
    ]);
  });

  it("is spread only where each whole definition says so, and is told where it is not", () => {
    const told = `spread at a.yaml:10: ${lacks("b.yaml:4")}`;
    expect(found({ "a.yaml": whole(spread), "b.yaml": whole("") })).toEqual([told]);
    expect(
      found({ "a.yaml": whole(spread), "b.yaml": whole(""), "c.yaml": whole(spread) }),
    ).toEqual([told]);
  });

  it("is spread where one copy does so softly", () => {
    expect(found({ "a.yaml": whole(spread), "b.yaml": whole(soft) })).toEqual([
      "spread at a.yaml:10",
      "soft spread at b.yaml:10",
    ]);
  });

  it("is pinned where any says so", () => {
    expect(found({ "a.yaml": whole(""), "b.yaml": whole(pin) })).toEqual(["pinned at b.yaml:10"]);
  });

  it("is what a patch adds to the manifest that it patches, whichever comes first", () => {
    expect(found({ "a.yaml": patch(soft), "b.yaml": whole(pin) })).toEqual([
      "pinned at b.yaml:10",
      "soft spread at a.yaml:4",
    ]);
  });
});
