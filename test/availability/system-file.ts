import { readFileSync } from "node:fs";
import type { Endpoint, Model } from "../../src/model/model.ts";
import { isProblem, parseProbability } from "../../src/model/probability.ts";
import { all, dependency, endpoint, model, reached, service } from "./models.ts";

/** A made-up system of the form of the reference data: every service reached of `needs`. */
export type SystemFile = {
  readonly name: string;
  readonly services: number;
  readonly replicas: number | readonly number[];
  readonly quorum: number;
  readonly replicaAvailability: number | readonly number[];
  /** Caller, callee, and its availability where `dependencyAvailability` is not meant. */
  readonly dependencies: readonly (readonly [number, number, number?])[];
  readonly dependencyAvailability?: number;
  readonly entry: number;
  readonly needs: readonly number[];
  /** The exact value, where somebody computed it. */
  readonly availability?: number;
};

export function readSystem(file: URL): SystemFile {
  return JSON.parse(readFileSync(file, "utf8"));
}

/** The system as the project's own model, each failure probability from the decimal text of its complement. */
export function subjectOf(file: SystemFile): { model: Model; endpoint: Endpoint } {
  const services = Array.from({ length: file.services }, (_, index) => {
    const theta = probability(valueAt(file.replicaAvailability, index));
    return service(`s${index}`, Array(valueAt(file.replicas, index)).fill(theta), file.quorum);
  });
  const dependencies = file.dependencies.map(([from, to, up]) =>
    dependency(services, from, to, [probability(up ?? file.dependencyAvailability!)]),
  );
  const needs = endpoint(file.entry, all(...file.needs.map(reached)));
  return { model: model(services, dependencies, [needs]), endpoint: needs };
}

/** The value of a list at an index, or the one value of all. */
export function valueAt(values: number | readonly number[], index: number): number {
  return typeof values === "number" ? values : values[index]!;
}

function probability(p: number) {
  const found = parseProbability(String(p));
  if (isProblem(found)) throw new Error(`${p} ${found.problem}`);
  return found;
}
