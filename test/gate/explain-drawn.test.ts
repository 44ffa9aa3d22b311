import { describe, expect, test } from "vitest";
import type { Model } from "../../src/model/model.ts";
import {
  all,
  dependency,
  endpoint,
  model,
  parts,
  reached,
  service,
} from "../availability/models.ts";
import { SLO, shop, told } from "./explained-shop.ts";

/** Endpoints each with a gateway of its own, the first the surest, and one service behind them all. */
function gateways(count: number, q: number, lastNeeds: boolean): Model {
  const services = [
    ...Array.from({ length: count }, (_, at) => service(`g${at}`, [parts(999 - at)])),
    service("shared", [parts(1000 - q)]),
  ];
  const dependencies = services
    .slice(0, count)
    .map((_, at) => dependency(services, at, count, [parts(1000)]));
  const endpoints = dependencies.map((_, at) => {
    const needs = at < count - 1 || lastNeeds ? reached(count) : all();
    return { ...endpoint(at, needs), name: `GET /${at}`, slo: parts(500) };
  });
  return model(services, dependencies, endpoints);
}

describe("the drawing of a judgement", () => {
  test("has what is wrong, what limits that, and the way to it", () => {
    const slo = (at: number) => (at < 2 ? SLO : parts(1, 10));
    const before = shop([1000, 1000, 1000, 1000], slo);
    const { found } = told(before, shop([1000, 300_000, 2000, 1000], slo));
    const { services, dependencies } = found.graph!;
    expect(
      services.map(({ name, change, limiting, entry }) => [name, change, limiting, entry]),
    ).toEqual(
      expect.arrayContaining([
        ["web", null, false, true],
        ["s1", "changed", true, false],
        // It changed and limits what is not wrong.
        ["s2", "changed", false, false],
      ]),
    );
    expect(services).toHaveLength(3);
    expect(dependencies.map(({ from, to }) => [from, to])).toEqual([
      ["web", "s1"],
      ["web", "s2"],
    ]);
  });

  test("has what limits the others where nothing is wrong", () => {
    const before = shop([1000, 1000], () => SLO);
    const { found } = told(
      before,
      shop([1000, 2000], () => SLO),
    );
    expect(
      found.graph!.services.filter(({ limiting }) => limiting).map(({ name }) => name),
    ).toEqual(["s1"]);
  });

  test("has the worst twenty endpoints alone, with what limits them", () => {
    // What is lost of each is as much less as its gateway holds less often.
    const { found, why } = told(gateways(21, 10, true), gateways(21, 20, true));
    expect(why).toHaveLength(21);
    const names = found.graph!.services.map(({ name }) => name);
    expect(names.toSorted()).toEqual(
      [...Array.from({ length: 20 }, (_, at) => `g${at}`), "shared"].toSorted(),
    );
  });

  test("has no endpoint that is as it was", () => {
    const { found } = told(gateways(3, 10, false), gateways(3, 20, false));
    const names = found.graph!.services.map(({ name }) => name);
    expect(names.toSorted()).toEqual(["g0", "g1", "shared"]);
  });

  test("marks three limits of an endpoint at the most", () => {
    const four = (q: number): Model => {
      const one = shop([q, q, q, q]);
      return { ...one, endpoints: [endpoint(0, all(...[1, 2, 3, 4].map(reached)))] };
    };
    const { found } = told(four(1000), four(2000));
    const limiting = found.graph!.services.filter(({ limiting }) => limiting);
    expect(limiting.map(({ name }) => name)).toEqual(["s0", "s1", "s2"]);
  });
});
