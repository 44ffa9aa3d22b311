import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Change, ModelResult, Reason, Result } from "../../src/gate/result.ts";
import { renderCalm, renderComment } from "../../src/report/markdown.ts";
import { findMarker } from "../../src/report/marker.ts";
import { hostileResult } from "./hostile.ts";
import { LINKED_AFTERWARDS, rendered, targets, textOutsideCode } from "./rendered.ts";
import {
  ACCEPTED,
  CALM,
  CASES,
  CONTEXT,
  endpoint,
  exact,
  FAILING,
  FEWER_PAYMENTS,
  model,
  reason,
  result,
  UNDER_FAULTS,
  under,
} from "./samples.ts";

const COMMENT_LIMIT = 65_536;

type Diagnostic = ModelResult["diagnostics"][number];

describe("the comment", () => {
  test.each(Object.entries(CASES))("reads well: %s", (_, one) => {
    expect(renderComment(one, CONTEXT)).toMatchSnapshot();
  });

  test("shows what changed with the worst first, and counts the rest", () => {
    const { text } = rendered(renderComment(FAILING, CONTEXT));
    const order = ["POST /checkout", "GET /cart", "GET /products", "3 endpoints unchanged"];
    const table = text.slice(text.indexOf("Before"));
    const places = order.map((one) => table.indexOf(one));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  test("links a change to its line at head, and what is gone to its line at base", () => {
    const { base, head } = FAILING;
    const links = targets(renderComment(FAILING, CONTEXT));
    const root = "https://github.com/acme/shop/blob";
    expect(links).toContain(`${root}/${head.commit}/deploy/payment.yaml#L12`);
    expect(links).toContain(`${root}/${base.sha}/availability.yaml#L24`);
  });

  test("links to a path of any characters", () => {
    const file = "a b/)ü(#?%|/x.yaml";
    const one = withChanges([{ ...FEWER_PAYMENTS, file }]);
    const [link = ""] = targets(renderComment(one, CONTEXT));
    const url = new URL(link);
    expect(decodeURIComponent(url.pathname)).toBe(`/acme/shop/blob/${one.head.commit}/${file}`);
    expect(url.hash).toBe("#L12");
  });

  test("links nowhere from a path that would lead out of the repository", () => {
    for (const file of ["../../evil/repo/x", "a/./b", "a//b"]) {
      const one = withChanges([{ ...FEWER_PAYMENTS, file }]);
      const blobs = targets(renderComment(one, CONTEXT)).filter(
        (link) => link.includes("/blob/") && !link.includes("/charts/"),
      );
      expect(blobs).toEqual([]);
    }
  });

  test("says who accepted what, and how", () => {
    const { text } = rendered(renderComment(ACCEPTED, CONTEXT));
    expect(text).toContain("octocat accepts that POST /checkout falls below its SLO");
    expect(text).toContain("Accepted by octocat with availability-accepted");
  });

  test("says why an acceptance does not count any more", () => {
    const lapsed = "The acceptance by `availability-accepted` does not count: it got worse";
    const { text } = rendered(renderComment({ ...FAILING, acceptanceLapsed: lapsed }, CONTEXT));
    expect(text).toContain("The acceptance by availability-accepted does not count");
  });

  test("is calm where nothing gets worse: a heading, a line, where it comes from", () => {
    const out = rendered(renderComment(CALM, CONTEXT));
    expect(out.elements).not.toContain("table");
    expect(out.elements).not.toContain("details");
    expect(out.text).toContain("nothing gets worse");
    expect(out.text).toContain(
      "GET /products improves from 99.95% to 99.96%. 5 endpoints unchanged.",
    );
  });

  test("is calm where only a figure under a fault improves", () => {
    const better = [under("zone-down", exact(0.002), exact(0.001), 0.99)];
    const figures = { name: "GET /a", base: exact(0.0001), head: exact(0.0001) };
    const of = (rows: typeof better) =>
      result({ models: [model({ endpoints: [endpoint({ ...figures, under: rows })] })] });
    const out = rendered(renderComment(of(better), CONTEXT));
    expect(out.elements).not.toContain("table");
    expect(out.text).toContain("GET /a improves under zone-down from 99.80% to 99.90%.");
    expect(out.text).not.toContain("unchanged");
    const many = rendered(
      renderComment(of([better, better].flatMap((x) => [...x, ...x])), CONTEXT),
    );
    expect(many.text).toContain("4 figures under faults improve.");
  });

  test("is not calm where a figure under a fault gets worse within its limits", () => {
    const worse = endpoint({
      name: "GET /a",
      base: exact(0.0001),
      head: exact(0.0001),
      under: [under("zone-down", exact(0.001), exact(0.002))],
    });
    const out = rendered(
      renderComment(result({ models: [model({ endpoints: [worse] })] }), CONTEXT),
    );
    expect(out.text).toContain("what gets worse stays within its limits");
    expect(out.text).toContain("1 endpoint unchanged, faults aside");
    expect(out.text).toContain("Under faults (1 figure)");
  });

  test("leaves out figures under faults that nobody promised and nothing moved", () => {
    const still = [under("zone-down", exact(0.001), exact(0.001)), under("new", null, exact(0.5))];
    const one = endpoint({
      name: "GET /a",
      base: exact(0.0001),
      head: exact(0.0002),
      under: still,
    });
    const { text } = rendered(
      renderComment(result({ models: [model({ endpoints: [one] })] }), CONTEXT),
    );
    expect(text).not.toContain("Under faults");
  });

  test("names one fault in a row, and counts several; only what fails is strong", () => {
    const [checkout] = UNDER_FAULTS.models[0]!.endpoints;
    const [first] = UNDER_FAULTS.reasons;
    const with2 = {
      ...UNDER_FAULTS,
      reasons: [first!, { ...first!, fault: "rolling-update" }],
    };
    const source = renderComment(with2, CONTEXT);
    expect(source).toContain("| below its minimum under 2 faults<br>");
    expect(renderComment(UNDER_FAULTS, CONTEXT)).toContain(
      "| below its minimum under `any-zone-down`<br>",
    );
    expect(source).toContain("| 99.81% | 99.81% |");
    const steady = reason("below-slo", "fail", checkout!.name, "x");
    const both = { ...UNDER_FAULTS, reasons: [first!, steady] };
    expect(renderComment(both, CONTEXT)).toContain("| 99.81% | **99.81%** |");
  });

  test("is not calm where something gets worse within its limits", () => {
    const worse = endpoint({ name: "GET /a", base: exact(0.0001), head: exact(0.0002) });
    const out = rendered(
      renderComment(result({ models: [model({ endpoints: [worse] })] }), CONTEXT),
    );
    expect(out.elements).toContain("table");
    expect(out.text).toContain("what gets worse stays within its limits");
  });

  test("becomes one line when its cause is gone, and is still found", () => {
    const calm = renderCalm({ ...CONTEXT, state: "{}" });
    expect(calm.trim().split("\n")).toHaveLength(2);
    expect(findMarker(calm, CONTEXT.commentId)).toEqual({ state: "{}", origin: null });
  });

  test("needs no repository and no run", () => {
    const bare = renderComment(FAILING, { ...CONTEXT, repository: null, runUrl: null });
    expect(targets(bare)).toEqual([]);
    expect(rendered(bare).text).toContain("deploy/payment.yaml:12");
  });
});

const EXPECTED = new Set(
  ["h3", "h4", "p", "table", "thead", "tbody", "tr", "th", "td", "ul", "li"].concat([
    "strong",
    "em",
    "code",
    "pre",
    "a",
    "br",
    "sub",
    "details",
    "summary",
  ]),
);

describe("whatever the repository holds, the comment", () => {
  test("is made of the expected elements, leads to the repository only and mentions nobody", () => {
    fc.assert(
      fc.property(hostileResult, (one) => {
        const source = renderComment(one, CONTEXT);
        const { elements, closed } = rendered(source);
        expect(elements.filter((element) => !EXPECTED.has(element))).toEqual([]);
        expect(elements.filter((element) => element !== "br").toSorted()).toEqual(
          closed.toSorted(),
        );
        for (const target of targets(source)) {
          expect(new URL(target).href).toMatch(/^https:\/\/github\.com\/acme\/shop\//);
        }
        const seen = textOutsideCode(source);
        for (const linked of LINKED_AFTERWARDS) expect(seen).not.toMatch(linked);
      }),
      { seed: 2, numRuns: 300 },
    );
  });

  test("keeps its rows within the table: seven cells each", () => {
    fc.assert(
      fc.property(hostileResult, (one) => {
        for (const table of rendered(renderComment(one, CONTEXT)).tables) {
          for (const row of table) expect(row).toBe(table[0]);
        }
      }),
      { seed: 3, numRuns: 200 },
    );
  });
});

describe("a comment that would be too long", () => {
  test.each([
    ["thousands of endpoints", wide(2_000, 0, 20)],
    ["unchanged endpoints only beside one", wide(1, 3_000, 20)],
    ["names of 10,000 characters", wide(300, 300, 10_000)],
    ["names of 10,000 that each take eight to show", wide(100, 100, 10_000, "\u202e")],
    ["names of 10,000 backticks", wide(100, 100, 10_000, "`")],
    ["hundreds of specs", manySpecs(400)],
    ["endpoints under many faults", withFaults(wide(400, 0, 20), 30)],
  ])("stays within the limit and says what it leaves out: %s", (_, one) => {
    const source = renderComment(one, { ...CONTEXT, state: "x".repeat(1_000) });
    expect(source.length).toBeLessThanOrEqual(COMMENT_LIMIT);
    expect(Buffer.byteLength(source)).toBeLessThanOrEqual(4 * COMMENT_LIMIT);
    expect(findMarker(source, CONTEXT.commentId)).toEqual({
      state: "x".repeat(1_000),
      origin: null,
    });
    const { text, elements } = rendered(source);
    expect(text).toMatch(/❌ Availability gate: .+/);
    expect(text).toMatch(/Left out here for length: [\d,]+ .*The job summary/);
    expect(elements.filter((element) => !EXPECTED.has(element))).toEqual([]);
  });

  test("keeps the worst endpoints", () => {
    const source = renderComment(wide(2_000, 0, 20), CONTEXT);
    expect(source).toContain("GET /1999");
    expect(source).not.toContain("GET /100 ");
  });

  test("keeps the worst figures under faults, fewer where there is less room", () => {
    const one = withFaults(wide(400, 0, 20), 30);
    for (const [limit, figures] of [
      [65_536, 50],
      [16_000, 10],
      [5_000, 3],
    ]) {
      const source = renderComment(one, { ...CONTEXT, limit });
      const part = source.slice(source.indexOf("Under faults"));
      expect(part).toContain(`Under faults (${figures} figures)`);
      const [, , first] = part.split("\n").filter((line) => line.startsWith("|"));
      expect(first).toMatch(/^\| ❌ \| `GET \/399.*`fault-29`/);
      expect(source).toMatch(/[\d,]+ fault figures/);
    }
  });

  test("gives up unchanged endpoints before anything else", () => {
    const source = renderComment(wide(20, 5_000, 20), CONTEXT);
    expect(source).toContain("Left out here for length: 5,000 unchanged endpoints. The");
  });

  test("gives its state up rather than its verdict, and says so", () => {
    const source = renderComment(FAILING, { ...CONTEXT, state: "x".repeat(COMMENT_LIMIT) });
    expect(source.length).toBeLessThanOrEqual(COMMENT_LIMIT);
    expect(findMarker(source, CONTEXT.commentId)).toEqual({ state: null, origin: null });
    expect(source).toContain("Left out here for length: what the next run would compare");
  });

  test("keeps within a shorter limit when asked", () => {
    const source = renderComment(wide(500, 500, 50), { ...CONTEXT, limit: 2_000 });
    expect(source.length).toBeLessThanOrEqual(2_000);
    expect(source).toContain("❌ Availability gate");
  });
});

/** Endpoints of which the later lose more, and others that are as they were. */
function wide(changed: number, unchanged: number, length: number, filler = "x"): Result {
  const name = (i: number) => `GET /${i} ${filler.repeat(length)}`;
  const failing = Array.from({ length: changed }, (_, i) =>
    endpoint({
      name: name(i),
      base: exact(0.0001),
      head: exact(0.01 + i * 1e-6),
      verdict: "fail",
    }),
  );
  const reasons: readonly Reason[] = failing.map((one) =>
    reason("below-slo", "fail", one.name, `\`${one.name}\` falls below its SLO`),
  );
  const same = Array.from({ length: unchanged }, (_, i) =>
    endpoint({ name: name(changed + i), base: exact(0.0001), head: exact(0.0001) }),
  );
  const changes: readonly Change[] = Array.from({ length: Math.min(changed, 200) }, (_, i) => ({
    ...FEWER_PAYMENTS,
    subject: name(i),
    file: `deploy/${filler.repeat(length)}/${i}.yaml`,
  }));
  const diagnostics: readonly Diagnostic[] = [
    { severity: "notice", code: "any", message: "every replica has the default" },
  ];
  return result({
    verdict: "fail",
    reasons,
    models: [model({ verdict: "fail", endpoints: [...same, ...failing], changes, diagnostics })],
  });
}

/** Every endpoint under some faults, of which the last fails at the last endpoint. */
function withFaults(one: Result, faults: number): Result {
  const models = one.models.map((each) => ({
    ...each,
    endpoints: each.endpoints.map((endpoint, at) => ({
      ...endpoint,
      under: Array.from({ length: faults }, (_, i) => {
        const fails = i === faults - 1 && at === each.endpoints.length - 1;
        return under(`fault-${i}`, exact(0.001), exact(0.02), 0.99, fails ? "fail" : "pass");
      }),
    })),
  }));
  return { ...one, models };
}

function manySpecs(specs: number): Result {
  const [one] = FAILING.models;
  const models = Array.from({ length: specs }, (_, i) => ({
    ...model({ ...one }),
    path: `team-${i}/availability.yaml`,
  }));
  const reasons = models.flatMap(({ path }) =>
    FAILING.reasons.map((each) => ({ ...each, model: path })),
  );
  return { ...FAILING, reasons, models };
}

function withChanges(changes: readonly Change[]): Result {
  return { ...FAILING, models: FAILING.models.map((one) => ({ ...one, changes })) };
}
