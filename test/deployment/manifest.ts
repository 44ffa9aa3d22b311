import { expect } from "vitest";
import { readDeployment } from "../../src/deployment/read.ts";
import type { Deployment, ReplicaFact, Workload } from "../../src/deployment/workload.ts";

/** The deployment of files given as path and text. */
export function deploymentOf(files: Readonly<Record<string, string>>): Deployment {
  return readDeployment(Object.entries(files).map(([path, text]) => ({ path, text })));
}

/** The only workload of one manifest, which must be readable. */
export function workloadOf(text: string): Workload {
  const { workloads, unread } = deploymentOf({ "a.yaml": text });
  expect(unread).toEqual([]);
  expect(workloads).toHaveLength(1);
  return workloads[0]!;
}

/** A whole Deployment; `more` is indented as part of its `spec`. */
export function deployment(name: string, more = "", namespace: string | null = null): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
${namespace === null ? "" : `  namespace: ${namespace}\n`}spec:
  ${more === "" ? "paused: false" : more}
  selector: {matchLabels: {app: ${name}}}
  template:
    metadata: {labels: {app: ${name}}}
    spec: {containers: [{name: main, image: main:1}]}
`;
}

/** `count at file:line`, as short as a table cell. */
export function brief(fact: ReplicaFact): string {
  return `${fact.count} at ${fact.place.file}:${fact.place.line}`;
}

/** A placeholder that another tool fills in: `${NAME}`. */
export function placeholder(name: string): string {
  return `\${${name}}`;
}
