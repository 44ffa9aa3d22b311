import { expect, test } from "vitest";
import type { Explained, Remedy } from "../../src/gate/explained.ts";
import type { Cause, Change, EndpointResult, Result } from "../../src/gate/result.ts";
import { renderComment } from "../../src/report/markdown.ts";
import { patchBlock } from "../../src/report/patch-block.ts";
import { plain } from "../../src/report/plain.ts";
import { remedyWords } from "../../src/report/remedy-words.ts";
import { rendered } from "./rendered.ts";
import {
  CALM,
  CONTEXT,
  EXPLAINED,
  EXPLAINED_CHECKOUT,
  endpoint,
  exact,
  FEWER_PAYMENTS,
  model,
  result,
} from "./samples.ts";

const NOTHING: Explained = {
  limits: [],
  cuts: [],
  remedies: [],
  requirements: [],
  assumptions: [],
};

function failing(name: string, parts: Partial<EndpointResult>): EndpointResult {
  const one = endpoint({ name, base: exact(0.0005), head: exact(0.0045), verdict: "fail" });
  return { ...one, ...parts };
}

function commentOn(...endpoints: readonly EndpointResult[]): string {
  const one: Result = result({ verdict: "fail", models: [model({ verdict: "fail", endpoints })] });
  return renderComment(one, CONTEXT);
}

function changeOf(at: number): Change {
  return { ...FEWER_PAYMENTS, subject: `service-${at}` };
}

test("the effects of a table sum to what the endpoint lost, however many causes there are", () => {
  const causes: readonly Cause[] = Array.from({ length: 25 }, (_, at) => ({
    changes: [changeOf(at)],
    effect: -0.004 / 25,
  }));
  const text = commentOn(failing("GET /a", { causes }));
  const effects = [...text.matchAll(/^\| ([−+])(\d+\.\d+) \|/gm)].map(
    ([, sign, points]) => (sign === "−" ? -1 : 1) * Number(points),
  );
  expect(text).toContain("Why `GET /a` lost 0.40 points: +2 h 53 min of downtime per 30 days");
  expect(effects).toHaveLength(8);
  expect(effects.reduce((sum, one) => sum + one, 0)).toBeCloseTo(-0.4, 12);
  expect(text).toContain("and 17 more changes");
});

test("endpoints that the same changes moved as much share a table; of three changes one is told, the others are listed", () => {
  const causes: readonly Cause[] = [
    { changes: [changeOf(1), changeOf(2), changeOf(3)], effect: -0.004 },
  ];
  const endpoints = ["GET /a", "GET /b"].map((name) => failing(name, { causes }));
  const changes = [1, 2, 3].map(changeOf);
  const one = result({
    verdict: "fail",
    models: [model({ verdict: "fail", endpoints, changes })],
  });
  const { text } = rendered(renderComment(one, CONTEXT));
  expect(text).toContain("Why GET /a and GET /b each lost 0.40 points");
  expect(text.match(/Why GET/g)).toHaveLength(1);
  const also = text.slice(text.indexOf("Also changed"));
  expect(also).not.toContain("service-1 runs");
  expect(also).toContain("service-2 runs");
  expect(also).toContain("service-3 runs");
});

test("one way back for several endpoints is told once; what users may notice is not called cheap", () => {
  const remedy: Remedy = {
    change: "make ads optional",
    availability: 0.9995,
    replicasAdded: 0,
    steps: [],
    named: [{ kind: "optional", name: "ads" }],
  };
  const explained = { ...NOTHING, remedies: [remedy] };
  const text = commentOn(failing("GET /a", { explained }), failing("GET /b", { explained }));
  expect(text).toContain(
    "**A way back that users may notice for `GET /a` and `GET /b`: make `ads` optional**",
  );
  expect(text).not.toContain("Cheapest");
});

test("where no change brings an endpoint back, it is told what would have to be true", () => {
  const requirements = [
    { component: "a -> b", kind: "dependency" as const, availability: 0.9995, required: 0.9997 },
  ];
  const { text } = rendered(
    commentOn(failing("GET /a", { explained: { ...NOTHING, requirements } })),
  );
  expect(text).toContain("It would take the dependency a -> b at 99.97% (now 99.95%).");
});

test("a figure after a remedy, a ceiling and a range are never printed on the other side of the SLO", () => {
  const [remedy] = EXPLAINED_CHECKOUT.remedies;
  const [, dependency] = EXPLAINED_CHECKOUT.limits;
  const explained: Explained = {
    ...EXPLAINED_CHECKOUT,
    limits: [{ ...dependency!, ceiling: 0.99899996 }],
    remedies: [{ ...remedy!, availability: 0.99900004 }],
    assumptions: [{ ...EXPLAINED_CHECKOUT.assumptions[0]!, range: [0.99899996, 0.99900004] }],
  };
  const text = commentOn(failing("GET /a", { explained }));
  expect(text).toContain("instead of 1** (99.900004%)");
  expect(text).toContain("at most 99.89% whatever the replicas, which is below its SLO");
  expect(text).toContain("99.89% – 99.900004%: on either side of its SLO");
});

test.each(["not-evaluated", "unmodelled-call"])(
  "what a change touches and no figure follows stands open, where all is calm too: %s",
  (code) => {
    const diagnostics = [
      { severity: "warning", code, message: "`x.yaml` changed and is not evaluated" },
    ] as const;
    const calm = { ...CALM, models: CALM.models.map((one) => ({ ...one, diagnostics })) };
    const { text, elements } = rendered(renderComment(calm, CONTEXT));
    expect(text).toContain("nothing that is evaluated gets worse");
    expect(text).toContain("x.yaml changed and is not evaluated");
    expect(elements).not.toContain("details");
  },
);

test("the graph stands open where something fails, and is told as left out where there is no room", () => {
  expect(renderComment(EXPLAINED, CONTEXT)).toContain(
    "<details open><summary>The affected part of the graph</summary>\n\n```mermaid\nflowchart LR",
  );
  const short = renderComment(EXPLAINED, { ...CONTEXT, limit: 2_600 });
  expect(short).not.toContain("```mermaid");
  expect(short).toContain("1 graph");
});

test("a patch is shown as it is, what is unseen spelled out, in a fence that nothing in it ends", () => {
  expect(patchBlock("-a\n+b\u202e\n \tc\n")).toBe("```diff\n-a\n+b⟨U+202E⟩\n \tc\n```");
  expect(patchBlock("+````\n")).toBe("`````diff\n+````\n`````");
});

test.each([["##[error]x"], [" ::error::x"], ["x".repeat(3_000)]])(
  "a patch that a runner would obey, or that is too long, is left out: %#",
  (patch) => {
    expect(patchBlock(patch)).toBeNull();
  },
);

test.each<[string, Remedy["named"]]>([
  [
    "run 2 replicas of `payment` instead of 1",
    [{ kind: "replicas", name: "payment", from: 1, to: 2 }],
  ],
  [
    "run 2 replicas of `a, spread b` instead of 1 and spread `c over d` over `zone`",
    [
      { kind: "replicas", name: "a, spread b", from: 1, to: 2 },
      { kind: "spread", name: "c over d", domain: "zone" },
    ],
  ],
  ["retry `a -> b` once", [{ kind: "retries", name: "a -> b", from: 0, to: 1 }]],
  ["retry `a -> b` 3 times instead of 1", [{ kind: "retries", name: "a -> b", from: 1, to: 3 }]],
  ["make `a, make b optional` optional", [{ kind: "optional", name: "a, make b optional" }]],
])("a remedy in words: %s", (words, named) => {
  expect(plain(remedyWords({ named }))).toBe(words);
});
