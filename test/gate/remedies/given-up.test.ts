import { expect, test } from "vitest";
import { importanceOf } from "../../../src/availability/importance.ts";
import { structureOf } from "../../../src/availability/structure.ts";
import { engine } from "../../../src/flow/engine.ts";
import { componentsOf } from "../../../src/gate/limits/components.ts";
import { limitsOf } from "../../../src/gate/limits/limits.ts";
import { remediesOf } from "../../../src/gate/remedies/remedies.ts";
import type { Endpoint, Model } from "../../../src/model/model.ts";
import {
  all,
  dependency,
  endpoint,
  model,
  parts,
  reached,
  service,
  strict,
} from "../../availability/models.ts";

const run = {
  path: "availability.yaml",
  engine,
  options: { samples: 100, seed: 1, alpha: 0.05 },
};

const UP = [parts(1000)];

function changesFor(one: Model, asked: Endpoint): readonly string[] {
  const subject = { model: one, endpoint: asked, fault: null };
  const { estimate } = engine.estimate(subject, run.options, []);
  const structure = structureOf(one, asked);
  const limits = limitsOf(asked, estimate, importanceOf(subject), structure, componentsOf(one));
  return remediesOf(run, one, asked, limits).remedies.map(({ change }) => change);
}

/** All behind a shop that fails, of which no replica is enough: what is asked would be met without it. */
const services = [
  service("web", UP),
  service("shop", [parts(980)]),
  service("ads", [parts(999)]),
  service("bank", UP),
];
const lines = [
  dependency(services, 0, 1, UP),
  dependency(services, 1, 2, [parts(990)]),
  dependency(services, 1, 3, UP),
];
const slo = parts(995);
const behind = strict(lines, 0, "immediate");

test("most of its way is given up by no endpoint, whatever is asked of another", () => {
  const asked = { ...endpoint(0, [behind]), slo };
  const other = { ...endpoint(0, all()), name: "GET /other" };
  expect(changesFor(model(services, lines, [other, asked]), asked)).toEqual([]);
});

test("of a mixture the way is what its strict members demand, and no list of needs", () => {
  const list = { share: 0.5, strict: false, need: all(...[0, 0, 0, 0, 0].map(reached)) };
  const asked = { ...endpoint(0, [{ ...behind, share: 0.5 }, list]), slo: parts(999) };
  expect(changesFor(model(services, lines, [asked]), asked)).toEqual([]);
});

test("there are three ways back at the most, with what is given up among them", () => {
  // Any one of five fewer is enough, and a replica more of the one that is no third party.
  const own = ["web", "a"].map((name) => service(name, name === "web" ? UP : [parts(999)]));
  const bought = ["b", "c", "d", "e"].map((name) => ({
    ...service(name, [parts(999)]),
    external: true,
  }));
  const leaves = [...own, ...bought];
  const fan = [1, 2, 3, 4, 5].map((to) => dependency(leaves, 0, to, UP));
  const asked = { ...endpoint(0, [strict(fan, 0, "immediate")]), slo: parts(9959, 10_000) };
  expect(changesFor(model(leaves, fan, [asked]), asked)).toEqual([
    "replicas of a 1 -> 2",
    "make a optional",
    "make b optional",
  ]);
});
