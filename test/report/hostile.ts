import fc from "fast-check";
import type { ComponentKind, Explained } from "../../src/gate/explained.ts";
import type { NamedStep } from "../../src/gate/remedies/step.ts";
import type {
  Cause,
  Change,
  ChangeKind,
  EndpointResult,
  ModelResult,
  Reason,
  ReasonCode,
  Result,
  Verdict,
} from "../../src/gate/result.ts";
import { BASE, bounded, endpoint, exact, HEAD, sampled, under } from "./samples.ts";

const ATTACKS = [
  "@octocat",
  "@org/team",
  "#1",
  "owner/repo#12",
  "GH-12",
  "1a2b3c4d5e6f",
  "http://evil.example",
  "www.evil.example",
  "a@evil.example",
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "</details>",
  "<!-- availability-gate:default -->",
  "-->",
  "[a](b)",
  "![a](b)",
  "[^1]",
  "**a**",
  "_a_",
  "~~a~~",
  "`",
  "``",
  "\\",
  "\\|",
  "|",
  "&amp;",
  "&#64;",
  "\n",
  "\r\n",
  "\n\n### heading",
  "\u202e",
  "\u0000",
  "\u001b[31m",
  "\u2028",
  "\ud800",
  "$a$",
  "$`a`$",
  ":tada:",
  "# ",
  "- ",
  "1. ",
  "> ",
  "---",
  "===",
  "```",
  "##[error]",
  "::error::",
  "    ",
  "\u00a0",
  "name",
  "(",
  "%2e%2e/..",
];

/** Pieces of attacks and of anything else, glued: what a repository may hold where a name stands. */
export const hostile = fc
  .array(fc.oneof(fc.constantFrom(...ATTACKS), fc.string({ unit: "binary", maxLength: 4 })), {
    maxLength: 8,
  })
  .map((pieces) => pieces.join(""));

const VERDICTS: readonly Verdict[] = ["pass", "warn", "fail"];

const COMPONENTS: readonly ComponentKind[] = ["service", "dependency", "domain"];

const CODES: readonly ReasonCode[] = [
  "below-slo",
  "max-drop",
  "max-downtime-increase",
  "preexisting",
  "passes-by-assertion",
  "loosened",
  "undecided",
  "error-budget",
  "uncounted-dependency",
  "evidence",
  "base-invalid",
  "adoption",
];

const KINDS: readonly ChangeKind[] = [
  "spec-moved",
  "service-added",
  "replicas",
  "replica-availability",
  "evidence",
  "external",
  "workload",
  "dependency-removed",
  "endpoint-renamed",
  "predicate",
  "slo",
  "gate",
  "domain-added",
  "member-removed",
  "domain-availability",
  "placement",
  "disruption",
  "timeout",
  "fault-injection",
  "dependency-domains",
  "fault-added",
  "fault-changed",
  "incident-added",
  "incident-changed",
  "under",
];

const verdict = fc.constantFrom(...VERDICTS);
const estimate = fc.oneof(
  fc.constantFrom(0, 1e-6, 0.0004, 0.001, 0.5, 1).map(exact),
  fc.constant(sampled(0.001, 0.0001)),
  fc.constant(bounded(0.9991, 0.9992)),
  hostile.map((component) => ({
    ...exact(0.001),
    credible: {
      interval: [0.9985, 0.9993] as const,
      mean: 0.9989,
      probability: 0.6,
      most: { component, good: 9990, total: 10000, interval: [0.9986, 0.9992] as const },
      points: 1024,
    },
  })),
);
const estimateOrNot = fc.option(estimate, { nil: null });

const underFault = fc
  .tuple(hostile, estimateOrNot, estimateOrNot, fc.constantFrom(null, 0.99, 1), verdict)
  .map((parts) => under(...parts));

const value = fc.oneof(fc.constant(null), fc.nat(5), fc.constant("99.9%"), hostile);

const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom(...KINDS),
  subject: hostile,
  base: value,
  head: value,
  file: hostile,
  line: fc.integer({ min: 1, max: 999 }),
  side: fc.constantFrom("base", "head"),
});

const told = { maxLength: 3 };
const place = { file: hostile, line: fc.integer({ min: 1, max: 999 }) };
const share = fc.constantFrom(0, 0.0004, 0.5, 0.9999999, 1);
const component = { component: hostile, kind: fc.constantFrom(...COMPONENTS) };

const step: fc.Arbitrary<NamedStep> = fc.oneof(
  fc.record({
    ...{ kind: fc.constantFrom("replicas" as const, "retries" as const), name: hostile },
    ...{ from: fc.nat(3), to: fc.nat(3) },
  }),
  fc.record({ kind: fc.constant("spread" as const), name: hostile, domain: hostile }),
  fc.record({ kind: fc.constant("optional" as const), name: hostile }),
);

const explained: fc.Arbitrary<Explained> = fc.record({
  limits: fc.array(
    fc.record({
      ...component,
      birnbaum: share,
      criticality: share,
      ceiling: share,
      single: fc.boolean(),
      ...place,
    }),
    told,
  ),
  cuts: fc.array(
    fc.record({ components: fc.tuple(hostile, hostile), probability: fc.constant(1e-5) }),
    told,
  ),
  remedies: fc.array(
    fc.record(
      {
        change: hostile,
        availability: share,
        replicasAdded: fc.nat(3),
        ...place,
        patch: fc.array(hostile, told).map((lines) => lines.join("\n+")),
        steps: fc.constant([]),
        named: fc.array(step, told),
      },
      { requiredKeys: ["change", "availability", "replicasAdded", "steps", "named"] },
    ),
    told,
  ),
  requirements: fc.array(fc.record({ ...component, availability: share, required: share }), told),
  assumptions: fc.array(
    fc.record({
      kind: fc.constantFrom("default" as const, "hint" as const),
      subject: hostile,
      message: hostile,
      range: fc.constantFrom(null, [0.99, 0.9999] as const),
      decisive: fc.boolean(),
      ...place,
    }),
    told,
  ),
});

const endpointResult: fc.Arbitrary<EndpointResult> = fc
  .record({
    name: hostile,
    under: fc.array(underFault, { maxLength: 3 }),
    base: estimateOrNot,
    head: estimateOrNot,
    slo: fc.constantFrom(null, 0.999, 1),
    baseSlo: fc.constantFrom(null, 0.9995),
    verdict,
  })
  .chain((parts) =>
    fc
      .record({
        explained: fc.option(explained, { nil: undefined }),
        causes: fc.option(fc.array(fc.array(change, { minLength: 1, maxLength: 4 }), told)),
      })
      .map(({ explained: why, causes }) => ({
        ...endpoint(parts),
        ...(why === undefined ? {} : { explained: why }),
        ...(causes === null ? {} : { causes: effectsOf(causes, endpoint(parts).delta ?? 0) }),
      })),
  );

/** Effects that sum to the delta. */
function effectsOf(causes: readonly (readonly Change[])[], delta: number): readonly Cause[] {
  return causes.map((changes) => ({ changes, effect: delta / causes.length }));
}

const diagnostic: fc.Arbitrary<ModelResult["diagnostics"][number]> = fc.record(
  {
    severity: fc.constantFrom("warning", "notice"),
    code: fc.constantFrom("any", "not-evaluated"),
    message: hostile,
    file: hostile,
    line: fc.integer({ min: 1, max: 999 }),
    column: fc.integer({ min: 1, max: 99 }),
  },
  { requiredKeys: ["severity", "code", "message"] },
);

const model: fc.Arbitrary<ModelResult> = fc.record({
  path: hostile,
  verdict,
  endpoints: fc.array(endpointResult, { maxLength: 4 }),
  changes: fc.array(change, { maxLength: 4 }),
  blast: fc.array(
    fc.record({
      fault: hostile,
      kind: fc.constantFrom("fault" as const, ...COMPONENTS),
      endpoints: fc.array(fc.record({ name: hostile, availability: share }), told),
      undecided: fc.array(
        fc.record({
          name: hostile,
          availability: share,
          interval: fc.constant([0.5, 0.75] as const),
        }),
        told,
      ),
    }),
    told,
  ),
  graph: fc.array(hostile, { minLength: 1, maxLength: 3 }).map((names) => ({
    services: names.map((name) => ({
      ...{ name, replicas: 1, external: false, entry: false, change: null, limiting: false },
    })),
    dependencies: [],
    omitted: 0,
  })),
  diagnostics: fc.array(diagnostic, { maxLength: 3 }),
});

/** Results in which every text is an attack; their verdicts need not make sense. */
export const hostileResult: fc.Arbitrary<Result> = fc
  .record({
    verdict,
    models: fc.array(model, { maxLength: 3 }),
    codes: fc.array(fc.tuple(fc.constantFrom(...CODES), verdict, hostile), { maxLength: 6 }),
    acceptedBy: fc.option(fc.record({ by: hostile, how: hostile }), { nil: null }),
    lapsed: hostile,
  })
  .map(({ verdict: worst, models, codes, acceptedBy, lapsed }) => ({
    version: 1,
    verdict: worst,
    reasons: codes.map(([code, of, message], i) => reasonAbout(models, i, code, of, message)),
    acceptedBy,
    acceptanceLapsed: lapsed,
    base: { sha: BASE, kind: "merge-parent" },
    head: { sha: HEAD, commit: HEAD },
    models,
  }));

function reasonAbout(
  models: readonly ModelResult[],
  i: number,
  code: ReasonCode,
  of: Verdict,
  message: string,
): Reason {
  const about = models[i % Math.max(1, models.length)];
  const reason: Reason = { code, verdict: of, model: about?.path ?? "", message };
  const one = about?.endpoints[i % Math.max(1, about.endpoints.length)];
  if (one === undefined || i % 3 === 2) return reason;
  const fault = one.under[i]?.fault;
  return { ...reason, endpoint: one.name, ...(fault === undefined ? {} : { fault }) };
}
