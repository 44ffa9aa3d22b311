import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readComposeProjects } from "../../src/deployment/compose-read.ts";
import { companionPaths, readDeployment } from "../../src/deployment/read.ts";
import { parseYaml } from "../../src/yaml/parse.ts";

const ROOT = new URL("../../../shared/realworld/", import.meta.url);
const present = existsSync(ROOT);
const absent = present ? "" : " (skipped: ../shared is absent)";

/** Compose files of a folder in the order given, as if `manifests` named them or a glob found them. */
function readSet(folder: string, paths: readonly string[], named: boolean) {
  const textOf = (path: string) => {
    const at = new URL(`${folder}/${path}`, ROOT);
    return existsSync(at) ? readFileSync(at, "utf8") : null;
  };
  const files = paths.map((path, i) => ({
    path,
    text: textOf(path) ?? "",
    ...(named ? { named: i } : {}),
  }));
  const texts = new Map<string, string>();
  for (const path of companionPaths(files, new Map(), texts)) {
    const text = textOf(path);
    if (text !== null) texts.set(path, text);
  }
  const inputs = files.map((file) => ({
    file,
    documents: parseYaml(file.text, "compose").documents,
  }));
  return {
    deployment: readDeployment(files, new Map(), texts),
    projects: readComposeProjects(inputs, texts).projects,
  };
}

const OTEL = [
  "compose.yaml",
  "compose.full.yaml",
  "compose.observability.yaml",
  "compose.agent.yaml",
];

describe.skipIf(!present)(`real Compose files${absent}`, () => {
  it("otel-demo: layers named in order are one project, names alone filled in from `.env`", () => {
    const { deployment, projects } = readSet("manifests/otel-demo/compose-head", OTEL, true);
    expect([projects.length, deployment.workloads.length, deployment.diagnostics]).toEqual([
      1,
      31,
      [],
    ]);
    const checkout = projects[0]!.views.find(({ name }) => name === "checkout");
    const value = (name: string) => checkout?.environment.find((one) => one.name === name);
    expect(value("PAYMENT_ADDR")).toMatchObject({
      value: "payment:50051",
      place: { file: ".env" },
    });
    expect(value("KAFKA_ADDR")).toMatchObject({ value: "kafka:9092", place: { file: ".env" } });
    // The last of these is added by the second layer.
    const dependsOn = checkout?.dependsOn.map(({ text, place }) => `${text} ${place.file}`);
    expect(dependsOn?.slice(-2)).toEqual(["flagd compose.yaml", "kafka compose.full.yaml"]);
    const proxy = projects[0]!.views.find(({ name }) => name === "frontend-proxy");
    expect(proxy?.dependsOn.map(({ text }) => text)).toEqual(
      expect.arrayContaining(["frontend", "grafana", "chatbot"]),
    );
    expect(proxy?.ports.map(({ published }) => published)).toContain("8080");
  });

  it("social network: five shards of each Redis, and all at 1 elsewhere", () => {
    const { deployment } = readSet(
      "manifests/dsb-social-network",
      ["docker-compose-sharding.yml"],
      false,
    );
    const counts = deployment.workloads.map(
      ({ name, replicas }) => [name, replicas.count] as const,
    );
    expect(counts).toHaveLength(30);
    expect(counts.filter(([, count]) => count !== 1)).toEqual([
      ["social-graph-redis", 5],
      ["home-timeline-redis", 5],
      ["user-timeline-redis", 5],
    ]);
  });

  it("retail: the override is laid over what is included, and what is absent is told", () => {
    const folder = "manifests/retail-compose";
    const paths = ["src/app/compose.override.yaml", "src/app/docker-compose.yml"];
    const { deployment, projects } = readSet(folder, paths, false);
    expect(projects).toHaveLength(1);
    expect(deployment.diagnostics).toHaveLength(5);
    expect(deployment.diagnostics[0]?.message).toContain("`src/ui/docker-compose.yml`");
    const orders = projects[0]!.views.find(({ name }) => name === "ui")?.environment;
    expect(orders?.map(({ value }) => value)).toContain("http://orders:8080");
  });

  it("clair: what waits for a profile is told in one notice", () => {
    const file = "clair-docker-compose-anchors.yaml";
    const { deployment } = readSet("manifests/odd", [file], false);
    expect(deployment.workloads.map(({ name }) => name)).toEqual([
      "indexer",
      "matcher",
      "clair-database",
      "traefik",
    ]);
    expect(deployment.diagnostics).toMatchObject([
      { code: "compose-profiles", severity: "notice" },
    ]);
    expect(deployment.diagnostics[0]?.message).toContain("13 Compose services");
  });

  it("pair dsb-hotel: the frontend goes from 3 to 1, at the line that says so", () => {
    const counts = (side: string) => {
      const folder = `pairs/dsb-hotel-compose-replicas-down/${side}/hotelReservation`;
      const { workloads } = readSet(folder, ["docker-compose.yml"], false).deployment;
      return workloads
        .filter(({ replicas }) => replicas.count !== 1)
        .map(({ name, replicas }) => [name, replicas.count]);
    };
    expect(counts("base")).toEqual([["frontend", 3]]);
    expect(counts("head")).toEqual([]);
  });

  it("pair otel-compose-envvar-rename-only: the same services know the same hosts", () => {
    const hosts = (side: string) => {
      const folder = `pairs/otel-compose-envvar-rename-only/${side}`;
      const { projects } = readSet(folder, ["docker-compose.yml"], false);
      return projects[0]!.views.map(({ name, environment, dependsOn }) => [
        name,
        dependsOn.map(({ text }) => text),
        environment.map(({ value }) => value).sort(),
      ]);
    };
    expect(hosts("head")).toEqual(hosts("base"));
  });

  it("pair emojivoto: the links of web become `depends_on`, and api goes", () => {
    const of = (side: string) => {
      const folder = `pairs/emojivoto-remove-api/${side}/emojivoto`;
      return readSet(folder, ["docker-compose.yml"], false).projects[0]!.views;
    };
    const web = (side: string) => of(side).find(({ name }) => name === "web");
    const callees = ["voting-svc", "emoji-svc"];
    expect(web("base")?.links.map(({ service }) => service)).toEqual(callees);
    expect(web("head")?.dependsOn.map(({ text }) => text)).toEqual(callees);
    expect(["base", "head"].map((side) => of(side).length)).toEqual([4, 3]);
  });
});
