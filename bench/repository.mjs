// A repository to measure with: services in layers, one manifest a service and as many that the
// spec does not use, and a second commit that takes replicas from a few of them. Same bytes each time.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const SERVICES = 300;
const MANIFESTS = 500;
const ENDPOINTS = 40;
const LAYER = 30;

/** Writes the repository into `folder` and returns the object ids of its two commits. */
export function generateRepository(folder) {
  const git = (...args) =>
    execFileSync(
      "git",
      ["-C", folder, "-c", "user.name=bench", "-c", "user.email=bench@example.com", ...args],
      {
        encoding: "utf8",
        env: { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
      },
    ).trim();
  mkdirSync(join(folder, "deploy"), { recursive: true });
  git("init", "-q", "-b", "main");
  writeFileSync(join(folder, "availability.yaml"), spec());
  for (let i = 0; i < MANIFESTS; i += 1) writeManifest(folder, i, 2 + (i % 3));
  git("add", ".");
  git("commit", "-q", "-m", "base");
  const base = git("rev-parse", "HEAD");
  for (let i = 0; i < 5; i += 1) writeManifest(folder, i * 31, 1);
  git("commit", "-q", "-a", "-m", "head");
  return { base, head: git("rev-parse", "HEAD") };
}

function writeManifest(folder, index, replicas) {
  const name = `service-${index}`;
  const text = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
  namespace: shop
spec:
  replicas: ${replicas}
  selector:
    matchLabels: { app: ${name} }
  template:
    metadata:
      labels: { app: ${name} }
    spec:
      containers:
        - name: main
          image: registry.example/${name}:1
          ports: [{ containerPort: 8080 }]
          resources: { requests: { cpu: 100m, memory: 64Mi } }
---
apiVersion: v1
kind: Service
metadata: { name: ${name}, namespace: shop }
spec:
  selector: { app: ${name} }
  ports: [{ port: 80, targetPort: 8080 }]
`;
  writeFileSync(join(folder, "deploy", `${name}.yaml`), text);
}

/** Each service calls three of the next layer; endpoints are strict, with needs, and any-of in turn. */
function spec() {
  const lines = ["version: 1", "manifests: [deploy/*.yaml]", "dependencies:"];
  for (let i = 0; i + LAYER < SERVICES; i += 1) {
    const next = (Math.floor(i / LAYER) + 1) * LAYER;
    for (let call = 0; call < 3; call += 1) {
      lines.push(`  - service-${i} -> service-${next + ((i * 7 + call * 11) % LAYER)}`);
    }
  }
  lines.push("endpoints:");
  for (let i = 0; i < ENDPOINTS; i += 1) {
    const entry = SERVICES - 3 * LAYER + ((i * 13) % LAYER);
    const last = SERVICES - LAYER;
    lines.push(
      `  GET /${i}:`,
      `    entry: service-${i % 2 === 0 ? i % LAYER : entry}`,
      "    slo: 90%",
    );
    if (i % 2 === 1) {
      lines.push(
        `    needs: [{ anyOf: [service-${last + (i % LAYER)}, service-${last + ((i + 7) % LAYER)}] }]`,
      );
    }
  }
  return `${lines.join("\n")}\n`;
}
