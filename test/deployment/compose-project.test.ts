// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Compose writes its variables so
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { companionPaths, readDeployment } from "../../src/deployment/read.ts";
import { brief, placeholder } from "./manifest.ts";

type Files = Readonly<Record<string, string>>;

/** The deployment of the first files of a repository; `beside`: those that Compose may ask for. */
function read(manifests: Files, beside: Files = {}, named: readonly string[] = []) {
  const files = Object.entries(manifests).map(([path, text]) => {
    const place = named.indexOf(path);
    return { path, text, ...(place === -1 ? {} : { named: place }) };
  });
  const texts = new Map<string, string>();
  for (let round = 0; round < 64; round++) {
    for (const path of companionPaths(files, new Map(), texts)) {
      const text = beside[path];
      if (text !== undefined) texts.set(path, text);
    }
  }
  return readDeployment(files, new Map(), texts);
}

/** `name` → `count at file:line`. */
function counts(...args: Parameters<typeof read>): Record<string, string> {
  const { workloads } = read(...args);
  return Object.fromEntries(workloads.map(({ name, replicas }) => [name, brief(replicas)]));
}

const WEB = "services:\n  web:\n    image: web\n    deploy: {replicas: 3}\n";
const ONE = "services:\n  web:\n    deploy: {replicas: 1}\n";

describe("files of one folder", () => {
  it.each([
    ["compose.yaml", "compose.override.yaml"],
    ["compose.yml", "docker-compose.override.yml"],
    ["docker-compose.yml", "docker-compose.override.yaml"],
    ["shop/docker-compose.yaml", "shop/compose.override.yml"],
  ])("%s and %s are one project", (base, override) => {
    const { workloads } = read({ [override]: ONE, [base]: WEB });
    expect(workloads).toHaveLength(1);
    expect(brief(workloads[0]!.replicas)).toBe(`1 at ${override}:3`);
    expect(workloads[0]!.place).toEqual({ file: base, line: 2, column: 3 });
    expect([workloads[0]!.copies, workloads[0]!.conflicts]).toEqual([[], []]);
  });

  it.each([
    ["compose.yaml", "compose.prod.yaml"],
    ["compose.yaml", "other/compose.override.yaml"],
    ["a.yaml", "b.yaml"],
  ])("%s and %s, which a glob finds, are not", (base, other) => {
    const { workloads } = read({ [base]: WEB, [other]: ONE });
    expect(workloads[0]!.conflicts.map(brief)).toEqual([`1 at ${other}:3`]);
  });

  it("are one project in the order in which `manifests` names them", () => {
    const files = { "b.yaml": ONE, "a.yaml": WEB };
    expect(counts(files, {}, ["a.yaml", "b.yaml"])).toEqual({ web: "1 at b.yaml:3" });
    expect(counts(files, {}, ["b.yaml", "a.yaml"])).toEqual({ web: "3 at a.yaml:4" });
  });

  it("leave the override out where `manifests` names the first file alone and it is not found", () => {
    const asked = companionPaths(
      [{ path: "compose.yaml", text: WEB, named: 0 }],
      new Map(),
      new Map(),
    );
    expect(asked).toEqual([".env"]);
  });

  it("are those of COMPOSE_FILE where the folder's `.env` sets it", () => {
    const files = { "compose.override.yaml": WEB, "compose.yaml": WEB };
    const beside = { ".env": "COMPOSE_FILE=compose.yaml:prod.yaml", "prod.yaml": ONE };
    expect(read(files, beside).workloads[0]!.replicas).toMatchObject({ count: 1 });
    expect(counts({ "compose.yaml": WEB }, beside)).toEqual({ web: "1 at prod.yaml:3" });
    const other = {
      ...beside,
      ".env": "COMPOSE_PATH_SEPARATOR=;\nCOMPOSE_FILE=compose.yaml;prod.yaml",
    };
    expect(counts({ "compose.yaml": WEB }, other)).toEqual({ web: "1 at prod.yaml:3" });
  });

  it("are merged document by document", () => {
    expect(counts({ "compose.yaml": `${WEB}---\n${ONE}` })).toEqual({ web: "1 at compose.yaml:8" });
  });
});

describe("merging", () => {
  const base = WEB.replace("replicas: 3", "replicas: 3, update_config: {parallelism: 2}");

  it("goes key by key, each with its place", () => {
    const over = "services:\n  web:\n    deploy:\n      update_config: {order: start-first}\n";
    const { replicas, disruption } = read({ "compose.yaml": base, "compose.override.yaml": over })
      .workloads[0]!;
    expect(brief(replicas)).toBe("3 at compose.yaml:4");
    expect(disruption.rollout?.place).toMatchObject({ file: "compose.override.yaml", line: 4 });
  });

  it.each([
    ["deploy: !reset null", "1 at compose.yaml:2"],
    ["deploy: {replicas: !reset 7}", "1 at compose.yaml:2"],
    ["deploy: !override {labels: {a: b}}", "1 at compose.yaml:2"],
    ["deploy: !override {replicas: 5}", "5 at compose.override.yaml:3"],
    ["deploy: {replicas: null}", "3 at compose.yaml:4"],
    ["deploy:", "3 at compose.yaml:4"],
    ["build: .", "3 at compose.yaml:4"],
  ])("with %s", (more, expected) => {
    const over = `services:\n  web:\n    ${more}\n`;
    expect(counts({ "compose.yaml": base, "compose.override.yaml": over })).toEqual({
      web: expected,
    });
  });

  it("takes `!reset` within one file for a key that is not written", () => {
    expect(counts({ "compose.yaml": WEB.replace("{replicas", "!reset {replicas") })).toEqual({
      web: "1 at compose.yaml:2",
    });
  });

  it("tells what Compose refuses to merge", () => {
    const over = "services:\n  web:\n    deploy: [1]\n";
    const { diagnostics } = read({ "compose.yaml": base, "compose.override.yaml": over });
    expect(diagnostics).toMatchObject([
      { severity: "warning", code: "compose-project", file: "compose.override.yaml", line: 3 },
    ]);
  });
});

describe("extends", () => {
  it("takes what a service of the same file has", () => {
    const text = `services:
  base:
    image: base
    deploy: {replicas: 2}
  web:
    extends: base
  api:
    extends: {service: web}
    scale: 2
`;
    expect(counts({ "compose.yaml": text })).toEqual({
      base: "2 at compose.yaml:4",
      web: "2 at compose.yaml:4",
      api: "2 at compose.yaml:4",
    });
  });

  it("follows files, each relative to the one that names it", () => {
    const beside = {
      "shop/common/web.yaml":
        "services:\n  web:\n    extends: {file: ../../base.yaml, service: app}\n",
      "base.yaml": "services:\n  app:\n    image: app\n    scale: 4\n",
    };
    const text = "services:\n  web:\n    extends: {file: common/web.yaml, service: web}\n";
    expect(counts({ "shop/compose.yaml": text }, beside)).toEqual({ web: "4 at base.yaml:4" });
  });

  it("does not make a file a project that only lends its services, unless it is one by name", () => {
    const user = "services:\n  web: {extends: {file: common.yaml, service: web}, scale: 3}\n";
    const lender = "services:\n  web: {image: x}\n  job: {image: y}\n";
    const both = { "compose.prod.yaml": user, "common.yaml": lender };
    expect(counts(both)).toEqual({ web: "3 at compose.prod.yaml:2" });
    expect(Object.keys(counts(both, {}, ["common.yaml"]))).toEqual(["web", "job"]);
    const byName = { "a.yaml": user.replace("common", "compose"), "compose.yaml": lender };
    expect(read(byName).workloads[0]!.conflicts).toHaveLength(1);
  });

  it("leaves out what the service resets, and takes what it overrides whole", () => {
    const text = (more: string) => `services:
  base: {image: base, scale: 2, deploy: {labels: {a: b}}}
  web:
    extends: base
    ${more}
`;
    const web = (more: string) => counts({ "compose.yaml": text(more) }).web;
    expect(web("scale: !reset null")).toBe("1 at compose.yaml:3");
    expect(web("scale: !override 4")).toBe("4 at compose.yaml:5");
  });

  it("in a circle over files, or in too long a row, leaves the number open", () => {
    const one = "services:\n  web: {extends: {file: b.yaml, service: web}}\n";
    const other = "services:\n  web: {image: x, extends: {file: compose.yaml, service: web}}\n";
    const { replicas } = read({ "compose.yaml": one }, { "b.yaml": other }).workloads[0]!;
    expect(replicas).toMatchObject({ count: null, place: { file: "compose.yaml", line: 2 } });
    expect(replicas.problem).toContain("leads back to itself");
    const rows = Array.from({ length: 60 }, (_, i) => `  s${i}: {image: x, extends: s${i + 1}}\n`);
    const row = (lines: readonly string[]) =>
      read({ "compose.yaml": `services:\n${lines.join("")}  s60: {image: x, scale: 2}\n` })
        .workloads;
    const told = (lines: readonly string[]) =>
      Object.fromEntries(row(lines).map(({ name, replicas: { count } }) => [name, count]));
    expect(told(rows)).toMatchObject({ s0: null, s28: null, s29: 2, s59: 2 });
    expect(told([...rows].reverse())).toEqual(told(rows));
  });
});

describe("include", () => {
  const db = "services:\n  db:\n    image: db\n    scale: ${DB:-1}\n";

  it("brings the services of another file, with the variables of its own folder", () => {
    const files = { "compose.yaml": "include: [store/compose.yaml]\n" };
    const beside = { "store/compose.yaml": db, "store/.env": "DB=4\n" };
    expect(counts(files, beside)).toEqual({ db: "4 at store/.env:1" });
    // The project's variables win over those of what it includes.
    expect(counts(files, { ...beside, ".env": "\nDB=5" })).toEqual({ db: "5 at .env:2" });
  });

  it("merges a list of paths, and reads the env file and folder that it names", () => {
    const text = `include:
  - path: [store/compose.yaml, prod.yaml]
    project_directory: other
    env_file: [a.env, b.env]
services:
  web: {image: web, depends_on: [db]}
`;
    const beside = {
      "store/compose.yaml": `${db}    extends: {file: x.yaml, service: x}\n`,
      "other/x.yaml": "services:\n  x: {command: run}\n",
      "prod.yaml": "services:\n  db:\n    deploy: {replicas: '${DB}'}\n",
      "a.env": "DB=6",
      "b.env": "DB=7",
    };
    expect(counts({ "compose.yaml": text }, beside)).toEqual({
      db: "7 at b.env:1",
      web: "1 at compose.yaml:6",
    });
  });

  it("makes the included file no project of its own", () => {
    const files = {
      "app/compose.override.yaml": "services:\n  db: {deploy: {replicas: 2}}\n",
      "app/compose.yaml": "include: [../store/compose.yaml]\n",
      "store/compose.yaml": "services:\n  db: {image: db}\n",
    };
    const { workloads } = read(files);
    expect(workloads.map(({ replicas }) => brief(replicas))).toEqual([
      "2 at app/compose.override.yaml:2",
    ]);
    expect(workloads[0]!.conflicts).toEqual([]);
  });

  it.each([
    ["gone.yaml", "finds no Compose file `gone.yaml` in this commit"],
    ["../up.yaml", "is outside the repository"],
    ["/etc/compose.yaml", "is outside the repository"],
    ["https://shop.example/compose.yaml", "is fetched from elsewhere"],
    ["oci://shop.example/app", "is fetched from elsewhere"],
    ["compose.yaml", "leads back to itself"],
  ])("of %s is told", (path, message) => {
    const text = `include: ["${path}"]\nservices:\n  web: {image: x}\n`;
    const { workloads, diagnostics } = read({ "compose.yaml": text });
    expect(workloads.map(({ name }) => name)).toEqual(["web"]);
    expect(diagnostics).toMatchObject([
      { severity: "warning", code: "compose-project", file: "compose.yaml", line: 1 },
    ]);
    expect(diagnostics[0]?.message).toContain(message);
  });

  it.each([
    ["is too deep", (next: string) => `[${next}]`],
    ["reads more than 500 files", (next: string) => `[${next}, ./${next}]`],
  ])("that goes on and on %s", (message, include) => {
    const beside = Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [
        `f${i}.yaml`,
        `include: ${include(`f${i + 1}.yaml`)}\nservices: {s${i}: {image: x}}\n`,
      ]),
    );
    const { diagnostics } = read({ "compose.yaml": "include: [f0.yaml]\n" }, beside);
    expect(diagnostics.some((one) => one.message.includes(message))).toBe(true);
  });

  it("of each other leaves both files projects", () => {
    const files = {
      "compose.yaml": "include: [b.yaml]\nservices: {a: {image: x}}\n",
      "b.yaml": "include: [compose.yaml]\nservices: {b: {image: x}}\n",
    };
    expect(Object.keys(counts(files)).sort()).toEqual(["a", "b"]);
  });

  it("is laid under the file's own services, which may reset what it brings", () => {
    const text = (more: string) => `include: [store.yaml]\nservices:\n  db: {${more}}\n`;
    const beside = { "store.yaml": "services:\n  db: {image: db, scale: 3}\n" };
    const of = (more: string) => counts({ "compose.yaml": text(more) }, beside).db;
    expect(of("restart: always")).toBe("3 at store.yaml:2");
    expect(of("scale: 2")).toBe("2 at compose.yaml:3");
    expect(of("restart: always, scale: !reset null")).toBe("1 at store.yaml:2");
  });

  it("fills its env file with the variables of the project", () => {
    const beside = { "store.yaml": db, "s.env": "DB=$N", ".env": "N=8" };
    const text = "include: [{path: store.yaml, env_file: s.env}]\n";
    expect(counts({ "compose.yaml": text }, beside)).toEqual({ db: "8 at s.env:1" });
  });

  it("makes a Compose file only of one that is called so", () => {
    expect(
      companionPaths([{ path: "ci.yaml", text: "include: [a.yaml]\n" }], new Map(), new Map()),
    ).toEqual([]);
  });
});

describe("the project's `.env`", () => {
  const text = `services:\n  web:\n    image: web\n    scale: ${placeholder("N:-2")}\n`;

  it("fills in variables: the line that sets one decides", () => {
    expect(counts({ "a/compose.yaml": text })).toEqual({ web: "2 at a/compose.yaml:4" });
    const beside = { "a/.env": "# how many\nN=3\n", ".env": "N=9\n" };
    expect(counts({ "a/compose.yaml": text }, beside)).toEqual({ web: "3 at a/.env:2" });
  });

  it("activates profiles", () => {
    const waiting =
      "services:\n  web: {image: x, profiles: [debug, all]}\n  db: {image: y, profiles: [all]}\n";
    const names = (env: string) =>
      Object.keys(counts({ "compose.yaml": waiting }, { ".env": env }));
    expect(names("COMPOSE_PROFILES=debug, none")).toEqual(["web"]);
    expect(names("COMPOSE_PROFILES=*")).toEqual(["web", "db"]);
    expect(names("COMPOSE_PROFILES=")).toEqual([]);
  });

  it("is told where it cannot be read", () => {
    const { diagnostics } = read({ "compose.yaml": text }, { ".env": "N=1\nsome words\n" });
    expect(diagnostics).toMatchObject([{ code: "compose-project", file: ".env", line: 2 }]);
  });
});

describe("properties", () => {
  const replicas = fc.constantFrom("1", "3", "${N}", "${N:-2}", "${Z:-4}", "'5'");
  const service = fc.record(
    {
      image: fc.constant("x"),
      scale: replicas,
      deploy: fc.record({
        labels: fc.constant("[a=b]"),
        update_config: fc.constant("{parallelism: 2}"),
      }),
      environment: fc.constantFrom("[A=1, B]", "{A: 2}", "null"),
      depends_on: fc.constantFrom("[c]", "{c: {condition: service_healthy}}"),
    },
    { requiredKeys: ["image"] },
  );
  const services = fc.dictionary(fc.constantFrom("a", "b", "c"), service, { minKeys: 1 });
  type Services = typeof services extends fc.Arbitrary<infer T> ? T : never;
  const written = (all: Services, reverse = false, comment = "") => {
    const lines = (value: object, indent: string): string =>
      (reverse ? Object.entries(value).reverse() : Object.entries(value))
        .map(([key, one]) =>
          typeof one === "object"
            ? `${indent}${key}:${comment}\n${lines(one, `${indent}  `)}`
            : `${indent}${key}: ${one}${comment}\n`,
        )
        .join("");
    return `services:${comment}\n${lines(all, "  ")}`;
  };
  const facts = (files: Files) =>
    Object.fromEntries(
      read(files, { ".env": "N=7" }).workloads.map(
        ({ name, replicas: { count, problem }, disruption }) => [
          name,
          [count, problem, disruption.rollout?.amount],
        ],
      ),
    );

  it("the order of keys and comments change nothing", () => {
    const check = fc.property(services, services, (base, over) => {
      const plain = facts({
        "compose.yaml": written(base),
        "compose.override.yaml": written(over),
      });
      expect(
        facts({
          "compose.yaml": written(base, true, " # why"),
          "compose.override.yaml": written(over, true),
        }),
      ).toEqual(plain);
    });
    fc.assert(check, { seed: 52, numRuns: 60 });
  });

  it("an override that says nothing changes nothing", () => {
    const empty = fc.constantFrom("", "services: {}\n", "services:\n", "x-none: 1\n");
    const check = fc.property(services, empty, (base, nothing) => {
      const alone = facts({ "compose.yaml": written(base) });
      const names = Object.keys(base).map((name) => `  ${name}: {}\n`);
      for (const over of [nothing, `services:\n${names.join("")}`]) {
        const files = { "compose.yaml": written(base), "compose.override.yaml": over };
        expect(facts(files)).toEqual(alone);
      }
    });
    fc.assert(check, { seed: 53, numRuns: 40 });
  });

  it("a file laid over itself is that file", () => {
    const check = fc.property(services, (base) => {
      const text = written(base);
      const twice = { "compose.yaml": text, "compose.override.yaml": text };
      expect(facts(twice)).toEqual(facts({ "compose.yaml": text }));
    });
    fc.assert(check, { seed: 54, numRuns: 40 });
  });
});

describe("long variables in many places", () => {
  const LONG = `LONG=${"a".repeat(100_000)}\n`;
  const told = (compose: string, env: string) =>
    read({ "compose.yaml": compose }, { ".env": env }).diagnostics.map(({ message }) => message);

  it.each([
    ["filled in", `command: [${Array(180).fill("x$LONG").join(", ")}]`],
    ["named", `environment: [${Array(180).fill("LONG").join(", ")}]`],
  ])("end in a warning, and not in all of memory: %s", (_, line) => {
    const compose = `services:\n  web:\n    image: web\n    ${line}\n`;
    expect(told(compose, LONG)).toEqual([
      expect.stringMatching(/^variables write more than 16777216 characters into Compose files/),
    ]);
  });

  it("end the reading of an env file, with a warning", () => {
    const lines = Array.from({ length: 30 }, (_, i) => `V${i}=x$LONG\n`).join("");
    expect(told("services: { web: { image: web } }\n", LONG + lines)).toEqual([
      expect.stringMatching(/^with their variables filled in, the values of `\.env` come to more/),
    ]);
  });
});
