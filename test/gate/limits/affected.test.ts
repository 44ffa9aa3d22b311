import { describe, expect, it } from "vitest";
import { affectedGraph } from "../../../src/gate/limits/affected.ts";
import type { Change } from "../../../src/gate/result.ts";
import type { Model } from "../../../src/model/model.ts";
import { dependency, model, parts, service } from "../../availability/models.ts";

/** Services by name with one replica each, and dependencies as `a -> b`. */
function system(names: readonly string[], pairs: readonly string[]): Model {
  const services = names.map((name) => service(name, [parts(999)]));
  const dependencies = pairs.map((pair) => {
    const [from = "", to = ""] = pair.split(" -> ");
    return dependency(services, names.indexOf(from), names.indexOf(to), [parts(999)]);
  });
  return model(services, dependencies);
}

function change(kind: Change["kind"], subject: string): Change {
  return { kind, subject, base: 1, head: 2, file: "a.yaml", line: 1, side: "head" };
}

const NAMES = ["web", "cart", "pay", "bank", "ads", "apart"];
const PAIRS = ["web -> cart", "cart -> pay", "pay -> bank", "web -> ads"];

describe("the affected part of the graph", () => {
  it("is what changed and what limits, with the way to it, and nothing else", () => {
    const one = system(NAMES, PAIRS);
    const found = affectedGraph(one, one, [change("replicas", "bank")], ["web"], ["web -> cart"])!;
    expect(found.services.map(({ name }) => name).toSorted()).toEqual(
      ["bank", "cart", "pay", "web"].toSorted(),
    );
    expect(found.services.find(({ name }) => name === "bank")).toMatchObject({
      change: "changed",
      limiting: false,
      entry: false,
      replicas: 1,
      external: false,
    });
    expect(found.dependencies).toHaveLength(3);
    expect(found.dependencies[0]).toMatchObject({ from: "web", to: "cart", limiting: true });
  });

  it("keeps what only base has, marked as removed", () => {
    const base = system(NAMES, PAIRS);
    const head = system(["web", "cart"], ["web -> cart"]);
    const changes = [change("service-removed", "pay"), change("dependency-removed", "cart -> pay")];
    const found = affectedGraph(base, head, changes, ["web"], [])!;
    expect(found.services.find(({ name }) => name === "pay")!.change).toBe("removed");
    expect(found.dependencies.find(({ to }) => to === "pay")!.change).toBe("removed");
  });

  it.each([
    ["service-added", "added"],
    ["service-removed", "removed"],
  ] as const)(
    "marks what is new or gone as that, whatever else bears its name: %s",
    (kind, mark) => {
      const one = system(NAMES, PAIRS);
      const changes = [change(kind, "ads"), change("slo", "ads")];
      const { services } = affectedGraph(one, one, changes, ["web"], [])!;
      expect(services.map(({ name, change }) => [name, change])).toEqual([
        ["web", null],
        ["ads", mark],
      ]);
    },
  );

  it("goes the shortest way", () => {
    const one = system(NAMES, [...PAIRS, "ads -> bank"]);
    const { services } = affectedGraph(one, one, [], ["web"], ["bank"])!;
    expect(services.map(({ name }) => name)).toEqual(["web", "bank", "ads"]);
  });

  it("has both ends of a dependency that limits", () => {
    const one = system(NAMES, PAIRS);
    const { services } = affectedGraph(one, one, [], ["web"], ["web -> ads"])!;
    expect(services.map(({ name }) => name)).toEqual(["web", "ads"]);
  });

  it("leaves out what is too much to read, and says how much", () => {
    const names = Array.from({ length: 60 }, (_, at) => `s${at}`);
    const pairs = names.slice(1).map((name) => `s0 -> ${name}`);
    const one = system(names, pairs);
    const changes = names.slice(1).map((name) => change("replicas", name));
    const found = affectedGraph(one, one, changes, ["s0"], [])!;
    expect(found.services).toHaveLength(40);
    expect(found.omitted).toBe(20);
    expect(found.services[0]!.name).toBe("s0");
  });

  it("is nothing where nothing is told", () => {
    const one = system(NAMES, PAIRS);
    expect(affectedGraph(one, one, [], [], [])).toBeNull();
  });
});
