import type { Protocol } from "./observed.ts";

/**
 * Values of `db.system(.name)` that hold what can be computed or read again from elsewhere. What a cache
 * is is its use, which no convention tells; these are used so nearly always.
 */
const CACHES: ReadonlySet<string> = new Set(
  "redis memcached memcache valkey hazelcast ehcache infinispan varnish dragonfly keydb".split(" "),
);

/** OpenTelemetry's registry renamed these (`db.system` to `db.system.name`); OpenTracing's `db.type`. */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ["mssql", "microsoft.sql_server"],
  ["oracle", "oracle.db"],
  ["db2", "ibm.db2"],
  ["postgres", "postgresql"],
  ["mongo", "mongodb"],
  ["memcache", "memcached"],
  ["dynamodb", "aws.dynamodb"],
  ["redshift", "aws.redshift"],
  ["cosmosdb", "azure.cosmosdb"],
  ["spanner", "gcp.spanner"],
  ["informix", "ibm.informix"],
  ["hanadb", "sap.hana"],
  ["maxdb", "sap.maxdb"],
  ["adabas", "softwareag.adabas"],
]);

/** A database's system under its present name; `null`: the text names a language or nothing. */
export function databaseSystem(text: string): string | null {
  const system = text.trim().toLowerCase();
  if (["", "sql", "other_sql", "nosql", "unknown"].includes(system)) return null;
  return RENAMED.get(system) ?? system;
}

/** Whether calls of a database's system are calls of a cache. */
export function storeProtocol(system: string | null): Protocol {
  return system !== null && CACHES.has(system) ? "cache" : "database";
}

/** The registered port of a server, told where nothing else of it is (Zipkin's remote endpoints). */
const PORTS: ReadonlyMap<number, string> = new Map([
  [3306, "mysql"],
  [5432, "postgresql"],
  [1433, "microsoft.sql_server"],
  [1521, "oracle.db"],
  [9042, "cassandra"],
  [27017, "mongodb"],
  [6379, "redis"],
  [11211, "memcached"],
]);

/** The database that listens at a port by default; `null`: none does. */
export function systemOfPort(port: number | null): string | null {
  return port === null ? null : (PORTS.get(port) ?? null);
}

const STORES: ReadonlySet<string> = new Set([
  ...PORTS.values(),
  ...CACHES,
  ..."mariadb sqlite couchdb couchbase neo4j clickhouse cockroachdb hbase influxdb elasticsearch opensearch".split(
    " ",
  ),
]);

/** A peer that is named as a database's system is (Zipkin's `remoteEndpoint`): its protocol. */
export function protocolOfName(name: string): Protocol | null {
  const system = databaseSystem(name);
  return system !== null && STORES.has(system) ? storeProtocol(system) : null;
}

const BROKERS: ReadonlySet<string> = new Set(
  "kafka rabbitmq activemq nats pulsar rocketmq jms aws_sqs aws.sqs aws.sns servicebus eventhubs gcp_pubsub".split(
    " ",
  ),
);

/** Whether a peer is named as a broker is. */
export function isBrokerName(name: string): boolean {
  return BROKERS.has(name.toLowerCase());
}
