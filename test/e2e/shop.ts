import type { Commit, Files } from "./history.ts";

/** A Deployment; its replicas stand in line 6. */
export function deployment(name: string, replicas: number): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
spec:
  replicas: ${replicas}
  selector: { matchLabels: { app: ${name} } }
  template: { metadata: { labels: { app: ${name} } } }
`;
}

/** With three replicas of 99% each, a service is down for one millionth; with one, for a hundredth. */
export const SPEC = `version: 1
manifests: [deploy/**/*.yaml]
defaults: { replicaAvailability: 99%, dependencyAvailability: 99.99% }
dependencies:
  - frontend -> cart
  - frontend -> payment
endpoints:
  GET /cart:
    entry: frontend
    needs: [cart]
    slo: 99.9%
  POST /checkout:
    entry: frontend
    slo: 99.9%
`;

export const SHOP: Files = {
  "README.md": "A shop.\n",
  "availability.yaml": SPEC,
  "deploy/frontend.yaml": deployment("frontend", 3),
  "deploy/cart.yaml": deployment("cart", 3),
  "deploy/payment.yaml": deployment("payment", 3),
};

/** What a pull request may do. */
export const CHANGES = {
  /** `POST /checkout` falls to about 98.9%. */
  fewer: { "deploy/payment.yaml": deployment("payment", 1) },
  /** `GET /cart` falls, too. */
  evenFewer: {
    "deploy/payment.yaml": deployment("payment", 1),
    "deploy/cart.yaml": deployment("cart", 1),
  },
  /** Both stay above their SLOs. */
  slightlyFewer: { "deploy/payment.yaml": deployment("payment", 2) },
  more: { "deploy/payment.yaml": deployment("payment", 4) },
  /** Nothing that the spec reads differs from the start. */
  back: {
    "deploy/payment.yaml": deployment("payment", 3),
    "deploy/cart.yaml": deployment("cart", 3),
    "README.md": "A shop again.\n",
  },
  docs: { "README.md": "A better shop.\n" },
} as const satisfies Readonly<Record<string, Files>>;

/** The spec with one passage replaced. */
export function edited(from: string, to: string, spec = SPEC): string {
  if (!spec.includes(from)) throw new Error(`the spec does not hold ${from}`);
  return spec.replace(from, to);
}

export type Story = {
  /** What the default branch holds; default: the shop. */
  readonly base?: Files;
  /** What others merged since the pull request forked off. */
  readonly others?: Files;
  /** What each push to the pull request changes, laid over the push before. */
  readonly pushes: readonly Files[];
  /** A branch `release` that forked off with the pull request. */
  readonly release?: Files;
};

/**
 * The commits of a story: `start`; `main`; `head-1`, `head-2`, … of the pull request, and for each its
 * test merge into `main` (`merge-1`, …); `release`, and the test merge of the last head into it.
 */
export function commitsOf(story: Story): readonly Commit[] {
  const { base = SHOP, others = {}, pushes, release = {} } = story;
  const last = `head-${pushes.length}`;
  return [
    { name: "start", files: base },
    { name: "main", parents: ["start"], files: others },
    { name: "release", parents: ["start"], files: release },
    ...pushes.flatMap((files, index): readonly Commit[] => {
      const head = `head-${index + 1}`;
      const parent = index === 0 ? "start" : `head-${index}`;
      const whole = Object.assign({}, ...pushes.slice(0, index + 1));
      return [
        { name: head, parents: [parent], files },
        { name: `merge-${index + 1}`, parents: ["main", head], files: whole },
      ];
    }),
    { name: "release-merge", parents: ["release", last], files: Object.assign({}, ...pushes) },
  ];
}
