import fc from "fast-check";
import type {
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
  .map(endpoint);

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

const diagnostic: fc.Arbitrary<ModelResult["diagnostics"][number]> = fc.record(
  {
    severity: fc.constantFrom("warning", "notice"),
    code: fc.constant("any"),
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
