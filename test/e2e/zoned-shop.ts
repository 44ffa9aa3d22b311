import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Files } from "./history.ts";

/** A Deployment and its disruption budget; its replicas stand in line 6, `maxUnavailable` in line 7. */
export function budgeted(
  name: string,
  replicas = 3,
  { maxUnavailable = "1", minAvailable = 2 } = {},
): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
spec:
  replicas: ${replicas}
  strategy: { rollingUpdate: { maxUnavailable: ${maxUnavailable} } }
  selector: { matchLabels: { app: ${name} } }
  template: { metadata: { labels: { app: ${name} } } }
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: { name: ${name} }
spec: { minAvailable: ${minAvailable}, selector: { matchLabels: { app: ${name} } } }
`;
}

/** Every part of the format that says what fails together, and what if. */
export const ZONED_SPEC = `version: 1
manifests: [deploy/**/*.yaml]
defaults:
  replicaAvailability: 99%
  dependencyAvailability: 99.99%
  placement: { zone: spread }
domains:
  zone: { members: [a, b, c], availability: { a: 99.8%, b: 99.9%, c: 99.7% } }
  mesh: { availability: 99.99%, covers: all }
services:
  bank: { external: 99.95% }
dependencies:
  - frontend -> cart
  - frontend -> payment: { timeout: { onTime: 98%, retries: 1 } }
  - payment -> bank
faults:
  zone-a-down: { down: [zone/a] }
  any-zone-down: { worstOf: zone }
  brown-out: { override: { "payment -> bank": 90% } }
  rolling-update: { rollout: each }
  node-drain: { drain: each }
  kill-30-percent: { kill: { fraction: 30% } }
incidents:
  - { probability: 0.1%, down: [mesh] }
endpoints:
  POST /checkout:
    entry: frontend
    slo: 99%
    under:
      any-zone-down: 99%
      brown-out: 85%
      rolling-update: 98%
      node-drain: 99%
      kill-30-percent: 80%
`;

export const ZONED_SHOP: Files = {
  "availability.yaml": ZONED_SPEC,
  "deploy/frontend.yaml": budgeted("frontend"),
  "deploy/cart.yaml": budgeted("cart"),
  "deploy/payment.yaml": budgeted("payment"),
};

/** Writes files where no git is. */
export function lay(folder: string, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text ?? "");
  }
}
