import { wordsOf } from "./hint-key.ts";
import type { Hint } from "./workload.ts";

/**
 * What a hint looks like: a call that waits for its answer; a message that somebody fetches later; telemetry,
 * for which no request waits; or only the order in which Compose starts services.
 */
export type HintKind = "call" | "message" | "telemetry" | "order";

const MESSAGING = new Set(
  "kafka redpanda rabbitmq rabbit amqp amqps nats jetstream nsq nsqd pulsar activemq artemis mqtt mqtts mosquitto emqx stomp zeromq servicebus eventhub eventhubs pubsub sqs sns kinesis eventbus".split(
    " ",
  ),
);
/** The ports that brokers are registered with: Kafka, AMQP, NATS, MQTT, OpenWire, STOMP, Pulsar. */
const BROKER_PORTS = new Set([
  9092, 9093, 9094, 5671, 5672, 4222, 1883, 8883, 61_613, 61_616, 6650,
]);
/** The beginnings of words: `otelcol`, `jaegertracing`. */
const TELEMETRY =
  /^(?:otel|otlp|opentelemetry|opamp|jaeger|zipkin|tempo$|loki$|promtail|prometheus|alertmanager|grafana|fluentd|fluentbit|fluent|logstash|filebeat|kibana|statsd|telegraf|datadog|newrelic|instana|dynatrace|sentry|skywalking|signoz|traceloop|telemetry|tracing|pushgateway|exporter)/;
/** OTLP, OpAMP, Jaeger, Zipkin, StatsD, the Datadog agent, Fluentd. */
const TELEMETRY_PORTS = new Set([
  4317, 4318, 4320, 6831, 6832, 14_250, 14_268, 9411, 8125, 8126, 24_224,
]);

/** What kind of dependency a hint suggests, by its scheme, port and names: a guess, and to be told as one. */
export function hintKind({ from, to, host, port, scheme, key }: Hint): HintKind {
  const release = releaseOf(from.name, to);
  const own = new Set(wordsOf(from.name).slice(release.length));
  const told = wordsOf(key).filter((word) => !own.has(word));
  const named = [host, ...to.map(({ name }) => name)].flatMap((name) =>
    withoutRelease(wordsOf(name), release),
  );
  const words = [...told, ...named, ...(scheme === null ? [] : wordsOf(scheme))];
  const isWatched = [...words, ...own].some((word) => TELEMETRY.test(word));
  if (isWatched || (port !== null && TELEMETRY_PORTS.has(port))) return "telemetry";
  const isBroker = words.some((word) => MESSAGING.has(word)) || told.some(isBrokerWord);
  if (isBroker || (port !== null && BROKER_PORTS.has(port))) return "message";
  return key === "depends_on" ? "order" : "call";
}

/**
 * The words before the names of all of them: `opentelemetry-demo-checkout` is no collector. One word is
 * none, as in `otel-agent` and `otel-collector`.
 */
function releaseOf(from: string, to: Hint["to"]): readonly string[] {
  const others = to.map(({ name }) => wordsOf(name));
  const words = wordsOf(from);
  const end = words.findIndex((word, at) => others.some((other) => other[at] !== word));
  return end < 2 || others.some((other) => other.length <= end) ? [] : words.slice(0, end);
}

function withoutRelease(words: readonly string[], release: readonly string[]): readonly string[] {
  return release.every((word, at) => words[at] === word) ? words.slice(release.length) : words;
}

/** Of a key, where they mean a queue or broker; a service may be called so and be neither. */
function isBrokerWord(word: string): boolean {
  return word === "broker" || word === "brokers";
}

/** Whether a name is that of what only watches the others, such as a collector or a dashboard. */
export function isTelemetry(name: string): boolean {
  return wordsOf(name).some((word) => TELEMETRY.test(word));
}
