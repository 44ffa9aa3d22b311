import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import schema from "../../schema/result.schema.json" with { type: "json" };
import type { Injection } from "../../src/gate/chaos.ts";
import { chaosManifests } from "../../src/report/chaos-mesh.ts";
import { chaosMarkdown, chaosPart } from "../../src/report/chaos-report.ts";
import { expectedText, riskText } from "../../src/report/chaos-words.ts";
import { palette } from "../../src/report/colour.ts";

const exact: Injection = {
  component: "pay",
  kind: "service",
  action: "pod-failure",
  importance: 0.5,
  range: [0.9, 0.99],
  risk: 0.045,
  assumptions: ["the default of 1 service"],
  expected: { availability: 0.94, unavailability: 0.06, method: "exact" },
};
const drawn: Injection = {
  ...exact,
  importanceInterval: [0.4, 0.6],
  riskInterval: [0.036123456789, 0.054123456789],
  expected: {
    availability: 0.94,
    unavailability: 0.06,
    method: "monte-carlo",
    interval: [0.935, 0.945],
    samples: 1000,
  },
};
const rare: Injection = {
  ...drawn,
  importance: 0,
  risk: 0,
  importanceInterval: [0, 0.01],
  riskInterval: [0, 0.0009],
};

describe("an injection whose figures are drawn", () => {
  it("tells about how much it could move the figure, and within what", () => {
    expect(riskText(exact)).toBe("4.50 points");
    expect(riskText(drawn)).toBe("about 4.50 points (3.61 – 5.41)");
    expect(riskText(rare)).toBe("at most 0.09 points");
    expect(riskText({ ...rare, riskInterval: [0, 0.00040567] })).toBe("at most 0.05 points");
  });

  it("tells what to expect with what it may be, in every format", () => {
    expect(expectedText(exact)).toBe("94.00%");
    const expected = "about 94.00% (93.50% – 94.50%)";
    expect(expectedText(drawn)).toBe(expected);
    expect(chaosPart([drawn], palette(false), 120).join("\n")).toContain(expected);
    expect(chaosMarkdown([drawn], 80).join("\n")).toContain(`| ${expected} |`);
    const pods = [{ namespace: "shop", labels: { app: "pay" } }];
    const [manifest] = chaosManifests("GET /", [drawn], () => ({ pods, callee: [], after: null }));
    expect(manifest!.file!.text).toContain(`should be available ${expected}, if the model`);
  });

  it("is published as the schema has it", () => {
    const { $defs } = schema;
    const validate = new Ajv2020({ strict: false }).compile({ $ref: "#/$defs/injection", $defs });
    for (const one of [exact, drawn, rare]) {
      expect(validate(one), JSON.stringify(validate.errors)).toBe(true);
    }
  });
});
