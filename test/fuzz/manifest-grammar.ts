import fc from "fast-check";
import { type Data, style, written } from "./written.ts";

/** Objects of every kind that is read, mostly as teams write them. */

const name = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom("web", "pay", "cart", "bank") },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Data>("__proto__", "", 7, null, "a/b", "$" + "{NAME}", "{{ x }}"),
  },
);
const number: fc.Arbitrary<Data> = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: 0, max: 9 }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Data>(
      "3",
      "50%",
      "150%",
      -1,
      2.5,
      1e308,
      2 ** 53,
      null,
      "$" + "{REPLICAS:-2}",
      "{{ .Values.n }}",
      [],
      true,
    ),
  },
);
const labels = fc.dictionary(
  fc.constantFrom("app", "app.kubernetes.io/name", "k8s-app", "version"),
  fc.constantFrom<Data>("web", "pay", "cart", 1, null),
  { maxKeys: 2 },
);
const metadata = fc.record(
  { name, namespace: fc.constantFrom("shop", "default", ""), labels, annotations: labels },
  { requiredKeys: ["name"] },
);
const selector = fc.oneof(
  fc.record({ matchLabels: labels }),
  fc.record({
    matchExpressions: fc.array(
      fc.record({
        key: fc.constant("app"),
        operator: fc.constantFrom("In", "Exists", "Odd"),
        values: fc.array(name),
      }),
      { maxLength: 2 },
    ),
  }),
);
const spread = fc.record({
  maxSkew: number,
  topologyKey: fc.constantFrom<Data>("topology.kubernetes.io/zone", "kubernetes.io/hostname", null),
  whenUnsatisfiable: fc.constantFrom("DoNotSchedule", "ScheduleAnyway", "Maybe"),
  labelSelector: selector,
});
const term = fc.record({
  topologyKey: fc.constant("topology.kubernetes.io/zone"),
  labelSelector: selector,
});
const affinity = fc.record(
  {
    podAntiAffinity: fc.record({
      requiredDuringSchedulingIgnoredDuringExecution: fc.array(term, { maxLength: 2 }),
    }),
    podAffinity: fc.record({
      preferredDuringSchedulingIgnoredDuringExecution: fc.array(
        fc.record({ weight: number, podAffinityTerm: term }),
        { maxLength: 2 },
      ),
    }),
    nodeAffinity: fc.record({
      requiredDuringSchedulingIgnoredDuringExecution: fc.record({
        nodeSelectorTerms: fc.array(
          fc.record({
            matchExpressions: fc.array(
              fc.record({
                key: fc.constant("topology.kubernetes.io/zone"),
                operator: fc.constantFrom("In", "NotIn", "Gt"),
                values: fc.array(fc.constantFrom("a", "b"), { maxLength: 2 }),
              }),
              { maxLength: 2 },
            ),
          }),
          { maxLength: 2 },
        ),
      }),
    }),
  },
  { requiredKeys: [] },
);
const env = fc.array(
  fc.record(
    {
      name: fc.constantFrom("PAY_ADDR", "DATABASE_URL", "X"),
      value: fc.constantFrom<Data>(
        "pay:80",
        "http://cart.shop.svc.cluster.local",
        "postgres://u:p@bank/db",
        7,
        null,
        "((((",
      ),
    },
    { requiredKeys: ["name"] },
  ),
  { maxLength: 2 },
);
const container = fc.record(
  {
    name,
    image: fc.constantFrom<Data>("a/b:1", "x@sha256:0", "", null),
    env,
    readinessProbe: fc.constantFrom<Data>({ httpGet: { path: "/", port: 80 } }, {}, null),
    restartPolicy: fc.constant("Always"),
    args: fc.array(fc.constantFrom("--pay=pay:80", "--", "-x"), { maxLength: 2 }),
  },
  { requiredKeys: ["name"] },
);
const template = fc.record({
  metadata: fc.record({ labels }),
  spec: fc.record(
    {
      containers: fc.array(container, { maxLength: 2 }),
      initContainers: fc.array(container, { maxLength: 1 }),
      topologySpreadConstraints: fc.array(spread, { maxLength: 2 }),
      affinity,
      nodeSelector: labels,
    },
    { requiredKeys: ["containers"] },
  ),
});
const strategy = fc.record(
  {
    type: fc.constantFrom("RollingUpdate", "Recreate", "OnDelete"),
    rollingUpdate: fc.record({ maxUnavailable: number, maxSurge: number }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
);
const workload = fc
  .record({
    kind: fc.constantFrom(
      "Deployment",
      "StatefulSet",
      "DaemonSet",
      "ReplicaSet",
      "ReplicationController",
    ),
    metadata,
    spec: fc.record(
      {
        replicas: number,
        selector,
        template,
        strategy,
        updateStrategy: strategy,
        podManagementPolicy: fc.constant("Parallel"),
      },
      { requiredKeys: ["template"] },
    ),
  })
  .map((one) => ({ apiVersion: one.kind === "ReplicationController" ? "v1" : "apps/v1", ...one }));
const reference = fc.record(
  {
    apiVersion: fc.constant("apps/v1"),
    kind: fc.constantFrom("Deployment", "StatefulSet", "Rollout"),
    name,
  },
  { requiredKeys: ["kind", "name"] },
);
const object = (apiVersion: string, kind: string, spec: fc.Arbitrary<Data>) =>
  fc.record({ apiVersion: fc.constant(apiVersion), kind: fc.constant(kind), metadata, spec });
const some = (of: Readonly<Record<string, fc.Arbitrary<Data>>>) =>
  fc.record(of, { requiredKeys: [] });

const destination = some({
  destination: some({ host: name, subset: name, port: fc.constant({ number: 80 }) }),
  weight: number,
});
const duration = fc.constantFrom<Data>("2s", "500ms", "0s", "1h30m", "-1s", "x", 3);
const http = some({
  match: fc.array(some({ uri: fc.constant({ prefix: "/" }) }), { maxLength: 1 }),
  route: fc.array(destination, { maxLength: 3 }),
  timeout: duration,
  retries: some({ attempts: number, perTryTimeout: duration, retryOn: fc.constant("5xx") }),
  fault: some({
    abort: some({ percentage: fc.record({ value: number }), httpStatus: number }),
    delay: some({ percentage: fc.record({ value: number }), fixedDelay: duration }),
  }),
  mirror: some({ host: name }),
});
const backend = some({ name, port: number, weight: number, kind: fc.constant("Service") });

const others: fc.Arbitrary<Data> = fc.oneof(
  object(
    "autoscaling/v2",
    "HorizontalPodAutoscaler",
    some({ scaleTargetRef: reference, minReplicas: number, maxReplicas: number }),
  ),
  object(
    "policy/v1",
    "PodDisruptionBudget",
    some({ minAvailable: number, maxUnavailable: number, selector }),
  ),
  object(
    "keda.sh/v1alpha1",
    "ScaledObject",
    some({ scaleTargetRef: reference, minReplicaCount: number, idleReplicaCount: number }),
  ),
  object(
    "argoproj.io/v1alpha1",
    "Rollout",
    some({
      replicas: number,
      workloadRef: reference,
      template,
      strategy: some({ canary: some({ maxUnavailable: number }), blueGreen: some({}) }),
    }),
  ),
  object(
    "serving.knative.dev/v1",
    "Service",
    some({
      template,
      traffic: fc.array(some({ percent: number, revisionName: name }), { maxLength: 2 }),
    }),
  ),
  object(
    "v1",
    "Service",
    some({
      selector: labels,
      type: fc.constantFrom("ClusterIP", "LoadBalancer", "ExternalName"),
      externalName: name,
    }),
  ),
  object(
    "networking.istio.io/v1",
    "VirtualService",
    some({
      hosts: fc.array(name, { maxLength: 2 }),
      gateways: fc.array(fc.constantFrom("mesh", "edge"), { maxLength: 2 }),
      http: fc.array(http, { maxLength: 2 }),
    }),
  ),
  object(
    "gateway.networking.k8s.io/v1",
    "HTTPRoute",
    some({
      parentRefs: fc.array(some({ kind: fc.constantFrom("Gateway", "Service"), name }), {
        maxLength: 2,
      }),
      rules: fc.array(
        some({
          backendRefs: fc.array(backend, { maxLength: 2 }),
          timeouts: some({ request: duration }),
          retry: some({ attempts: number }),
        }),
        { maxLength: 2 },
      ),
    }),
  ),
  object(
    "networking.k8s.io/v1",
    "Ingress",
    some({
      rules: fc.array(
        some({
          host: name,
          http: some({
            paths: fc.array(some({ path: fc.constant("/"), backend: some({ service: backend }) }), {
              maxLength: 2,
            }),
          }),
        }),
        { maxLength: 2 },
      ),
    }),
  ),
  object(
    "argoproj.io/v1alpha1",
    "Application",
    some({
      source: some({
        path: fc.constantFrom("deploy", "../..", "/"),
        repoURL: fc.constant("https://git.example/x.git"),
      }),
    }),
  ),
  object(
    "example.com/v1",
    "Cluster",
    some({ size: number, pools: some({ main: some({ size: number }) }) }),
  ),
  fc.record({
    apiVersion: fc.constant("v1"),
    kind: fc.constant("ConfigMap"),
    metadata,
    data: fc.dictionary(
      fc.constantFrom("a", "b"),
      fc.constantFrom<Data>("http://pay", "kind: Deployment\nreplicas: 3", 7),
    ),
  }),
  fc.record({
    apiVersion: fc.constant("kustomize.config.k8s.io/v1beta1"),
    kind: fc.constant("Kustomization"),
    resources: fc.array(
      fc.constantFrom("web.yaml", "../base", "https://git.example//x?ref=1", "deploy"),
      { maxLength: 3 },
    ),
    replicas: fc.array(some({ name, count: number }), { maxLength: 2 }),
  }),
);

const composeService = some({
  image: fc.constant("a:1"),
  scale: number,
  deploy: some({
    replicas: number,
    mode: fc.constantFrom("replicated", "global"),
    update_config: some({
      parallelism: number,
      order: fc.constantFrom("stop-first", "start-first"),
    }),
  }),
  depends_on: fc.oneof(
    fc.array(name, { maxLength: 2 }),
    fc.dictionary(fc.constantFrom("web", "pay"), fc.constant({ condition: "service_started" })),
  ),
  environment: fc.oneof(
    fc.constant<Data>(["PAY=http://pay:80", "X"]),
    fc.constant<Data>({ PAY: "pay", X: null }),
  ),
  ports: fc.array(fc.constantFrom<Data>("80:80", 80, { target: 80 }, "x"), { maxLength: 2 }),
  extends: some({
    service: name,
    file: fc.constantFrom("compose.yaml", "../x.yaml", "/etc/passwd"),
  }),
  profiles: fc.array(fc.constant("debug"), { maxLength: 1 }),
});
const compose: fc.Arbitrary<Data> = fc.record(
  {
    services: fc.dictionary(fc.constantFrom("web", "pay", "cart"), composeService, { maxKeys: 3 }),
    include: fc.array(fc.constantFrom<Data>("other.yaml", { path: "x.yaml" }, "../a"), {
      maxLength: 2,
    }),
    "x-common": fc.constant({ a: 1 }),
  },
  { requiredKeys: ["services"] },
);
const item: fc.Arbitrary<Data> = fc.oneof(
  { weight: 3, arbitrary: workload },
  { weight: 4, arbitrary: others },
);
const list: fc.Arbitrary<Data> = fc
  .array(item, { maxLength: 3 })
  .map((items) => ({ apiVersion: "v1", kind: "List", items }));

/** One file: a stream of one to four documents. */
export const manifestText: fc.Arbitrary<string> = fc
  .record({
    documents: fc.array(
      fc.oneof(
        { weight: 8, arbitrary: item },
        { weight: 1, arbitrary: compose },
        { weight: 1, arbitrary: list },
      ),
      { minLength: 1, maxLength: 4 },
    ),
    how: style,
  })
  .map(({ documents, how }) => documents.map((one) => written(one, how)).join("---\n"));
