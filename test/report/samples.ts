import type { Estimate } from "../../src/availability/estimate.ts";
import type { Explained } from "../../src/gate/explained.ts";
import type {
  Change,
  EndpointChange,
  EndpointResult,
  ModelResult,
  Reason,
  ReasonCode,
  Result,
  UnderResult,
  Verdict,
} from "../../src/gate/result.ts";
import type { ReportContext } from "../../src/report/scope.ts";

export const BASE = "1a2b3c4d5e6f708192a3b4c5d6e7f80912a3b4c5";
export const HEAD = "5d6e7f8091a2b3c4d5e6f708192a3b4c5d6e7f80";

export const CONTEXT: ReportContext = {
  repository: { serverUrl: "https://github.com", owner: "acme", repo: "shop" },
  runUrl: "https://github.com/acme/shop/actions/runs/42",
  commentId: "default",
  state: null,
};

/** An exact estimate from its unavailability. */
export function exact(unavailability: number): Estimate {
  return { availability: 1 - unavailability, unavailability, method: "exact" };
}

export function sampled(unavailability: number, half: number): Estimate {
  const availability = 1 - unavailability;
  return {
    ...exact(unavailability),
    method: "monte-carlo",
    interval: [availability - half, availability + half],
    samples: 200_000,
  };
}

/** Somewhere between two ends, for certain. */
export function bounded(low: number, high: number): Estimate {
  return { availability: low, unavailability: 1 - low, method: "bounded", interval: [low, high] };
}

/** An endpoint under a fault. */
export function under(
  fault: string,
  base: Estimate | null,
  head: Estimate | null,
  minimum: number | null = null,
  verdict: Verdict = "pass",
): UnderResult {
  const delta = base === null || head === null ? null : base.unavailability - head.unavailability;
  return { fault, base, head, delta, minimum, verdict };
}

type EndpointParts = {
  readonly name: string;
  readonly base: Estimate | null;
  readonly head: Estimate | null;
  readonly slo?: number | null;
  readonly baseSlo?: number | null;
  readonly under?: readonly UnderResult[];
  readonly verdict?: Verdict;
};

export function endpoint(parts: EndpointParts): EndpointResult {
  const { name, base, head, slo = 0.999, baseSlo = slo, under = [], verdict = "pass" } = parts;
  const delta = base === null || head === null ? null : base.unavailability - head.unavailability;
  return {
    name,
    change: changeOf(base, head, delta),
    base,
    head,
    carried: base === null ? null : head,
    delta,
    slo: {
      base: base === null ? null : baseSlo,
      head: head === null ? null : slo,
      effective: Math.max(slo ?? 0, baseSlo ?? 0) || null,
    },
    under,
    verdict,
  };
}

function changeOf(
  base: Estimate | null,
  head: Estimate | null,
  delta: number | null,
): EndpointChange {
  if (base === null) return "added";
  if (head === null) return "removed";
  if (delta === null || delta === 0) return "unchanged";
  return delta > 0 ? "improved" : "degraded";
}

export function reason(
  code: ReasonCode,
  verdict: Verdict,
  endpointName: string | null,
  message: string,
  model = "availability.yaml",
): Reason {
  return endpointName === null
    ? { code, verdict, model, message }
    : { code, verdict, model, endpoint: endpointName, message };
}

export function model(parts: Partial<ModelResult>): ModelResult {
  return {
    path: "availability.yaml",
    verdict: "pass",
    endpoints: [],
    changes: [],
    diagnostics: [],
    ...parts,
  };
}

export function result(parts: Partial<Result>): Result {
  return {
    version: 1,
    verdict: "pass",
    reasons: [],
    acceptedBy: null,
    base: { sha: BASE, kind: "merge-parent" },
    head: { sha: HEAD, commit: HEAD },
    models: [],
    ...parts,
  };
}

export const FEWER_PAYMENTS: Change = {
  kind: "replicas",
  subject: "payment",
  base: 3,
  head: 1,
  file: "deploy/payment.yaml",
  line: 12,
  side: "head",
};

const QUIET = ["GET /", "GET /search", "POST /login"].map((name) =>
  endpoint({ name, base: exact(0.0004), head: exact(0.0004) }),
);

const CHECKOUT = endpoint({
  name: "POST /checkout",
  base: exact(0.0019),
  head: exact(0.0068),
  slo: 0.995,
  verdict: "fail",
});

const BELOW = reason(
  "below-slo",
  "fail",
  "POST /checkout",
  "`POST /checkout` falls below its SLO: 99.32% is 0.18 points below 99.5%",
);

const PRODUCTS = endpoint({ name: "GET /products", base: exact(0.0005), head: exact(0.0004) });

/** The shop of the documents: one endpoint falls, one comes close, one improves. */
export const FAILING: Result = result({
  verdict: "fail",
  reasons: [
    BELOW,
    reason(
      "error-budget",
      "warn",
      "GET /cart",
      "`GET /cart` spends 92% of its error budget: 99.908% with an SLO of 99.9%",
    ),
  ],
  models: [
    model({
      verdict: "fail",
      endpoints: [
        PRODUCTS,
        endpoint({
          name: "GET /cart",
          base: exact(0.0007),
          head: exact(0.00092),
          verdict: "warn",
        }),
        CHECKOUT,
        ...QUIET,
      ],
      changes: [
        FEWER_PAYMENTS,
        {
          kind: "dependency-removed",
          subject: "catalog -> legacy",
          base: "99.99%",
          head: null,
          file: "availability.yaml",
          line: 24,
          side: "base",
        },
      ],
      diagnostics: [
        {
          severity: "notice",
          code: "defaulted-replica-availability",
          message: "5 services have the default replica availability of 99.9%",
        },
        {
          severity: "warning",
          code: "unread-manifest",
          message: "`charts/shop/templates/web.yaml` is a template and was not read; render it",
          file: "charts/shop/templates/web.yaml",
          line: 1,
          column: 1,
        },
      ],
    }),
  ],
});

export const ACCEPTED: Result = result({
  ...FAILING,
  verdict: "warn",
  reasons: FAILING.reasons.map((one) => ({ ...one, verdict: "warn" })),
  acceptedBy: { by: "octocat", how: "availability-accepted" },
  models: FAILING.models.map((one) => ({
    ...one,
    verdict: "warn",
    endpoints: one.endpoints.map((e) => (e.verdict === "fail" ? { ...e, verdict: "warn" } : e)),
  })),
});

const PATCH = `--- a/deploy/payment.yaml
+++ b/deploy/payment.yaml
@@ -11,3 +11,3 @@
 spec:
-  replicas: 1
+  replicas: 2
   selector:
`;

const SEEN: Change = {
  kind: "evidence",
  subject: "payment -> bank",
  base: "99.96%",
  head: "99.95%",
  file: "availability.yaml",
  line: 31,
  side: "head",
};

const SPREAD: Change = {
  kind: "placement",
  subject: "catalog",
  base: null,
  head: "spread over zone",
  file: "deploy/catalog.yaml",
  line: 24,
  side: "head",
};

/** What is told of an endpoint that fell below its SLO. */
export const EXPLAINED_CHECKOUT: Explained = {
  limits: [
    {
      ...{ component: "payment", kind: "service", birnbaum: 0.9985, criticality: 0.734 },
      ...{ ceiling: 0.995, single: true, file: "deploy/payment.yaml", line: 12 },
    },
    {
      ...{ component: "checkout -> payment", kind: "dependency", birnbaum: 0.9935 },
      ...{ criticality: 0.073, ceiling: 0.9995, single: true, file: "availability.yaml", line: 26 },
    },
    {
      component: "cache",
      kind: "service",
      birnbaum: 0.002,
      criticality: 0.0003,
      ceiling: 1,
      single: false,
    },
  ],
  cuts: [{ components: ["cache", "orders-db"], probability: 0.000025 }],
  remedies: [
    {
      ...{ change: "replicas of payment 1 -> 2", availability: 0.9979, replicasAdded: 1 },
      ...{ file: "deploy/payment.yaml", line: 12, patch: PATCH, steps: [] },
      named: [{ kind: "replicas", name: "payment", from: 1, to: 2 }],
    },
    {
      ...{ change: "make payment optional", availability: 0.99945, replicasAdded: 0 },
      ...{ file: "availability.yaml", line: 31, steps: [] },
      named: [{ kind: "optional", name: "payment" }],
    },
  ],
  requirements: [],
  assumptions: [
    {
      ...{
        kind: "default",
        subject: "replicaAvailability",
        range: [0.9348, 0.9982],
        decisive: true,
      },
      message: "a replica is available 99.5% of the time: the default of 11 services",
      ...{ file: "availability.yaml", line: 8 },
    },
  ],
};

/** The same shop with why, what to do and what it rests on. */
export const EXPLAINED: Result = result({
  ...FAILING,
  models: FAILING.models.map((one) => ({
    ...one,
    endpoints: one.endpoints.map((each) =>
      each.name === "POST /checkout"
        ? {
            ...each,
            causes: [
              { changes: [FEWER_PAYMENTS], effect: -0.004 },
              { changes: [SEEN], effect: -0.001 },
              { changes: [SPREAD], effect: 0.0001 },
            ],
            explained: EXPLAINED_CHECKOUT,
          }
        : each,
    ),
    changes: [...one.changes, SEEN, SPREAD],
    blast: [
      {
        ...{ fault: "zone/eu-west-1a", kind: "domain" },
        endpoints: [
          { name: "GET /cart", availability: 0 },
          { name: "GET /products", availability: 0.99 },
        ],
      },
    ],
    graph: {
      services: [
        {
          name: "frontend",
          replicas: 3,
          external: false,
          entry: true,
          change: null,
          limiting: false,
        },
        {
          name: "payment",
          replicas: 1,
          external: false,
          entry: false,
          change: "changed",
          limiting: true,
        },
      ],
      dependencies: [
        { from: "frontend", to: "payment", mode: "sync", change: null, limiting: false },
      ],
      omitted: 2,
    },
  })),
});

/** Nothing is worse. */
export const CALM: Result = result({
  models: [
    model({
      endpoints: [PRODUCTS, ...QUIET, ...QUIET.slice(0, 2)],
      changes: [{ ...FEWER_PAYMENTS, base: 1, head: 3 }],
    }),
  ],
});

export const NOT_AFFECTED: Result = result({ verdict: "not-affected" });

/** One endpoint loses a zone worse than promised, another worse than before, a third is as it was. */
export const UNDER_FAULTS: Result = result({
  verdict: "fail",
  reasons: [
    {
      ...reason(
        "below-slo",
        "fail",
        "POST /checkout",
        "`POST /checkout` falls below its minimum under `any-zone-down`: 98.20% is 0.80 points below 99%",
      ),
      fault: "any-zone-down",
    },
  ],
  models: [
    model({
      verdict: "fail",
      endpoints: [
        endpoint({
          name: "POST /checkout",
          base: exact(0.0019),
          head: exact(0.0019),
          slo: 0.995,
          under: [
            under("any-zone-down", exact(0.004), exact(0.018), 0.99, "fail"),
            under("rolling-update", exact(0.002), exact(0.002)),
          ],
          verdict: "fail",
        }),
        endpoint({
          name: "GET /cart",
          base: exact(0.0007),
          head: exact(0.0007),
          under: [
            under("any-zone-down", exact(0.001), exact(0.0012), 0.99),
            under("rolling-update", exact(0.0008), exact(0.0009)),
          ],
        }),
        ...QUIET.map((one) => ({
          ...one,
          under: [
            under("any-zone-down", exact(0.001), exact(0.001)),
            under("rolling-update", exact(0.0005), exact(0.0005)),
          ],
        })),
      ],
      changes: [
        {
          kind: "placement",
          subject: "payment",
          base: "spread over zone",
          head: "all in zone/eu-west-1a",
          file: "deploy/payment.yaml",
          line: 20,
          side: "head",
        },
      ],
    }),
  ],
});

/** One result for each way in which a verdict is reached. */
export const CASES: Readonly<Record<string, Result>> = {
  failing: FAILING,
  explained: EXPLAINED,
  "under faults": UNDER_FAULTS,
  accepted: ACCEPTED,
  calm: CALM,
  "not affected": NOT_AFFECTED,
  adoption: result({
    verdict: "warn",
    reasons: [
      reason(
        "adoption",
        "warn",
        "POST /checkout",
        "`POST /checkout` is below its SLO: 99.32% is 0.18 points below 99.5%",
      ),
    ],
    models: [
      model({
        verdict: "warn",
        endpoints: [
          { ...CHECKOUT, base: null, carried: null, delta: null, change: "added", verdict: "warn" },
          endpoint({ name: "GET /cart", base: null, head: exact(0.0002) }),
        ],
        changes: [
          {
            kind: "spec-added",
            subject: "availability.yaml",
            base: null,
            head: "availability.yaml",
            file: "availability.yaml",
            line: 1,
            side: "head",
          },
        ],
      }),
    ],
  }),
  "passes by assertion": result({
    verdict: "fail",
    reasons: [
      reason(
        "passes-by-assertion",
        "fail",
        "POST /checkout",
        "`POST /checkout` passes only because the spec was edited: with the spec of base it has 99.32%, 0.18 points below 99.5%",
      ),
    ],
    models: [
      model({
        verdict: "fail",
        endpoints: [
          {
            ...endpoint({ name: "POST /checkout", base: exact(0.0019), head: exact(0.0009) }),
            carried: exact(0.0068),
            verdict: "fail",
          },
        ],
        changes: [
          FEWER_PAYMENTS,
          {
            kind: "replica-availability",
            subject: "payment",
            base: "99.9%",
            head: "99.99%",
            file: "availability.yaml",
            line: 9,
            side: "head",
          },
        ],
      }),
    ],
  }),
  loosened: result({
    verdict: "fail",
    reasons: [
      reason("loosened", "fail", null, "The gate is loosened: `maxDrop` goes from 0.1% to 1%"),
      reason("loosened", "fail", "GET /cart", "`GET /cart` lowers its SLO from 99.9% to 99.5%"),
      reason("loosened", "fail", "GET /old", "`GET /old` is removed: nothing guards it any more"),
    ],
    models: [
      model({
        verdict: "fail",
        endpoints: [
          endpoint({
            name: "GET /cart",
            base: exact(0.0007),
            head: exact(0.0007),
            slo: 0.995,
            baseSlo: 0.999,
            verdict: "fail",
          }),
          endpoint({ name: "GET /old", base: exact(0.0004), head: null, verdict: "fail" }),
        ],
      }),
    ],
  }),
  undecided: result({
    verdict: "warn",
    reasons: [
      reason(
        "undecided",
        "warn",
        "GET /feed",
        "`GET /feed` may or may not meet its SLO of 99.9%: it lies between 99.89% and 99.91% after 200,000 samples",
      ),
    ],
    models: [
      model({
        verdict: "warn",
        endpoints: [
          endpoint({
            name: "GET /feed",
            base: sampled(0.0008, 0.0001),
            head: sampled(0.001, 0.0001),
            verdict: "warn",
          }),
        ],
      }),
    ],
  }),
  bounded: result({
    models: [
      model({
        endpoints: [
          endpoint({
            name: "GET /feed",
            base: bounded(0.9991, 0.9992),
            head: bounded(0.99901234, 0.99909876),
          }),
        ],
      }),
    ],
  }),
  "base invalid": result({
    verdict: "warn",
    reasons: [
      reason(
        "base-invalid",
        "warn",
        null,
        "The spec at base cannot be read (availability.yaml:3: unknown key `endpoint`); head is judged on its own",
      ),
    ],
    models: [
      model({
        verdict: "warn",
        endpoints: [endpoint({ name: "GET /cart", base: null, head: exact(0.0002) })],
      }),
    ],
  }),
  "several specs": result({
    verdict: "fail",
    reasons: [{ ...BELOW, model: "eu/availability.yaml" }],
    models: [
      model({ path: "asia/availability.yaml", endpoints: QUIET }),
      model({ path: "us/availability.yaml", endpoints: [PRODUCTS, ...QUIET] }),
      model({
        path: "eu/availability.yaml",
        verdict: "fail",
        endpoints: [CHECKOUT, ...QUIET],
        changes: [FEWER_PAYMENTS],
      }),
    ],
  }),
};
