import { readDeployment } from "../../src/deployment/read.ts";
import type { Deployment, Workload } from "../../src/deployment/workload.ts";
import { buildModel, type ModelOutcome } from "../../src/model/build.ts";
import type { Channel } from "../../src/model/model.ts";
import { alone, deployed, lines, validSpec, workload } from "./support.ts";

export const spec = (timeout: string, more = "") =>
  `version: 1
services: { payment: { workload: Deployment/shop/payment-v1 } }
dependencies:
  - checkout -> payment: { availability: 99.9%${timeout === "" ? "" : `, timeout: ${timeout}`} }
${more}endpoints: { e: { entry: checkout, slo: 99% } }
`;

export const LATENCY = "{ latency: { p50: 40ms, p99: 350ms } }";

const PAYMENT = workload({
  namespace: "shop",
  name: "payment-v1",
  selectedBy: ["payment", "payment-headless"],
});

export function virtualService(
  rule: string,
  options: { hosts?: string; more?: string; name?: string } = {},
) {
  const { hosts = "payment", more = "", name = "payment" } = options;
  return `apiVersion: networking.istio.io/v1
kind: VirtualService
metadata: {name: ${name}, namespace: shop}
spec:
  hosts: ['${hosts}']
  ${more}
  http: [${rule}]
`;
}

export function httpRoute(
  rule: string,
  parent = "{kind: Service, group: '', name: payment}",
): string {
  return `apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: pay, namespace: shop}
spec:
  parentRefs: [${parent}]
  rules: [${rule}]
`;
}

export function deploymentOf(
  manifests: readonly string[],
  workloads: readonly Workload[] = [PAYMENT],
) {
  const files = manifests.map((text, i) => ({ path: `mesh-${i + 1}.yaml`, text }));
  const deployment: Deployment = {
    ...deployed(...workloads),
    routes: readDeployment(files).routes,
  };
  return deployment;
}

export async function built(
  text: string,
  manifests: readonly string[],
  context = alone,
): Promise<ModelOutcome> {
  return buildModel(await validSpec(text), deploymentOf(manifests), context);
}

export async function channelOf(text: string, ...manifests: readonly string[]): Promise<Channel> {
  const { model, diagnostics } = await built(text, manifests);
  if (model === null) throw new Error(lines(diagnostics).join("\n"));
  return model.dependencies[0]!.channels[0]!;
}

/** What is told of routes, without what other tests hold. */
export async function toldOf(
  text: string,
  ...manifests: readonly string[]
): Promise<readonly string[]> {
  const { diagnostics } = await built(text, manifests);
  return lines(diagnostics).filter((one) => !/ (?:defaulted|unclaimed-workloads):/.test(one));
}

/** Φ((ln after - ln 40)/σ), σ = ln(350/40)/2.32635, by the integral of the density (Simpson's rule). */
export function shareWithin(after: number): number {
  const z = (Math.log(after / 40) * 2.32635) / Math.log(350 / 40);
  const [low, steps] = [-9, 20_000];
  const density = (x: number) => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
  const step = (z - low) / steps;
  let sum = density(low) + density(z);
  for (let i = 1; i < steps; i++) sum += density(low + i * step) * (i % 2 === 1 ? 4 : 2);
  return (sum * step) / 3;
}

/** ρ(1-(1-λ)^{r+1}), semantics. */
export function usable({ up, timeout }: Channel): number {
  if (timeout === null) return up.p;
  return up.p * (1 - (1 - timeout.onTime.p) ** (timeout.retries + 1));
}
