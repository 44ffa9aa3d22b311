import { describe, expect, it } from "vitest";
import { lines, loadFiles, loadText } from "./support.ts";

/** Every key of the format at once; `refused` lists what is not computed yet. */
const whole = `version: 1
extends: ../availability.yaml
manifests:
  - deploy/**/*.yaml
  - kustomize: overlays/prod
  - helm: { chart: charts/shop, release: shop, namespace: prod, values: [values-prod.yaml] }
defaults:
  replicaAvailability: 99.9%
  dependencyAvailability: 99.99%
  daemonSetReplicas: 3
  placement: { zone: spread }
domains:
  zone:
    topologyKey: topology.kubernetes.io/zone
    members: [eu-west-1a, eu-west-1b, eu-west-1c]
    availability: { eu-west-1a: 99.9%, eu-west-1b: 99.95%, eu-west-1c: 99.95% }
  mesh: { availability: 99.99%, covers: all }
services:
  checkout: { workload: Deployment/shop/checkout, replicaAvailability: 99.5%, placement: { zone: spread } }
  orders-db: { workload: StatefulSet/orders-db, quorum: majority }
  cache: { replicas: 2, replicaAvailability: [99.9%, 99%], placement: { zone: [eu-west-1a, eu-west-1b] } }
  ledger: { workload: { kind: KafkaCluster, name: ledger, replicasAt: spec.kafka.replicas } }
  stripe: { external: 99.95% }
dependencies:
  - frontend -> checkout
  - checkout ~> kafka
  - checkout -> payment:
      operation: PaymentService/Charge
      availability: 99.95%
      timeout: { after: 200ms, latency: { p50: 40ms, p99: 350ms }, retries: 2 }
      domains: [mesh]
      evidence: { good: 99953, total: 100000, until: 2026-11-01 }
faults:
  zone-a-down: { down: [zone/eu-west-1a] }
  any-zone-down: { worstOf: zone }
  payment-brownout: { override: { "checkout -> payment": 65%, cache: 99%, checkout: { replicaAvailability: 98% } } }
  rolling-update: { rollout: each }
  node-drain: { drain: [checkout] }
  kill-30-percent: { kill: { fraction: 30%, rounding: ceil, minimum: 1, among: [checkout, payment] } }
incidents:
  - { probability: 0.1%, down: [mesh] }
endpoints:
  POST /checkout:
    entry: frontend
    slo: 99.5%
    calls: [checkout, cart]
    optional: [recommendation, "checkout -> fraud"]
    observed: 99.61%
    under: { any-zone-down: 99% }
  GET /cart:
    entry: frontend
    needs: [cart, { anyOf: [cache, orders-db] }, { atLeast: 2, of: [a, b, c] }]
    slo: { openslo: slo/cart.yaml, name: cart-availability, objective: monthly }
    was: GET /basket
  order confirmed:
    entry: frontend
    completion: eventual
    needs: [email, "checkout ~> kafka"]
  GET /:
    entry: frontend
    mixture:
      - { weight: 8, calls: [catalog] }
      - { weight: 2, calls: [catalog, recommendation] }
gate:
  maxDrop: 0.1%
  maxDowntimeIncrease: 20%
  warnAt: 90%
  preexisting: warn
  undecided: warn
  adoption: warn
`;

/** What the spec above leaves to the one that it extends. */
const base = `version: 1
dependencies:
  - frontend -> cart
  - frontend -> catalog
  - frontend -> recommendation
  - checkout -> fraud
  - checkout -> email
  - cart -> cache
  - cart -> orders-db
  - cart -> a
  - cart -> b
  - cart -> c
`;

/** What the spec says is promised elsewhere. */
const openslo = `apiVersion: openslo/v1
kind: SLO
metadata: { name: cart-availability }
spec: { objectives: [{ displayName: monthly, target: 0.9985 }] }
`;

const load = (text: string) =>
  loadFiles(
    {
      "shop/availability.yaml": text,
      "availability.yaml": base,
      "shop/slo/cart.yaml": openslo,
    },
    "shop/availability.yaml",
  );

describe("the whole format", () => {
  it("is valid", async () => {
    const { spec, diagnostics } = await load(whole);
    expect(lines(diagnostics)).toEqual([]);
    expect(spec?.endpoints.size).toBe(4);
    expect(spec?.endpoints.get("GET /cart")?.slo?.value.p).toBe(0.9985);
    expect([...spec!.domains.keys()]).toEqual(["zone", "mesh"]);
    expect(spec?.faults.size).toBe(6);
    expect(spec?.incidents.length).toBe(1);
    expect(spec?.endpoints.get("POST /checkout")?.observed?.value.p).toBe(0.9961);
    expect(spec?.dependencies.flatMap(({ evidence }) => evidence ?? [])).toEqual([
      {
        good: 99953,
        total: 100000,
        until: "2026-11-01",
        place: expect.objectContaining({ line: 32 }),
      },
    ]);
    expect(spec?.services.get("checkout")?.workload?.map(({ value }) => value)).toEqual([
      { kind: "Deployment", namespace: "shop", name: "checkout", replicasAt: null },
    ]);
  });

  it("tells every misspelt key with what was meant", async () => {
    const keys = [...whole.matchAll(/([{,] ?|^ +|^)([a-z][A-Za-z0-9]{4,}):/gm)]
      .map((match) => ({ key: match[2]!, at: match.index + match[1]!.length }))
      .filter(({ key }) => !/^(?:extends|checkout|cache|ledger|stripe|orders)$/.test(key));
    expect(keys.length).toBeGreaterThan(40);
    for (const { key, at } of keys) {
      const misspelt = `${key.slice(0, 1)}${key.slice(2)}`;
      const text = whole.slice(0, at) + misspelt + whole.slice(at + key.length);
      const before = whole.slice(0, at).split("\n");
      const place = `shop/availability.yaml:${before.length}:${before.at(-1)!.length + 1}`;
      expect(lines((await load(text)).diagnostics)).toContainEqual(
        expect.stringMatching(
          new RegExp(
            `^${place} error unknown-key: unknown key \`${misspelt}\`(?: in \`.*\`)?; did you mean \`${key}\`\\?$`,
          ),
        ),
      );
    }
  });

  it("tells what has no meaning", async () => {
    const { diagnostics } = await loadText(
      "version: 1\nmanifests: [{ helm: { charts: x } }]\ndependencies: [{ a -> b: { evidence: { good: 1.5, total: 2 } } }]\nendpoints: { e: { entry: a } }\n",
    );
    expect(lines(diagnostics)).toEqual([
      "2:15 error missing-key: `helm` has no `chart`; add it",
      "2:23 error unknown-key: unknown key `charts` in `helm`; did you mean `chart`?",
      "3:46 error invalid-value: `good: 1.5` must be a whole number",
    ]);
  });
});
