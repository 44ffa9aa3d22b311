// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Compose writes its variables so
import { describe, expect, it } from "vitest";
import { readComposeProjects } from "../../src/deployment/compose-read.ts";
import { parseYaml } from "../../src/yaml/parse.ts";

function viewOf(service: string, beside: Readonly<Record<string, string>> = {}) {
  const text = `services:\n  db: {image: db}\n  web:\n    image: web\n${service}`;
  const file = { path: "app/compose.yaml", text };
  const input = { file, documents: parseYaml(text, "compose").documents };
  const { projects } = readComposeProjects([input], new Map(Object.entries(beside)));
  return projects[0]!.views.find(({ name }) => name === "web")!;
}

/** Of a `compose.yaml` and its override. */
function mergedViews(texts: readonly string[]) {
  const inputs = texts.map((text, i) => ({
    file: { path: i === 0 ? "compose.yaml" : "compose.override.yaml", text },
    documents: parseYaml(text, "compose").documents,
  }));
  return readComposeProjects(inputs, new Map()).projects[0]?.views ?? [];
}

const at = ({ file, line }: { readonly file: string; readonly line: number }) => `${file}:${line}`;

describe("a merged service", () => {
  it.each([
    ["    environment: [A=1, B=, C, D, 'E=x=y']\n", 5],
    ["    environment:\n      A: 1\n      B: ''\n      C:\n      D:\n      E: x=y\n", 6],
  ])("has its environment, bare names from `.env`: %j", (text, line) => {
    const { environment } = viewOf(text, { "app/.env": "\nC=3\n" });
    const entries = environment.map(({ name, value }) => [name, value]);
    expect(entries).toEqual([
      ["A", "1"],
      ["B", ""],
      ["C", "3"],
      ["D", null],
      ["E", "x=y"],
    ]);
    expect(environment.map(({ place }) => at(place)).slice(0, 3)).toEqual([
      `app/compose.yaml:${line}`,
      `app/compose.yaml:${line === 5 ? 5 : 7}`,
      "app/.env:2",
    ]);
  });

  it("has what only its env files set, a later one before an earlier", () => {
    const text =
      "    env_file: [a.env, {path: ../b.env, required: false}, none.env]\n    environment: {A: own}\n";
    const beside = {
      "app/a.env": "A=1\nB=2\n",
      "b.env": "B=3\nC=$HOST:80\n",
      "app/.env": "HOST=db",
    };
    const { environment } = viewOf(text, beside);
    const entries = environment.map(({ name, value, place }) => [name, value, place.file]);
    expect(Object.fromEntries(entries.map(([name, ...rest]) => [name, rest]))).toEqual({
      A: ["own", "app/compose.yaml"],
      B: ["3", "b.env"],
      C: ["db:80", "b.env"],
    });
  });

  it("reads no env file outside the repository", () => {
    const text = "    env_file: [../../secret.env, /etc/passwd, ~/x.env]\n";
    expect(viewOf(text, { "secret.env": "A=1", "/etc/passwd": "B=2" }).environment).toEqual([]);
  });

  it.each([["    depends_on: [db]\n"], ["    depends_on: {db: {condition: service_healthy}}\n"]])(
    "depends on others: %j",
    (text) => {
      expect(viewOf(text).dependsOn).toMatchObject([{ text: "db", place: { line: 5 } }]);
    },
  );

  it("has links, with their aliases", () => {
    const { links } = viewOf("    links: [db, 'db:store']\n");
    expect(links.map(({ service, alias }) => `${service} ${alias}`)).toEqual(["db db", "db store"]);
  });

  it.each([
    ["'8080:80'", "8080", "80"],
    ["'80'", null, "80"],
    ["80", null, "80"],
    ["'127.0.0.1:8080:80/udp'", "8080", "80"],
    ["'[::1]:8080:80'", "8080", "80"],
    ["'127.0.0.1::80'", null, "80"],
    ["'9000-9001:80-81'", "9000-9001", "80-81"],
    ["'${PORT:-8080}:80'", "8080", "80"],
    ["{target: 80, published: '8080', protocol: tcp}", "8080", "80"],
    ["{target: 80}", null, "80"],
  ])("publishes %s", (port, published, target) => {
    expect(viewOf(`    ports: [${port}]\n`).ports).toMatchObject([{ published, target }]);
  });

  it("has the words of its entrypoint and command", () => {
    const { command } = viewOf("    command: [--db, 'db:5432']\n    entrypoint: run  it\n");
    expect(command.map(({ text }) => text)).toEqual(["run", "it", "--db", "db:5432"]);
  });

  it.each([
    ["command: [a]", "command: [b]", ["b"]],
    ["command: a", "command: [b, c]", ["b", "c"]],
    ["entrypoint: [a]", "command: [b]", ["a", "b"]],
  ])("with %s under %s runs %j", (base, over, expected) => {
    const views = mergedViews([
      `services: {web: {image: x, ${base}}}`,
      `services: {web: {${over}}}`,
    ]);
    expect(views[0]?.command.map(({ text }) => text)).toEqual(expected);
  });

  it("adds names, and replaces values of the same name", () => {
    const [view] = mergedViews([
      "services: {web: {image: x, environment: [A=1, B=2], depends_on: [a], ports: ['80', '81:80']}}",
      "services: {web: {environment: {B: 3, C: 4}, depends_on: {b: {}}, ports: ['81:80', '82:80']}}",
    ]);
    const environment = view?.environment.map(({ name, value, place }) => [
      name,
      value,
      place.file,
    ]);
    expect(environment).toEqual([
      ["A", "1", "compose.yaml"],
      ["B", "3", "compose.override.yaml"],
      ["C", "4", "compose.override.yaml"],
    ]);
    expect(view?.dependsOn.map(({ text }) => text)).toEqual(["a", "b"]);
    expect(view?.ports.map(({ published }) => published)).toEqual([null, "81", "82"]);
  });

  it("has its other names", () => {
    const networks = "    networks: {back: {aliases: [store]}, front: null}\n";
    const { aliases, project } = viewOf(`    hostname: w1\n    container_name: w2\n${networks}`);
    expect(aliases.map(({ text }) => text)).toEqual(["w1", "w2", "store"]);
    expect(project).toBe("app");
  });
});
