import { describe, expect, it } from "vitest";
import { engine } from "../../src/flow/engine.ts";
import { mostClaims } from "../../src/gate/alpha.ts";
import { gateModel } from "../../src/gate/compare-models.ts";
import { restsOnEvidence } from "../../src/gate/judge-evidence.ts";
import { MOST_QUESTIONS } from "../../src/gate/questions.ts";
import type { Model } from "../../src/model/model.ts";
import { builtModel } from "../model/support.ts";
import { comparison, OPTIONS, valid } from "./models.ts";
import { codes } from "./scene.ts";

type Facts = {
  readonly line?: string;
  readonly replicas?: number;
  readonly slo?: string;
  readonly more?: string;
};

const shop = ({ line = "web -> pay", replicas = 2, slo = "99.5%", more = "" }: Facts) =>
  builtModel(
    `version: 1\ndependencies: [${line}]\nservices: { web: { replicas: 3 }, pay: { replicas: ${replicas}, replicaAvailability: 99% } }\n${more}endpoints: { GET /: { entry: web, slo: ${slo} } }\n`,
  );
const seen = (good: number, total: number) =>
  `web -> pay: { evidence: { good: ${good}, total: ${total} } }`;

async function judge(base: Facts, head: Facts) {
  const [before, after] = [await shop(base), await shop(head)];
  // Nothing but the spec differs: what it says of base's manifests is base.
  const input = comparison({ base: valid(before), head: valid(after), carried: before });
  return gateModel(input, engine, OPTIONS);
}

describe("figures that fall because evidence was updated", () => {
  it("warn, and say what would have failed", async () => {
    const judged = await judge({ line: seen(9970, 10000) }, { line: seen(9900, 10000) });
    expect(codes(judged)).toEqual(["warn evidence"]);
    expect(judged.model.verdict).toBe("warn");
    expect(judged.model.endpoints[0]?.verdict).toBe("warn");
    expect(judged.reasons[0]?.message).toBe(
      "`GET /` falls below its SLO: 98.99% is 0.51 points below 99.5%; this is because evidence was updated (`web -> pay`): with that of base it would have 99.69%",
    );
  });

  it("warn where evidence is new, or takes the place of what was set", async () => {
    expect(codes(await judge({}, { line: seen(9900, 10000) }))).toEqual(["warn evidence"]);
    const set = { line: "web -> pay: { availability: 99.9% }" };
    expect(codes(await judge(set, { line: seen(9900, 10000) }))).toEqual(["warn evidence"]);
  });

  it("fail where a person sets what was observed", async () => {
    const set = { line: "web -> pay: { availability: 99% }" };
    expect(codes(await judge({ line: seen(9970, 10000) }, set))).toEqual(["fail below-slo"]);
  });

  it("fail where the system got worse, too, so that it would fail by that alone", async () => {
    const judged = await judge(
      { line: seen(9970, 10000) },
      { line: seen(9900, 10000), replicas: 1 },
    );
    expect(codes(judged)).toEqual(["fail below-slo"]);
  });

  it("hold for every limit at once, and leave other reasons", async () => {
    const gate = "gate: { maxDrop: 0.1%, maxDowntimeIncrease: 20% }\n";
    const judged = await judge(
      { line: seen(9970, 10000), more: gate, slo: "99%" },
      { line: seen(9930, 10000), more: gate, slo: "99%" },
    );
    expect(codes(judged)).toEqual(["warn evidence"]);
    const loosened = await judge(
      { line: seen(9970, 10000), more: gate, slo: "99.5%" },
      { line: seen(9900, 10000), slo: "99.5%" },
    );
    expect(codes(loosened)).toEqual(["fail loosened", "fail loosened", "warn evidence"]);
  });

  it("leave what only warns", async () => {
    const gate = "gate: { maxDrop: 0.1% }\n";
    const [base, head] = [
      { line: seen(9970, 10000), more: gate },
      { line: seen(9955, 10000), more: gate },
    ];
    expect(codes(await judge(base, head))).toEqual(["warn error-budget", "warn evidence"]);
  });

  it("are shown apart from what they would be, however close", async () => {
    const gate = "gate: { maxDrop: 0% }\n";
    const of = (good: number) => ({ line: seen(good, 10_000_000), slo: "99%", more: gate });
    const { reasons } = await judge(of(9_970_002), of(9_970_001));
    expect(reasons[0]?.message).toMatch(
      /to 99\.6900\d+%; .* with that of base it would have 99\.6900\d+%$/,
    );
    const [after, before] = reasons[0]!.message.match(/99\.6900\d+(?=%(;|$))/g)!;
    expect(Number(before)).toBeGreaterThan(Number(after));
  });

  it("are named, up to three of them", async () => {
    const to = (names: readonly string[], good: number) =>
      names.map((name) => `web -> ${name}: { evidence: { good: ${good}, total: 10000 } }`);
    const four = ["a", "b", "c", "d"];
    const of = (names: readonly string[], good: number) => ({
      line: to(names, good)
        .map((one) => `{ ${one} }`)
        .join(", "),
      slo: "98%",
    });
    const message = async (names: readonly string[]) => {
      const { reasons } = await judge(of(names, 9999), of(names, 9900));
      return /updated \((.*?)\)/.exec(reasons[0]!.message)?.[1];
    };
    expect(await message(four.slice(0, 3))).toBe("`web -> a`, `web -> b`, `web -> c`");
    expect(await message(four)).toBe("`web -> a`, `web -> b`, `web -> c` and 1 more");
  });

  it("warn under a fault as well", async () => {
    const facts = (good: number): Facts => ({
      line: seen(good, 10000),
      slo: "90%, under: { lost: 98% }",
      more: "faults: { lost: { rollout: [pay] } }\n",
    });
    const judged = await judge(facts(9970), facts(9500));
    expect(codes(judged)).toEqual(["warn evidence"]);
    expect(judged.model.endpoints[0]?.under[0]?.verdict).toBe("warn");
  });

  it("rise without a word", async () => {
    const judged = await judge({ line: seen(9900, 10000) }, { line: seen(9970, 10000) });
    expect(codes(judged)).toEqual([]);
  });

  it("are one more set of claims where anything rests on evidence", async () => {
    const [plain, observed] = [await shop({}), await shop({ line: seen(9900, 10000) })];
    const claims = (head: typeof plain) =>
      mostClaims(comparison({ base: valid(plain), head: valid(head) }));
    expect(claims(plain)).toBe(2 * MOST_QUESTIONS);
    expect(claims(observed)).toBe(3 * MOST_QUESTIONS);
  });

  it("are looked for in every service and on every route", async () => {
    const plain = await shop({});
    const [calls] = plain.dependencies;
    const route = calls!.channels[0]!;
    const onRoutes = (...from: readonly ("spec" | "evidence")[]): Model => ({
      ...plain,
      dependencies: [
        { ...calls!, channels: from.map((one) => ({ ...route, availabilityFrom: one })) },
        calls!,
      ],
    });
    const ofService = (name: string): Model => ({
      ...plain,
      services: plain.services.map((one) =>
        one.name === name
          ? { ...one, origin: { ...one.origin, replicaAvailabilityFrom: "evidence" as const } }
          : one,
      ),
    });
    expect(restsOnEvidence(plain)).toBe(false);
    expect(restsOnEvidence(onRoutes("spec", "spec"))).toBe(false);
    for (const one of [
      onRoutes("evidence", "spec"),
      onRoutes("spec", "evidence"),
      ofService("web"),
      ofService("pay"),
    ]) {
      expect(restsOnEvidence(one)).toBe(true);
    }
  });
});
