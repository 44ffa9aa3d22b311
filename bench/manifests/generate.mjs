// Two commits of manifests to read. `mixed`: 5,000 files of 200 MB as repositories hold them: a service each,
// and a fifth of them definitions of resources and dashboards, which are most of the bytes. `workloads`: files
// in which every document is read. Same bytes each time.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const SETS = {
  mixed: { files: 5000, textOf: (i, replicas) => (i % 5 === 4 ? bulk(i) : service(i, replicas)) },
  workloads: {
    files: 1000,
    textOf: (i, replicas) =>
      Array.from({ length: 4 }, (_, k) => service(i * 4 + k, replicas)).join("---\n"),
  },
};

const SERVICES = 40;
const CHANGED = 25;

/** Writes a set into `folder` and returns the object ids of two commits, and the bytes of the second. */
export function generateManifests(folder, { files, textOf }) {
  const git = (...args) =>
    execFileSync(
      "git",
      ["-C", folder, "-c", "user.name=bench", "-c", "user.email=bench@example.com", ...args],
      {
        encoding: "utf8",
        env: { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
      },
    ).trim();
  mkdirSync(folder, { recursive: true });
  git("init", "-q", "-b", "main");
  writeFileSync(join(folder, "availability.yaml"), spec());
  let bytes = 0;
  for (let i = 0; i < files; i += 1) {
    const text = textOf(i, 3);
    bytes += Buffer.byteLength(text);
    const into = join(folder, "deploy", `team-${i % 50}`);
    mkdirSync(into, { recursive: true });
    writeFileSync(join(into, `${i}.yaml`), text);
  }
  git("add", ".");
  git("commit", "-q", "-m", "base");
  const base = git("rev-parse", "HEAD");
  for (let k = 0; k < CHANGED; k += 1) {
    const i = k * Math.floor(files / CHANGED);
    writeFileSync(join(folder, "deploy", `team-${i % 50}`, `${i}.yaml`), textOf(i, 2));
  }
  git("commit", "-q", "-a", "-m", "head");
  return { base, head: git("rev-parse", "HEAD"), bytes, files, changed: CHANGED };
}

function spec() {
  const names = Array.from({ length: SERVICES }, (_, i) => `service-${i * 5}`);
  const calls = names.slice(1).map((name, i) => `  - ${names[i]} -> ${name}`);
  return [
    "version: 1",
    "manifests: ['deploy/**/*.yaml']",
    "dependencies:",
    ...calls,
    "endpoints:",
    `  e: { entry: ${names[0]}, slo: 10% }`,
    "",
  ].join("\n");
}

/** A Deployment with all that goes with it, of some 9 kB. */
function service(i, replicas) {
  const name = `service-${i}`;
  const labels = `app.kubernetes.io/name: ${name}`;
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
  namespace: team-${i % 50}
  labels:
    ${labels}
    app.kubernetes.io/part-of: shop
spec:
  replicas: ${replicas}
  selector:
    matchLabels:
      ${labels}
  template:
    metadata:
      labels:
        ${labels}
    spec:
      containers:
${["main", "proxy"].map((one) => container(one, name, i)).join("")}      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: topology.kubernetes.io/zone
          whenUnsatisfiable: DoNotSchedule
          labelSelector:
            matchLabels:
              ${labels}
---
apiVersion: v1
kind: Service
metadata:
  name: ${name}
  namespace: team-${i % 50}
spec:
  selector:
    ${labels}
  ports:
    - name: http
      port: 80
      targetPort: 8080
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: ${name}
  namespace: team-${i % 50}
spec:
  minAvailable: 1
  selector:
    matchLabels:
      ${labels}
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: ${name}
  namespace: team-${i % 50}
data:
  application.properties: |
${lines(40, (k) => `    feature.${k}.limits.of.the.pool = ${(i * k) % 997}`)}`;
}

function container(one, name, i) {
  return `        - name: ${one}
          image: registry.example/${name}/${one}:${i % 17}.4.1
          ports:
            - containerPort: 8080
          env:
${lines(
  24,
  (k) => `            - name: SETTING_${k}
              value: "${k === 3 ? `http://service-${(i * 7) % 5000}:8080` : `${i * k}ms`}"`,
)}          readinessProbe:
            httpGet:
              path: /healthz
              port: 8080
          resources:
            requests:
              cpu: 100m
              memory: 128Mi
`;
}

/** A definition of a resource, and a dashboard: some 165 kB together. */
function bulk(i) {
  return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: kinds-${i}.example.com
spec:
  group: example.com
  versions:
    - name: v1
      schema:
        openAPIV3Schema:
          type: object
          properties:
${lines(
  500,
  (k) => `            field${k}:
              description: 'What field ${k} of kind ${i} is for: it limits how many are kept, and for how long.'
              type: object
              properties:
                first: { type: string, maxLength: ${k} }
                second:
                  type: integer
                  format: int32`,
)}---
apiVersion: v1
kind: ConfigMap
metadata:
  name: dashboard-${i}
  labels:
    grafana_dashboard: "1"
data:
  dashboard.json: |-
    {
${lines(
  600,
  (k) =>
    `      "panel-${k}": { "title": "Requests of ${i}", "expr": "sum(rate(requests_total{job='${i}'}[5m]))", "id": ${k} },`,
)}      "last": true
    }
`;
}

function lines(count, line) {
  return `${Array.from({ length: count }, (_, k) => line(k)).join("\n")}\n`;
}
