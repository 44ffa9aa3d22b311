import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import schema from "../../schema/result.schema.json" with { type: "json" };
import type { EstimatedEndpoint, EstimateResult, Result } from "../../src/gate/result.ts";
import { renderExplainMarkdown } from "../../src/report/explain-markdown.ts";
import { renderExplainText } from "../../src/report/explain-text.ts";
import { renderJson } from "../../src/report/json.ts";
import { assumptionsFold } from "../../src/report/markdown-assumptions.ts";
import { hostileResult } from "./hostile.ts";
import { EXPLAINED, EXPLAINED_CHECKOUT, exact } from "./samples.ts";

const PLAIN = { color: false, width: 100 };

/** Controls but the line's end, what reorders, and what no eye sees. */
const UNSEEN = /[^\P{Cc}\n]|[\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u;
/** What the Actions runner obeys. */
const COMMAND = /^\s*::|##\[/m;

/** One commit of what was compared. */
function alone({ models, head }: Result): EstimateResult {
  return {
    version: 1,
    verdict: "fail",
    reasons: [],
    head,
    models: models.map(({ changes: _, endpoints, ...model }) => ({
      ...model,
      endpoints: endpoints.flatMap(({ name, head: figure, slo, under, explained, verdict }) => {
        if (figure === null) return [];
        const faults = under.flatMap(({ head: left, ...one }) =>
          left === null ? [] : [{ ...one, head: left }],
        );
        const why = explained === undefined ? {} : { explained };
        return [{ name, head: figure, slo: { head: slo.head }, under: faults, verdict, ...why }];
      }),
    })),
  };
}

const CHECKOUT: EstimatedEndpoint = {
  name: "POST /checkout",
  head: exact(0.0068),
  slo: { head: 0.995 },
  under: [],
  explained: EXPLAINED_CHECKOUT,
  verdict: "fail",
};

function about(endpoint: EstimatedEndpoint, paths: readonly string[] = ["availability.yaml"]) {
  const model = { verdict: "fail", endpoints: [endpoint], diagnostics: [] } as const;
  return { ...alone(EXPLAINED), models: paths.map((path) => ({ ...model, path })) };
}

describe("the explanation of an endpoint", () => {
  test("tells what it rests on, the ceiling, the way back with its patch, and what it assumes", () => {
    const text = renderExplainText(about(CHECKOUT), PLAIN);
    const [first] = text.split("\n");
    expect(first).toBe(
      "✗ `POST /checkout`: 99.32%, down 4 h 54 min per 30 days, 0.18 points below its SLO of 99.5%",
    );
    expect(text).toMatch(/^ {2}payment +73% +down +99\.50% +deploy\/payment\.yaml:12$/m);
    expect(text).toContain(
      "Each of these alone takes it down: `payment` and `checkout -> payment`.",
    );
    expect(text).toContain(
      "At most 99.95% whatever the replicas: the dependency `checkout -> payment` is needed.",
    );
    expect(text).toContain("Two together do: `cache` with `orders-db`");
    expect(text).toContain(
      "run 2 replicas of `payment` instead of 1 (99.79%)  deploy/payment.yaml:12",
    );
    // Flush left: `git apply` takes it as it is.
    expect(text).toContain(`\n${EXPLAINED_CHECKOUT.remedies[0]?.patch?.trimEnd()}\n`);
    expect(text).toContain("make `payment` optional (99.945%, and users may notice)");
    expect(text).toMatch(
      /^ {2}! a replica is available 99\.5%.*93\.48% – 99\.82%, on either side/m,
    );
  });

  test("says of what was drawn that it is about so, within what, and where that does not tell", () => {
    const [first] = EXPLAINED_CHECKOUT.assumptions;
    const drawn = {
      ...first!,
      range: [0.9942, 0.9957],
      intervals: [
        [0.9939, 0.9951],
        [0.9956, 0.9959],
      ],
      decisive: false,
      undecided: true,
    } as const;
    const endpoint = { ...CHECKOUT, explained: { ...EXPLAINED_CHECKOUT, assumptions: [drawn] } };
    const fallen = (availability: number, interval: readonly [number, number]) => [
      { name: CHECKOUT.name, availability, interval },
    ];
    const blast = [
      { fault: "mail", kind: "service", endpoints: fallen(0.98, [0.97, 0.99]) },
      {
        fault: "bank",
        kind: "service",
        endpoints: [],
        undecided: fallen(0.9949, [0.994, 0.996]),
      },
    ] as const;
    const told = about(endpoint);
    const result = { ...told, models: told.models.map((one) => ({ ...one, blast })) };
    const text = renderExplainText(result, PLAIN);
    expect(text).toContain(
      "(about 99.42% – 99.57%, within 99.39% – 99.59%, perhaps on either side of its SLO)",
    );
    expect(text).toContain("  service `mail` (about 98.00%, 97.00% – 99.00%)\n");
    expect(text).toContain("  perhaps service `bank` (about 99.49%, 99.40% – 99.60%)\n");
    const shown = renderExplainMarkdown(result);
    expect(shown).toContain("99.57%, within 99.39% – 99.59%: perhaps on either side of its SLO");
    expect(shown).not.toContain("no verdict turns with");
    expect(shown).toContain(
      "| service `bank` | perhaps 1 endpoint: `POST /checkout` (about 99.49%) |",
    );
    expect(shown).toContain("| service `mail` | 1 endpoint: `POST /checkout` (about 98.00%) |");
    const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);
    expect(validate(JSON.parse(renderJson(result))), JSON.stringify(validate.errors)).toBe(true);
  });

  test("calls no verdict firm of which it was not worked out what it rests on", () => {
    const firm = {
      kind: "default",
      subject: "replicaAvailability",
      message: "the default of 2 services, which nobody measured",
      range: [0.994, 0.996],
      decisive: false,
    } as const;
    const told = { ...CHECKOUT, explained: { ...EXPLAINED_CHECKOUT, assumptions: [firm] } };
    const { explained: _, ...other } = { ...CHECKOUT, name: "GET /other" };
    const place = { repository: null, commit: "1", length: 80, assumptions: 9, notes: 9 };
    const say = "1 assumption; no verdict turns with any of them";
    expect(assumptionsFold([told], [], place)).toContain(say);
    expect(assumptionsFold([told, other], [], place)).toContain("(1 assumption)");
  });

  test("says the same in Markdown, the limits and assumptions open", () => {
    const text = renderExplainMarkdown(about(CHECKOUT));
    expect(text).toMatch(/^### ❌ `POST \/checkout`: 99\.32%, down 4 h 54 min/);
    expect(text).toContain(
      "**Cheapest way back:** run 2 replicas of `payment` instead of 1 (99.79%)",
    );
    expect(text).toContain("```diff\n--- a/deploy/payment.yaml");
    expect(text).toContain("- make `payment` optional (99.945%) · availability.yaml:31");
    expect(text).toContain("<details open><summary>What limits the endpoint now</summary>");
    expect(text).toMatch(/<details open><summary>What these figures rest on/);
  });

  test("says what would have to be true where there is no way back", () => {
    const { limits, cuts, assumptions } = EXPLAINED_CHECKOUT;
    const need = { kind: "dependency", availability: 0.9995, required: 0.9997 } as const;
    const requirements = [
      { ...need, component: "checkout -> payment" },
      { ...need, component: "cart and -> x" },
    ];
    const explained = { limits, cuts, assumptions, remedies: [], requirements };
    const one = about({ ...CHECKOUT, explained });
    expect(renderExplainText(one, PLAIN)).toContain(
      "  no change of replicas, spread or retries does; it would take the dependency `checkout -> payment` at 99.97% (now 99.95%), or the dependency `cart and -> x` at 99.97% (now 99.95%)",
    );
    expect(renderExplainMarkdown(one)).toContain(
      "It would take the dependency `checkout -> payment` at 99.97% (now 99.95%), or the",
    );
  });

  test("says how much of the error budget is spent where the promise is kept, and is silent on what is not known", () => {
    const kept = { ...CHECKOUT, head: exact(0.001), verdict: "pass" } as const;
    expect(renderExplainText(about(kept), PLAIN)).toMatch(
      /^✓ `POST \/checkout`: 99\.90%, down 43 min per 30 days, 20% of the error budget of its SLO of 99\.5%\n/,
    );
    const { explained: _, ...bare } = { ...kept, slo: { head: null } };
    expect(renderExplainText(about(bare), PLAIN)).toBe(
      "✓ `POST /checkout`: 99.90%, down 43 min per 30 days, without an SLO\n",
    );
  });

  test("has a part for each spec that has the endpoint", () => {
    const both = about(CHECKOUT, ["a.yaml", "b.yaml"]);
    expect(renderExplainText(both, PLAIN).match(/^[ab]\.yaml$/gm)).toEqual(["a.yaml", "b.yaml"]);
    expect(renderExplainMarkdown(both).match(/^#### `[ab]\.yaml`$/gm)).toHaveLength(2);
  });

  test("lets no text of the repository colour the terminal or command the runner", () => {
    fc.assert(
      fc.property(hostileResult, (one) => {
        const text = renderExplainText(alone(one), PLAIN);
        expect(text).not.toMatch(UNSEEN);
        expect(text).not.toMatch(COMMAND);
        expect(renderExplainMarkdown(alone(one))).not.toMatch(COMMAND);
      }),
      { seed: 21, numRuns: 150 },
    );
  });

  test("has colour where it is asked for alone, and the same text", () => {
    const escapes = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, "g");
    const coloured = renderExplainText(about(CHECKOUT), { ...PLAIN, color: true });
    expect(coloured).not.toBe(coloured.replace(escapes, ""));
    expect(coloured.replace(escapes, "")).toBe(renderExplainText(about(CHECKOUT), PLAIN));
  });
});
