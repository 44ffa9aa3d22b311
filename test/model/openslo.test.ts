import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lines, loadFiles } from "./support.ts";

const SPEC = `version: 1
endpoints:
  a:
    entry: web
    slo: { openslo: slo.yaml }
`;

const HEAD = "apiVersion: openslo/v1\nkind: SLO\nmetadata: { name: web }\nspec:\n";

/** The figure and place of endpoint `a`, else what is told. */
async function slo(openslo: string, spec = SPEC): Promise<string | readonly string[]> {
  const { spec: read, diagnostics } = await loadFiles({
    "availability.yaml": spec,
    "slo.yaml": openslo,
  });
  if (read === null) return lines(diagnostics);
  const { value, place } = read.endpoints.get("a")!.slo!;
  return `${value.p} (${value.q}) at ${place.file}:${place.line}:${place.column}`;
}

/** An SLO with objectives, as a flow list. */
const slos = (objectives: string, more = "") => `${HEAD}  objectives: [${objectives}]\n${more}`;

const naming = (name: string, objective?: string) =>
  SPEC.replace(
    "slo.yaml }",
    `slo.yaml, name: ${name}${objective === undefined ? "" : `, objective: ${objective}`} }`,
  );

describe("an objective in an OpenSLO file", () => {
  it("is read with its line, as a ratio or in percent, by moving the point", async () => {
    expect(await slo(slos("{ target: 0.9995 }"))).toBe("0.9995 (0.0005) at slo.yaml:5:26");
    expect(await slo(slos("{ targetPercent: 99.95 }"))).toBe("0.9995 (0.0005) at slo.yaml:5:33");
    expect(await slo(slos("{ target: 999e-3 }"))).toMatch(/^0\.999 \(0\.001\) /);
  });

  it("is the same figure as in the spec itself, whatever its digits", async () => {
    const percent = fc.tuple(fc.nat({ max: 99 }), fc.stringMatching(/^[0-9]{1,9}$/));
    await fc.assert(
      fc.asyncProperty(percent, async ([whole, fraction]) => {
        const text = `${whole}.${fraction}`;
        const { spec } = await loadFiles({
          "availability.yaml": SPEC.replace("{ openslo: slo.yaml }", `${text}%`),
        });
        const { p, q } = spec!.endpoints.get("a")!.slo!.value;
        expect(await slo(slos(`{ targetPercent: ${text} }`))).toMatch(`${p} (${q}) `);
      }),
      { seed: 5, numRuns: 60 },
    );
  });

  it.each(["openslo/v1alpha", "openslo/v1", "openslo/v2alpha", "openslo.com/v2alpha"])(
    "is read from %s",
    async (version) => {
      const text = slos("{ target: 0.99 }").replace("openslo/v1", version);
      expect(await slo(text)).toMatch(/^0\.99 /);
    },
  );

  it("is found among other objects, documents and lists", async () => {
    const one = `{ apiVersion: openslo/v1, kind: SLO, metadata: { name: other }, spec: { objectives: [{ target: 0.9 }] } }`;
    const file = [
      "apiVersion: openslo/v1\nkind: Service\nmetadata: { name: web }\n",
      "apiVersion: openslo/v1\nkind: SLI\nmetadata: { name: web }\nspec: { ratioMetric: {} }\n",
      `- ${one}\n- kind: DataSource\n`,
      `kind: List\nitems: [${one.replace("other", "third")}]\n`,
      slos("{ target: 0.99 }"),
    ].join("---\n");
    expect(await slo(file, naming("web"))).toBe("0.99 (0.01) at slo.yaml:20:26");
    expect(await slo(file, naming("third"))).toMatch(/^0\.9 /);
    expect(await slo(file)).toEqual([
      "5:21 error bad-openslo: `slo.yaml` has 3 SLOs (`other`, `third`, `web`); say which by `name`",
    ]);
    expect(await slo(file, naming("wbe"))).toEqual([
      "5:37 error bad-openslo: `slo.yaml` has no SLO `wbe`, only `other`, `third`, `web`; did you mean `web`?",
    ]);
  });

  it("is the one of its title, else of its number", async () => {
    const several = slos("{ displayName: SLA, target: 0.99 }, { target: 0.995 }");
    expect(await slo(several, naming("web", "SLA"))).toMatch(/^0\.99 /);
    expect(await slo(several, naming("web", '"2"'))).toMatch(/^0\.995 /);
    expect(await slo(several)).toEqual([
      "5:21 error bad-openslo: the SLO `web` has 2 objectives (`SLA`, `2`); say which by `objective`",
    ]);
    expect(await slo(several, naming("web", '"3"'))).toEqual([
      "5:53 error bad-openslo: the SLO `web` has no objective `3`, only `SLA`, `2`; correct the name",
    ]);
    const alike = slos("{ displayName: x, target: 0.9 }, { displayName: x, target: 0.8 }");
    expect(await slo(alike, naming("web", "x"))).toEqual([
      "5:53 error bad-openslo: the SLO `web` has 2 objectives `x`; give each a name of its own",
    ]);
  });

  it.each([
    [
      "{ displayName: x }",
      "the objective of `web` has no `target`; write one, such as `target: 0.999`",
    ],
    ["{ target: }", "the objective of `web` has no `target`; write one, such as `target: 0.999`"],
    ["{ target: 99.9 }", "`target: 99.9` is above 1; did you mean `targetPercent: 99.9`?"],
    ["{ target: 999 }", "`target: 999` is above 1; write a number from 0 to 1, such as 0.999"],
    [
      "{ targetPercent: 101 }",
      "`targetPercent: 101` is above 100; write a number from 0 to 100, such as 99.9",
    ],
    [
      "{ target: -0.1 }",
      "`target: -0.1` is not a probability; write a number from 0 to 1, such as 0.999",
    ],
    ["{ target: .inf }", "`target: .inf` is above 1; write a number from 0 to 1, such as 0.999"],
    [
      '{ target: "0.99" }',
      "`target: 0.99` is not a number; write a number from 0 to 1, such as 0.999",
    ],
    ["{ target: 99% }", "`target: 99%` is not a number; write a number from 0 to 1, such as 0.999"],
    ["{ target: [0.9] }", "`target` is not a number; write a number from 0 to 1, such as 0.999"],
    [
      "{ target: 0.9, targetPercent: 90 }",
      "`target` and `targetPercent` of `web` stand side by side, which OpenSLO refuses; keep one",
    ],
    ["", "the SLO `web` has no `spec.objectives`; write one with a `target`"],
  ])("is refused as %s", async (objective, message) => {
    expect(await slo(slos(objective))).toEqual([
      expect.stringMatching(/^slo\.yaml:[35]:\d+ error bad-openslo: /),
    ]);
    expect((await slo(slos(objective)))[0]).toContain(message);
  });

  it("is told where it does not promise what it is compared with", async () => {
    const told = async (text: string) =>
      lines((await loadFiles({ "availability.yaml": SPEC, "slo.yaml": text })).diagnostics);
    expect(await told(slos("{ target: 0.9 }"))).toEqual([]);
    expect(await told(slos("{ target: 1 }"))).toEqual([
      "slo.yaml:5:26 warning openslo-meaning: `target: 1` of `web` is all of them, which OpenSLO does not allow",
    ]);
    expect(await told(slos("{ targetPercent: 0.999 }"))).toEqual([
      "slo.yaml:5:33 warning openslo-meaning: `targetPercent: 0.999` of `web` is 1% or less; write a percentage from 0 to 100",
    ]);
    expect(await told(slos("{ target: 0.9 }", "  budgetingMethod: RatioTimeslices\n"))).toEqual([
      "slo.yaml:5:26 notice openslo-meaning: `target: 0.9` of `web` counts good slices of time; the endpoint is held to it as a share of calls",
    ]);
    expect(await told(slos("{ target: 0.9, timeSliceTarget: 0.8 }"))).toHaveLength(1);
    expect(await told(slos("{ target: 0.9, indicatorRef: errors }"))).toEqual([
      "slo.yaml:5:26 notice openslo-meaning: `target: 0.9` is one of several indicators that `web` weighs together; the endpoint is held to it alone",
    ]);
    const byThreshold = slos("{ target: 0.9 }", "  indicatorRef: speed\n");
    const sli =
      "---\nkind: SLI\nmetadata: { name: speed }\nspec: { thresholdMetric: { metricSource: {} } }\n";
    expect(await told(byThreshold)).toEqual([]);
    expect(await told(byThreshold + sli)).toEqual([
      expect.stringContaining("counts what stays within a threshold"),
    ]);
  });
});

describe("an OpenSLO file", () => {
  it("that is not there, or outside the repository, is told at the line that names it", async () => {
    const missing = await loadFiles({ "a/availability.yaml": SPEC }, "a/availability.yaml");
    expect(lines(missing.diagnostics)).toEqual([
      "a/availability.yaml:5:21 error missing-openslo: there is no readable file `a/slo.yaml`; correct `openslo` or add the file",
    ]);
    expect(missing.files).toEqual(["a/availability.yaml", "a/slo.yaml"]);
    expect(await slo("", SPEC.replace("slo.yaml", "../slo.yaml"))).toEqual([
      "5:21 error bad-path: `../slo.yaml` leaves the repository; name a file inside it",
    ]);
  });

  it("is relative to the spec that names it, also one that another extends", async () => {
    const files = {
      "envs/prod.yaml": "version: 1\nextends: ../base/availability.yaml\n",
      "base/availability.yaml": SPEC,
      "base/slo.yaml": slos("{ target: 0.99 }"),
    };
    const { spec, files: read } = await loadFiles(files, "envs/prod.yaml");
    expect(spec?.endpoints.get("a")?.slo?.place.file).toBe("base/slo.yaml");
    expect(read).toEqual(["envs/prod.yaml", "base/availability.yaml", "base/slo.yaml"]);
    // It is no part of the spec: what else it holds may be a manifest.
    expect(spec?.files).toEqual(["envs/prod.yaml", "base/availability.yaml"]);
  });

  it("of sloth is refused as what it is, in either of its forms", async () => {
    const message =
      "`slo.yaml` is in the format of sloth (`PrometheusServiceLevel`), and not OpenSLO; write the objective as an `SLO` of OpenSLO, or its figure as `slo`";
    const kubernetes =
      "apiVersion: sloth.slok.dev/v1\nkind: PrometheusServiceLevel\nmetadata: { name: x }\nspec: { slos: [{ objective: 99.9 }] }\n";
    const plain = "version: prometheus/v1\nservice: x\nslos: [{ name: y, objective: 99.9 }]\n";
    for (const text of [kubernetes, plain]) {
      expect(await slo(text)).toEqual([`slo.yaml:1:1 error bad-openslo: ${message}`]);
    }
  });

  it("without an SLO, of another version, or broken, is refused at its line", async () => {
    const none =
      "slo.yaml:1:1 error bad-openslo: `slo.yaml` has no `SLO` of OpenSLO (`apiVersion: openslo/v1`, with a `metadata.name`); name a file that has one";
    expect(await slo("")).toEqual([none]);
    expect(await slo(slos("{ target: 0.9 }").replace("openslo/v1", "n9/v1alpha"))).toEqual([none]);
    expect(await slo(slos("{ target: 0.9 }").replace("v1", "v3"))).toEqual([
      "slo.yaml:3:19 error bad-openslo: `openslo/v3` is another version of OpenSLO than v1alpha, v1 and v2alpha, which are read; write one of them",
    ]);
    expect(await slo(slos("{ target: 0.9, target: 0.8 }"))).toEqual([
      expect.stringMatching(/^slo\.yaml:5:\d+ error yaml-duplicate-key: /),
    ]);
    expect(await slo(`${slos("{ target: 0.9 }")}---\n{`)).toEqual([
      expect.stringMatching(/^slo\.yaml:\d+:\d+ error yaml-syntax: /),
    ]);
  });
});
