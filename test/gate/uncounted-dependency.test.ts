import { describe, expect, test } from "vitest";
import { gateModel } from "../../src/gate/compare-models.ts";
import { uncountedDependencies } from "../../src/gate/uncounted-dependency.ts";
import type { Endpoint } from "../../src/model/model.ts";
import {
  comparison,
  dependencies,
  ENTRY_ALONE,
  endpoint,
  engineOf,
  exact,
  model,
  OPTIONS,
  service,
  valid,
} from "./models.ts";
import { compare } from "./scene.ts";

describe("dependencies that no need counts", () => {
  const names = ["frontend", "checkout", "payment", "fraud", "mail"];
  const services = names.map((name) => service(name));
  const shop = (lines: readonly string[], over: Partial<Endpoint>) =>
    model({
      services,
      dependencies: dependencies(names, lines),
      endpoints: [endpoint("GET /", over)],
    });
  const needs = (index: number, strict = false): Partial<Endpoint> => ({
    mixture: [{ share: 1, strict, need: { kind: "service", service: index } }],
  });
  const lines = ["frontend -> checkout", "checkout -> payment"];
  const told = (added: readonly string[], over: Partial<Endpoint>, before = lines) => {
    const figures = { "GET /": 0.001 };
    const judged = compare(shop(before, over), shop([...before, ...added], over), figures, figures);
    expect(
      judged.reasons.every(
        ({ code, verdict }) => code === "uncounted-dependency" && verdict === "warn",
      ),
    ).toBe(true);
    return judged.reasons.map(({ message }) => /dependency `(.*?)`/.exec(message)?.[1]);
  };

  test.each<[string, readonly string[], Partial<Endpoint>, readonly string[]]>([
    ["from the need itself", ["payment -> fraud"], needs(2), ["payment -> fraud"]],
    ["from a service on the way", ["checkout -> fraud"], needs(2), ["checkout -> fraud"]],
    ["from the entry", ["frontend -> fraud"], needs(2), ["frontend -> fraud"]],
    [
      "not beyond the first",
      ["checkout -> fraud", "fraud -> mail"],
      needs(2),
      ["checkout -> fraud"],
    ],
    ["not one that does not block", ["checkout ~> fraud"], needs(2), []],
    ["not from a service that is not used", ["payment -> fraud"], needs(1), []],
    ["not a second way to the need", ["checkout -> fraud", "fraud -> payment"], needs(2), []],
    ["not where all is counted", ["checkout -> fraud"], needs(2, true), []],
  ])("%s", (_, added, over, expected) => {
    expect(told(added, over)).toEqual(expected);
  });

  test("with a dependency as the need, its target is on the way and the dependency is counted", () => {
    const over: Partial<Endpoint> = {
      mixture: [{ share: 1, strict: false, need: { kind: "dependency", dependency: 1 } }],
    };
    expect(told(["payment -> fraud"], over)).toEqual(["payment -> fraud"]);
    const fresh: Partial<Endpoint> = {
      mixture: [{ share: 1, strict: false, need: { kind: "dependency", dependency: 0 } }],
    };
    const base = model({ services, dependencies: [], endpoints: [endpoint("GET /")] });
    const head = shop(["frontend -> checkout"], fresh);
    expect(compare(base, head, { "GET /": 0.001 }, { "GET /": 0.001 }).reasons).toEqual([]);
  });

  test("from the entry, where it is all that is needed", () => {
    const over: Partial<Endpoint> = { mixture: [{ share: 1, strict: false, need: ENTRY_ALONE }] };
    expect(told(["frontend -> fraud", "checkout -> fraud"], over)).toEqual(["frontend -> fraud"]);
  });

  test("from a need that is one of several that a service calls", () => {
    const before = ["frontend -> checkout", "frontend -> mail"];
    expect(told(["checkout -> fraud"], needs(1), before)).toEqual(["checkout -> fraud"]);
  });

  test("not from where no request gets to", () => {
    const over: Partial<Endpoint> = {
      mixture: [{ share: 1, strict: false, need: { kind: "dependency", dependency: 0 } }],
    };
    expect(told(["fraud -> payment"], over, ["mail -> fraud"])).toEqual([]);
  });

  test("under eventual completion the way may lead over what does not block", () => {
    const before = ["frontend ~> checkout"];
    expect(told(["checkout -> fraud"], { ...needs(1), completion: "eventual" }, before)).toEqual([
      "checkout -> fraud",
    ]);
    expect(told(["checkout -> fraud"], needs(1), before)).toEqual([]);
  });

  test("old ones are not told again", () => {
    expect(told([], needs(1), [...lines, "checkout -> fraud"])).toEqual([]);
  });

  test("of several scenarios, where one of them does not count it", () => {
    const scenarios = (...members: readonly Endpoint["mixture"][number][]): Partial<Endpoint> => ({
      mixture: members.map((one) => ({ ...one, share: 1 / members.length })),
    });
    const [pay, cart, all] = [needs(2), needs(1), needs(2, true)].map((one) => one.mixture![0]!);
    expect(told(["payment -> fraud"], scenarios(pay!, cart!))).toEqual(["payment -> fraud"]);
    expect(told(["payment -> fraud"], scenarios(cart!, cart!))).toEqual([]);
    expect(told(["payment -> fraud"], scenarios(all!, pay!))).toEqual(["payment -> fraud"]);
  });

  test("with needs inside needs", () => {
    const both: Partial<Endpoint> = {
      mixture: [
        {
          share: 1,
          strict: false,
          need: {
            kind: "atLeast",
            k: 1,
            of: [
              { kind: "service", service: 1 },
              { kind: "atLeast", k: 1, of: [{ kind: "service", service: 3 }] },
            ],
          },
        },
      ],
    };
    const before = [...lines, "frontend -> fraud"];
    expect(told(["fraud -> mail", "payment -> mail"], both, before)).toEqual(["fraud -> mail"]);
  });

  test("of each base that a head is compared with", () => {
    const head = shop([...lines, "checkout -> fraud"], needs(2));
    const names = (before: readonly string[]) =>
      uncountedDependencies(shop(before, needs(2)), head, head.endpoints[0]!).map(
        ({ name }) => name,
      );
    expect(names(lines)).toEqual(["checkout -> fraud"]);
    expect(names([...lines, "checkout -> fraud"])).toEqual([]);
    expect(names(lines)).toEqual(["checkout -> fraud"]);
  });

  test("are told with what to do", () => {
    const [base, head] = [shop(lines, needs(2)), shop([...lines, "checkout -> fraud"], needs(2))];
    expect(compare(base, head, { "GET /": 0.001 }, { "GET /": 0.001 }).reasons).toEqual([
      {
        code: "uncounted-dependency",
        verdict: "warn",
        model: "availability.yaml",
        endpoint: "GET /",
        message:
          "`GET /` does not count the new dependency `checkout -> fraud`, which blocks on its way; add it to `needs` if a request must have it",
      },
    ]);
  });

  test("are told of an endpoint that is new, and not of a spec that is", () => {
    const head = shop([...lines, "checkout -> fraud"], needs(2));
    const added = compare({ ...shop(lines, {}), endpoints: [] }, head, {}, { "GET /": 0.001 });
    expect(added.reasons.map(({ code }) => code)).toEqual(["uncounted-dependency"]);
    const engine = engineOf(new Map([[head, { "GET /": exact(0.001) }]]));
    expect(gateModel(comparison({ head: valid(head) }), engine, OPTIONS).reasons).toEqual([]);
  });
});
