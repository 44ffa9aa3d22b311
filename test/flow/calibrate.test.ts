import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import schema from "../../schema/result.schema.json" with { type: "json" };
import { estimate } from "../../src/flow/estimate.ts";
import { assembleEstimate } from "../../src/gate/assemble.ts";
import type { Calibration } from "../../src/gate/calibration.ts";
import type { EstimatedModel } from "../../src/gate/result.ts";
import { renderEstimateMarkdown, renderEstimateText } from "../../src/report/estimate.ts";
import { renderJson } from "../../src/report/json.ts";
import { memoryTree } from "./memory-tree.ts";

const spec = (endpoints: string, defaults = "") =>
  `version: 1\n${defaults}dependencies: [web -> pay, web -> cart, cart -> db]\nservices: { web: { replicas: 3 }, pay: { replicas: 1 }, cart: { replicas: 2 }, db: { replicas: 1 } }\nendpoints: { ${endpoints} }\n`;

async function run(text: string) {
  const side = { tree: memoryTree({ "availability.yaml": text }), rendered: null };
  const options = { samples: 1000, seed: 1 };
  const outcome = await estimate(side, ["availability.yaml"], options, null, true);
  if (outcome.kind === "invalid") throw new Error(outcome.diagnostics[0]?.message);
  const head = { sha: "a", commit: "b" };
  return assembleEstimate({ estimates: outcome.estimates, head });
}

async function modelOf(text: string): Promise<EstimatedModel> {
  return (await run(text)).models[0]!;
}

function textOf(calibration: Calibration, { path, endpoints }: EstimatedModel): string {
  const model = { path, endpoints, verdict: "pass", diagnostics: [], calibration } as const;
  const head = { sha: "a", commit: "b" };
  const result = { version: 1, verdict: "pass", reasons: [], head, models: [model] } as const;
  return renderEstimateText(result, { color: false, width: 120 });
}

/** As the model shows them with 99.7% and 99.95%. */
const observed =
  "GET /pay: { entry: web, calls: [pay], observed: 99.64% }, GET /cart: { entry: web, calls: [cart], observed: 99.599% }";

describe("estimate --calibrate", () => {
  it("gives the defaults to write, and how well they do, built and evaluated anew", async () => {
    const model = await modelOf(spec(observed));
    const { calibration } = model;
    expect(calibration?.told).toBe("both");
    expect(calibration?.current).toEqual({
      replicaAvailability: 0.999,
      dependencyAvailability: 0.9999,
    });
    expect(calibration?.misfit).toBeLessThan(1.005);
    const { replicaAvailability, dependencyAvailability } = calibration!.defaults;
    const written = `defaults: { replicaAvailability: ${replicaAvailability}, dependencyAvailability: ${dependencyAvailability} }\n`;
    const again = await modelOf(spec(observed, written));
    calibration?.endpoints.forEach((one, at) => {
      expect(one.calibrated).toBe(again.endpoints[at]!.head.availability);
      expect(one.current).toBe(model.endpoints[at]!.head.availability);
      expect(one.misfit).toBeCloseTo((1 - one.calibrated) / (1 - one.observed), 9);
    });
    // Who has written them finds nothing more to do.
    expect(again.calibration?.misfit).toBeLessThan(1.005);
  });

  it("prints the lines to paste and the misfit of every endpoint", async () => {
    const result = await run(spec(observed));
    const text = renderEstimateText(result, { color: false, width: 120 });
    expect(text).toMatch(/Calibration\n/);
    expect(text).toMatch(/GET \/pay\s+99\.64%\s+99\.89%\s+99\.6\d*%\s+as observed/);
    expect(text).toMatch(
      /These defaults reproduce what was observed:\n {4}defaults:\n {6}replicaAvailability: 99\.\d+%\n {6}dependencyAvailability: 99\.\d+%/,
    );
    expect(renderEstimateMarkdown(result)).toMatch(
      /```yaml\ndefaults:\n {2}replicaAvailability: 99\.\d+%\n {2}dependencyAvailability: 99\.\d+%\n```/,
    );
    const validate = new Ajv2020({ allErrors: true, allowUnionTypes: true }).compile(schema);
    validate(JSON.parse(renderJson(result)));
    expect(validate.errors).toBeNull();
  });

  it("says of one endpoint that it does not tell the two apart", async () => {
    const model = await modelOf(spec("GET /pay: { entry: web, calls: [pay], observed: 99.64% }"));
    expect(model.calibration?.told).toBe("curve");
    expect(model.calibration?.others.length).toBe(2);
    expect(textOf(model.calibration!, model)).toMatch(
      /does not tell the two apart: other pairs fit as well, such as replicaAvailability 99\.65\d*% with dependencyAvailability 99\.99%, or replicaAvailability 99\.9% with dependencyAvailability 99\.7\d*%/,
    );
  });

  it("tells what monitoring contradicts", async () => {
    const model = await modelOf(
      spec(
        "GET /pay: { entry: web, calls: [pay], observed: 99.9% }, GET /cart: { entry: web, calls: [cart], observed: 99% }",
      ),
    );
    expect(model.calibration?.misfit).toBeGreaterThan(1.5);
    expect(textOf(model.calibration!, model)).toMatch(
      /less than observed[\s\S]*come closest to what was observed, its downtimes missed by a factor of \d\.\d on average/,
    );
  });

  it("leaves out what tells nothing, and warns where nothing is left", async () => {
    const codes = ({ diagnostics }: EstimatedModel) => diagnostics.map(({ code }) => code);
    const perfect = await modelOf(
      spec(
        "GET /pay: { entry: web, calls: [pay], observed: 100% }, GET /cart: { entry: web, calls: [cart], observed: 99.6% }",
      ),
    );
    expect(codes(perfect)).toContain("not-calibrated");
    expect(perfect.calibration?.endpoints.map(({ name }) => name)).toEqual(["GET /cart"]);
    const nothing = await modelOf(spec("GET /pay: { entry: web }"));
    expect(nothing).not.toHaveProperty("calibration");
    expect(codes(nothing)).toContain("nothing-observed");
  });

  it("has nothing to calibrate where a person set everything", async () => {
    const model = await modelOf(
      "version: 1\ndependencies: [{ web -> pay: { availability: 99% } }]\nservices: { web: { external: 99.9% }, pay: { external: 99.9% } }\nendpoints: { e: { entry: web, observed: 99% } }\n",
    );
    expect(model.calibration?.told).toBe("none");
    expect(textOf(model.calibration!, model)).toContain(
      "There is nothing to calibrate: nothing in the spec follows a default.",
    );
  });
});
