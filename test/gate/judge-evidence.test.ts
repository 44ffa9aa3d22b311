import { describe, expect, it } from "vitest";
import { engine } from "../../src/flow/engine.ts";
import { mostClaims } from "../../src/gate/alpha.ts";
import { gateModel } from "../../src/gate/compare-models.ts";
import { MOST_QUESTIONS } from "../../src/gate/questions.ts";
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
});
