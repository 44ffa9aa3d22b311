import { describe, expect, it } from "vitest";
import { hintKind } from "../../src/deployment/hint-kind.ts";
import type { Deployment } from "../../src/deployment/workload.ts";
import { deploymentOf, placeholder } from "./manifest.ts";

/** A Deployment whose container is given as YAML, and the Service of its name. */
function pod(name: string, container = "{}", more = "", namespace: string | null = null): string {
  const metadata = `{ name: ${name}${namespace === null ? "" : `, namespace: ${namespace}`} }`;
  return `apiVersion: apps/v1
kind: Deployment
metadata: ${metadata}
spec:
  selector: { matchLabels: { app: ${name} } }
  template:
    metadata: { labels: { app: ${name} } }
    spec:
      containers: [${container}]
${more}---
apiVersion: v1
kind: Service
metadata: ${metadata}
spec: { selector: { app: ${name} } }
---
`;
}

function env(variables: Readonly<Record<string, string>>): string {
  const list = Object.entries(variables).map(([name, value]) => JSON.stringify({ name, value }));
  return `{ image: web, env: [${list.join(", ")}] }`;
}

/** `from -> to by key` of every hint. */
function hints({ hints: found }: Deployment): readonly string[] {
  return found.map(
    ({ from, to, key }) => `${from.name} -> ${to.map(({ name }) => name).join("+")} by ${key}`,
  );
}

/** What a variable of `web` says, among the manifests of `others`. */
function known(key: string, value: string, ...others: readonly string[]) {
  const text = pod("web", env({ [key]: value })) + others.map((name) => pod(name)).join("");
  return deploymentOf({ "a.yaml": text }).hints.map(
    ({ to, host, port, scheme }) =>
      `${scheme ?? ""}://${host}:${port ?? ""} ${to.map(({ name }) => name).join("+")}`,
  );
}

describe("a variable", () => {
  it.each([
    ["PAYMENT_URL", "http://payment:8080/charge", "http://payment:8080 payment"],
    [
      "PAYMENT_ADDR",
      "payment.shop.svc.cluster.local:50051",
      "://payment.shop.svc.cluster.local:50051 payment",
    ],
    ["PAYMENT_ADDR", "payment.shop:50051", "://payment.shop:50051 payment"],
    ["CACHE", "redis://payment", "redis://payment: payment"],
    ["ANY", "jdbc:postgresql://payment:5432/x?user=a", "postgresql://payment:5432 payment"],
    ["ANY", "amqp://user:p%40w@payment", "amqp://payment: payment"],
    ["ANY", "user:pw@tcp(payment:3306)/db", "://payment:3306 payment"],
    ["ANY", "Host=payment;Username=u;Database=d", "://payment: payment"],
    ["ANY", "host=payment user=u dbname=d", "://payment: payment"],
    ["ANY", "1@payment:9093", "://payment:9093 payment"],
    ["PAYMENT_HOST", "payment", "://payment: payment"],
    ["paymentHostname", "payment", "://payment: payment"],
    ["spring.redis.host", "payment", "://payment: payment"],
    ["PAYMENT", "payment", "://payment: payment"],
    ["PAYMENT_SERVICE", "payment", "://payment: payment"],
    ["ANY", "payment.shop.svc", "://payment.shop.svc: payment"],
    ["PAYMENT_HOST", "PAYMENT.", "://payment: payment"],
  ])("%s=%s names a host", (key, value, expected) => {
    expect(known(key, value, "payment")).toEqual([expected]);
  });

  it.each([
    ["KAFKA_TOPIC", "payment"],
    ["DB_NAME", "payment"],
    ["OTEL_SERVICE_NAME", "payment"],
    ["PAYMENT_QUEUE_NAME", "payment"],
    ["GREETING", "payment"],
    ["TEXT", "the payment is due"],
    ["IMAGE", "payment:8080"],
    ["RATIO", "payment:1"],
    ["URL", "http://payment.example.com/x"],
    ["URL", "http://prepayment:80"],
    ["URL", "https://payment.io/docs"],
  ])("%s=%s names none", (key, value) => {
    expect(known(key, value, "payment")).toEqual([]);
  });

  it("may list several", () => {
    const of = (value: string) => known("SERVERS", value, "a", "b").map((one) => one.at(-1));
    expect(of("a:9092,b:9092")).toEqual(["a", "b"]);
    expect(of("mongodb://u:p@a:27017,b:27017/db")).toEqual(["a", "b"]);
    expect(of("http://a:1080/x,http://b:1080/y")).toEqual(["a", "b"]);
    expect(of("a;b")).toEqual(["a", "b"]);
  });

  it("takes its port from the variable beside it", () => {
    const text = pod("web", env({ FLAGD_HOST: "flagd", FLAGD_PORT: "8013" })) + pod("flagd");
    expect(deploymentOf({ "a.yaml": text }).hints).toMatchObject([{ host: "flagd", port: 8013 }]);
  });

  it("says where it stands, and keeps no password", () => {
    const text = pod("web", env({ DB: "postgres://u:hunter2@db:5432/x" })) + pod("db");
    const { hints: found } = deploymentOf({ "a.yaml": text });
    expect(found[0]?.place).toMatchObject({ file: "a.yaml", line: 9 });
    expect(JSON.stringify(found)).not.toContain("hunter2");
  });

  it("never leads to its own workload", () => {
    expect(known("WEB_ADDR", "web:8080")).toEqual([]);
  });

  it("may refer to those before it, as Kubernetes fills them in", () => {
    const refer = (value: string) =>
      known("URL", value, "payment").concat(
        hints(
          deploymentOf({
            "a.yaml": pod("web", env({ NAME: "payment", X: value })) + pod("payment"),
          }),
        ),
      );
    expect(refer("http://$(NAME):80")).toEqual(["web -> payment by X"]);
    expect(refer("http://$$(NAME):80")).toEqual([]);
    expect(refer("http://$(PAYMENT_SERVICE_HOST):80")).toHaveLength(2);
  });

  it("that doubles with every reference ends somewhere", () => {
    const bomb = Object.fromEntries(
      Array.from({ length: 60 }, (_, i) => [
        `A${i}`,
        i === 0 ? "aaaa" : `$(A${i - 1})$(A${i - 1})`,
      ]),
    );
    expect(hints(deploymentOf({ "a.yaml": pod("web", env(bomb)) }))).toEqual([]);
  });
});

describe("the words of a command", () => {
  it.each([
    [["--db-host=db"], "db-host"],
    [["--db-host", "db"], "db-host"],
    [["--dburl=postgres://db/x"], "dburl"],
    [["sh", "-c", "until nc -z -w30 db 5432; do sleep 2; done"], "command"],
    [["nc", "-z", "db", "5432"], "command"],
    [["wait-for", "db:5432", "--", "run"], "command"],
  ])("%j name a host", (words, key) => {
    const text = pod("web", `{ image: w, args: ${JSON.stringify(words)} }`) + pod("db");
    expect(hints(deploymentOf({ "a.yaml": text }))).toEqual([`web -> db by ${key}`]);
  });

  it.each([[["echo", "waiting for db"]], [["--user", "db"]], [["db"]]])("%j name none", (words) => {
    const text = pod("web", `{ image: w, args: ${JSON.stringify(words)} }`) + pod("db");
    expect(hints(deploymentOf({ "a.yaml": text }))).toEqual([]);
  });
});

describe("a ConfigMap", () => {
  const map = (name: string, data: string) =>
    `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name} }\ndata:\n${data}---\n`;

  it("counts where a container takes variables from it, at its own line", () => {
    const config = map("c", "  QUEUE_HOSTNAME: rabbitmq\n  QUEUE_NAME: orders\n");
    const all = "{ image: w, envFrom: [{ configMapRef: { name: c } }] }";
    const one = `{ image: w, env: [{ name: Q_HOST, valueFrom: { configMapKeyRef: { name: c, key: QUEUE_HOSTNAME } } }] }`;
    const rest = pod("rabbitmq") + pod("orders");
    const of = (container: string) =>
      deploymentOf({ "a.yaml": pod("web", container) + rest, "c.yaml": config });
    expect(hints(of(all))).toEqual(["web -> rabbitmq by QUEUE_HOSTNAME"]);
    expect(of(all).hints[0]?.place).toMatchObject({ file: "c.yaml", line: 5 });
    expect(hints(of(one))).toEqual(["web -> rabbitmq by Q_HOST"]);
    expect(hints(of("{ image: w }"))).toEqual([]);
  });

  it("counts where a kustomization makes it of literals", () => {
    const made =
      "configMapGenerator:\n  - name: c\n    literals:\n      - CART_HOST='cart'\n      - KIND=orders\n";
    const web = pod("web", "{ image: w, envFrom: [{ configMapRef: { name: c } }] }");
    const found = deploymentOf({
      "a.yaml": web + pod("cart") + pod("orders"),
      "kustomization.yaml": made,
    });
    expect(hints(found)).toEqual(["web -> cart by CART_HOST"]);
    expect(found.hints[0]?.place).toMatchObject({ file: "kustomization.yaml", line: 4 });
  });

  it("counts where a volume puts it into a container, line by line", () => {
    const file = `  nginx.conf: |
    # proxy_pass http://ghost:80;
    server {
      location / { proxy_pass http://catalogue:8080/; }
    }
  app.json: '{"service":"cart","port":8080,"topic":"orders"}'
`;
    const volume = "      volumes: [{ name: v, configMap: { name: c } }]\n";
    const rest = pod("catalogue") + pod("cart") + pod("ghost") + pod("orders");
    const text = pod("web", "{ image: w }", volume) + rest;
    const found = deploymentOf({ "a.yaml": text, "c.yaml": map("c", file) });
    expect(hints(found)).toEqual(["web -> catalogue by nginx.conf", "web -> cart by app.json"]);
    expect(found.hints[0]?.place).toMatchObject({ file: "c.yaml", line: 8 });
  });
});

describe("namespaces", () => {
  const in2 = (host: string, from: string | null) => {
    const text =
      pod("web", env({ URL: `http://${host}:80` }), "", from) +
      pod("pay", "{}", "", "a") +
      pod("pay", "{}", "", "b");
    return deploymentOf({ "x.yaml": text }).hints.flatMap(({ to }) =>
      to.map(({ namespace, name }) => `${namespace}/${name}`),
    );
  };
  it.each([
    ["pay", "a", ["a/pay"]],
    ["pay", "b", ["b/pay"]],
    ["pay.b", "a", ["b/pay"]],
    ["pay.b.svc.cluster.local", "a", ["b/pay"]],
    ["pay.c", "a", []],
    ["pay", "c", []],
    ["pay", null, []],
  ])("%s from %s", (host, from, expected) => {
    expect(in2(host, from)).toEqual(expected);
  });

  it("a pod of a StatefulSet is reached through its Service", () => {
    const set = `apiVersion: apps/v1
kind: StatefulSet
metadata: { name: kafka }
spec:
  selector: { matchLabels: { app: kafka } }
  template: { metadata: { labels: { app: kafka } }, spec: { containers: [] } }
---
apiVersion: v1
kind: Service
metadata: { name: kafka-headless }
spec: { selector: { app: kafka } }
---
`;
    const of = (host: string) =>
      hints(deploymentOf({ "a.yaml": set + pod("web", env({ B: `${host}:9092` })) }));
    expect(of("kafka-0.kafka-headless")).toEqual(["web -> kafka by B"]);
    expect(of("kafka-1.kafka-headless.shop.svc.cluster.local")).toEqual(["web -> kafka by B"]);
    expect(of("zoo-1.kafka-headless")).toEqual([]);
  });

  it("one Service may stand before several workloads", () => {
    const version = (name: string) => pod(name).replaceAll(`{ app: ${name} }`, "{ app: reviews }");
    const text =
      version("reviews-v1") +
      version("reviews-v2") +
      pod("web", env({ R: "http://reviews-v1:80" })) +
      pod("reviews-v2", env({ R: "http://reviews-v1:80" })).split("---")[0];
    expect(hints(deploymentOf({ "a.yaml": text }))).toEqual(["web -> reviews-v1+reviews-v2 by R"]);
  });
});

describe("Compose", () => {
  it("tells who knows whom, through variables, links and the order in which services start", () => {
    const text = `services:
  web:
    image: web
    environment: { DB_HOST: "${placeholder("DB:-db")}", CACHE_URL: "redis://memory:6379" }
    links: [pay:payment]
    depends_on: [db]
  worker: { image: w, environment: [PAY=http://payment] }
  db: { image: db }
  cache: { image: c, hostname: memory }
  pay: { image: p }
`;
    const found = deploymentOf({ "compose.yaml": text });
    expect(hints(found)).toEqual([
      "web -> db by DB_HOST",
      "web -> cache by CACHE_URL",
      "web -> db by depends_on",
      "web -> pay by links",
    ]);
  });

  it("does not lead into a cluster, nor into another project", () => {
    const files = {
      "a/compose.yaml": "services: { web: { image: w, environment: { U: 'http://db' } } }",
      "b/compose.yaml": "services: { db: { image: d } }",
      "k.yaml": pod("db"),
    };
    expect(hints(deploymentOf(files))).toEqual([]);
  });
});

describe("third parties", () => {
  it("are public hosts that a variable or argument calls", () => {
    const text = pod(
      "web",
      env({
        A: "https://api.stripe.com/v1",
        B: "http://localhost:80",
        C: "http://x.svc",
        D: "https://www.w3.org/x",
        E: "http://10.0.0.1",
      }),
    );
    const { thirdParties } = deploymentOf({ "a.yaml": text });
    expect(thirdParties.map(({ host, key }) => [host, key])).toEqual([["api.stripe.com", "A"]]);
  });
});

describe("the kind of a hint", () => {
  it.each([
    ["PAYMENT_ADDR", "payment:8080", "call"],
    ["KAFKA_ADDR", "kafka:9092", "message"],
    ["X", "nats://bus", "message"],
    ["CELERY_BROKER_URL", "redis://bus", "message"],
    ["X", "bus:5672", "message"],
    ["ORDER_QUEUE_URL", "http://queue-master:80", "call"],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "http://bus:80", "telemetry"],
    ["X", "http://bus:4317", "telemetry"],
    ["X", "http://jaeger-query", "telemetry"],
    ["TEMPORAL_ADDR", "temporal:7233", "call"],
  ])("%s=%s is a %s", (key, value, kind) => {
    const others = ["payment", "kafka", "bus", "queue-master", "jaeger-query", "temporal"];
    const text = pod("web", env({ [key]: value })) + others.map((one) => pod(one)).join("");
    expect(deploymentOf({ "a.yaml": text }).hints.map(hintKind)).toEqual([kind]);
  });

  it("is not told by the name of a release", () => {
    const to = (name: string) => {
      const key = name.endsWith("otelcol") ? "COLLECTOR_ADDR" : "PAYMENT_ADDR";
      const text = pod("opentelemetry-demo-web", env({ [key]: `${name}:80` })) + pod(name);
      return deploymentOf({ "a.yaml": text }).hints.map(hintKind);
    };
    expect(to("opentelemetry-demo-payment")).toEqual(["call"]);
    expect(to("opentelemetry-demo-otelcol")).toEqual(["telemetry"]);
    expect(to("opentelemetry-payment")).toEqual(["telemetry"]);
  });

  it("of what a broker is configured with is not told by its own name", () => {
    const text = pod("kafka", env({ KAFKA_DB_URL: "http://db:80" })) + pod("db");
    expect(deploymentOf({ "a.yaml": text }).hints.map(hintKind)).toEqual(["call"]);
  });
});
