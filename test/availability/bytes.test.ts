import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { compareEndpoint } from "../../src/availability/compare.ts";
import type { Estimate } from "../../src/availability/estimate.ts";
import { estimateEndpoint } from "../../src/availability/evaluate.ts";
import { importanceOf } from "../../src/availability/importance.ts";
import { hardSubject } from "./hard-models.ts";
import { parts } from "./models.ts";
import { ladder } from "./open-models.ts";
import { subjectOf } from "./system-file.ts";
import { layered, rarer } from "./systems.ts";

const options = { samples: 30_000, seed: 11, alpha: 0.05 };

/** Of equal text where and only where the bytes of the numbers are equal. */
function bytesOf(numbers: readonly number[]): string {
  return Buffer.from(Float64Array.from(numbers).buffer).toString("hex");
}

function figuresOf({ availability, unavailability, interval, samples }: Estimate): string {
  return bytesOf([availability, unavailability, ...(interval ?? []), samples ?? 0]);
}

function exactFigures(): string[] {
  return Array.from({ length: 24 }, (_, seed) => {
    const { estimate } = estimateEndpoint(hardSubject(seed), options, []);
    expect(estimate.method).toBe("exact");
    return figuresOf(estimate);
  });
}

function importances(): string[] {
  return Array.from({ length: 24 }, (_, seed) => {
    const found = importanceOf(hardSubject(seed));
    return bytesOf([...found!.services, ...found!.dependencies, ...found!.members]);
  });
}

function boundedFigures(): string[] {
  const { model, endpoint } = subjectOf(rarer(layered(300, 10, 1), 10));
  const { estimate } = estimateEndpoint({ model, endpoint, fault: null }, options, []);
  expect(estimate.method).toBe("bounded");
  return [figuresOf(estimate)];
}

function drawnFigures(): string[] {
  const claims = [
    { base: -1, head: 1, beyond: 0 },
    { base: 0, head: 1, beyond: 0.37 },
    { base: -1.1, head: 1, beyond: 0 },
  ];
  return [21, 24].flatMap((uncertain) => {
    const [base, head] = [ladder(uncertain), ladder(uncertain, { 7: parts(800) })];
    const found = compareEndpoint(base, head, options, claims);
    expect(found.base.method).toBe("monte-carlo");
    const { delta, interval } = found.difference;
    const difference = bytesOf([delta, ...interval!]);
    return [figuresOf(found.base), figuresOf(found.head), difference, ...found.decisions];
  });
}

// Made under Node 20. Who changes the order in which the engine sums writes them anew: they are the same
// on every Node and every machine.
it.each([
  ["exact", exactFigures, "42a7d1146629cf77"],
  ["importances", importances, "1762fe4c8ce95351"],
  ["bounded", boundedFigures, "f020af27e225dcec"],
  ["drawn, with decisions", drawnFigures, "51e9a0f8456a186f"],
] as const)("figures are the same to the last bit on every machine: %s", (_, figures, sum) => {
  expect(createHash("sha256").update(figures().join("\n")).digest("hex").slice(0, 16)).toBe(sum);
});
