import { existsSync, readdirSync, readFileSync } from "node:fs";
import { readDeployment } from "../../src/deployment/read.ts";
import type { Deployment, ManifestFile } from "../../src/deployment/workload.ts";

export const ROOT = new URL("../../../shared/realworld/", import.meta.url);
export const present = existsSync(ROOT);
export const absent = present ? "" : " (skipped: ../shared is absent)";

export function filesOf(folder: string): readonly ManifestFile[] {
  const root = new URL(`${folder}/`, ROOT);
  const paths = readdirSync(root, { recursive: true, encoding: "utf8" });
  return paths
    .filter((path) => /\.(?:ya?ml|json)$/.test(path))
    .sort()
    .map((path) => ({ path, text: readFileSync(new URL(path, root), "utf8") }));
}

/** Deployment of a set, or of the files of it whose path matches. */
export function deploymentOf(folder: string, only = /./): Deployment {
  return readDeployment(filesOf(folder).filter((file) => only.test(file.path)));
}

/** `name` → replicas of the workloads of a kind. */
export function counts(deployment: Deployment, kind: string): Record<string, number | null> {
  const ofKind = deployment.workloads.filter((one) => one.kind === kind);
  return Object.fromEntries(ofKind.map((one) => [one.name, one.replicas.count]));
}

export function count(deployment: Deployment, name: string): number | null | undefined {
  return deployment.workloads.find((one) => one.name === name)?.replicas.count;
}
