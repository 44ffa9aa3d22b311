import { describe, expect, it } from "vitest";
import { plausibleOf } from "../../src/gate/chaos-plausible.ts";
import { componentsOf } from "../../src/gate/limits/components.ts";
import type { Variant } from "../../src/gate/limits/variant.ts";
import type { Model } from "../../src/model/model.ts";
import { model, parts, service } from "../availability/models.ts";

const NAMES = ["web", "pay", "db"];

/** Of which each service is up so often, in thousandths. */
function shop(...ups: readonly number[]): Model {
  return model(
    ups.map((up, at) => service(NAMES[at]!, [parts(up)])),
    [],
  );
}

const asIs = shop(990, 980, 970);

function variant(message: string, over: Partial<Variant>): Variant {
  const place = { file: "availability.yaml", line: 1, column: 1 };
  return {
    kind: "default",
    subject: "x",
    message,
    place,
    moves: [1],
    worse: null,
    better: null,
    ...over,
  };
}

function plausible(variants: readonly Variant[], matters = (_: number) => true) {
  return Object.fromEntries(plausibleOf(asIs, componentsOf(asIs), variants, matters));
}

describe("what a component's availability could be", () => {
  it("is between what either end of an assumption makes of it, and what it is", () => {
    const [worse, better] = [() => shop(990, 900, 970), () => shop(990, 998, 970)];
    const told = (low: number, high: number) => ({
      1: { low, high, assumptions: ["a"] },
    });
    expect(plausible([variant("a", { worse, better })])).toEqual(told(0.9, 0.998));
    expect(plausible([variant("a", { worse })])).toEqual(told(0.9, 0.98));
    expect(plausible([variant("a", { better })])).toEqual(told(0.98, 0.998));
    expect(plausible([variant("a", { worse: better, better: worse })])).toEqual(told(0.9, 0.998));
  });

  it("is the widest of all its assumptions, the riskiest of which is named first", () => {
    const found = plausible([
      variant("narrow", { worse: () => shop(990, 975, 970), better: () => shop(990, 999, 970) }),
      variant("wide", { worse: () => shop(990, 900, 970) }),
      variant("none", { worse: () => asIs }),
    ]);
    expect(found).toEqual({
      1: { low: 0.9, high: 0.999, assumptions: ["wide", "narrow", "none"] },
    });
  });

  it("is told of each component that one moves, as far as it matters", () => {
    const both = variant("both", { moves: [0, 2], worse: () => shop(900, 980, 800) });
    const found = {
      0: { low: 0.9, high: 0.99, assumptions: ["both"] },
      2: { low: 0.8, high: 0.97, assumptions: ["both"] },
    };
    expect(plausible([both])).toEqual(found);
    expect(plausible([both], (index) => index === 2)).toEqual({ 2: found[2] });
    expect(plausible([both], () => false)).toEqual({});
  });

  it("is of what its failing tells of: not of where it runs, nor of a mere hint", () => {
    const worse = () => shop(990, 900, 970);
    const kinds = [
      "default",
      "unmatched",
      "evidence-age",
      "evidence-amount",
      "hint",
      "placement",
    ] as const;
    const told = kinds.filter((kind) => 1 in plausible([variant("a", { kind, worse })]));
    expect(told).toEqual(["default", "unmatched", "evidence-age", "evidence-amount"]);
  });

  it("builds no model where nothing that matters moves", () => {
    let built = 0;
    const worse = () => {
      built++;
      return asIs;
    };
    plausible([variant("a", { worse }), variant("b", { worse, kind: "hint" })], (one) => one === 0);
    expect(built).toBe(0);
  });
});
