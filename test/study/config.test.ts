import { describe, expect, it } from "vitest";
import { parseProbability } from "../../src/model/probability.ts";
import { cellsOf, FAMILIES } from "../../src/study/config-families.ts";
import { scenariosOf } from "../../src/study/run.ts";
import { DEFAULT, familyOf, validConfig } from "./default-study.ts";

const HEAD = "version: 1\nname: mine\nseed: 7\nsamples: 100\nconfidence: 95%\n";
const CHAIN = "families:\n  chain:\n    length: 2\n    theta: 0.9\n    rho: 0.8\n";

describe("a configuration", () => {
  it("comes as the default study", () => {
    expect(DEFAULT).toMatchObject({ seed: 20260605, samples: 200_000, confidence: 0.95 });
    expect(DEFAULT.families.map(({ family }) => family).sort()).toEqual(
      Object.keys(FAMILIES).sort(),
    );
  });

  it("is one value, a list or a grid for each sweep", () => {
    const { families } = validConfig(
      `${HEAD}families:
  chain:
    length: [1, 3]
    theta: { from: 90%, to: 0.99, steps: 10 }
    rho: 99.9%
    samples: 5
    metrics: monte-carlo
`,
    );
    const [chain] = families;
    expect(chain).toMatchObject({
      family: "chain",
      length: [1, 3],
      rho: [{ p: 0.999, q: 0.001 }],
      samples: 5,
      metrics: ["monte-carlo"],
    });
    // As if each had been written out.
    const texts = ["0.9", "0.91", "0.92", "0.93", "0.94", "0.95", "0.96", "0.97", "0.98", "0.99"];
    expect(chain).toHaveProperty("theta", texts.map(parseProbability));
  });

  it("has a grid that ends where it says, each value the nearest double to its decimal", () => {
    const { theta } = familyOf("sensitivity");
    expect(theta).toHaveLength(60);
    expect(theta[0]).toEqual({ p: 0.5, q: 0.5 });
    expect(theta[59]).toEqual({ p: 0.995, q: 0.005 });
    // 0.5 + 0.495/59, by hand.
    expect(theta[1]).toEqual({
      p: Number("0.508389830508474576271186"),
      q: Number("0.491610169491525423728814"),
    });
  });

  it("takes all metrics of a family and the study's samples where it says neither", () => {
    const [chain] = validConfig(`${HEAD}${CHAIN}`).families;
    expect(chain).toMatchObject({ metrics: ["exact", "monte-carlo"], samples: null });
  });

  it("is counted beforehand as it comes out", () => {
    const means = { exact: () => null, simulated: () => null };
    for (const config of DEFAULT.families) {
      const rows = scenariosOf(config, means).map((row) => row());
      const drawn = rows.filter(({ metricKind }) => metricKind !== "scale_closed_form");
      expect(cellsOf(config)).toEqual({ rows: rows.length, drawn: drawn.length });
    }
  });
});
