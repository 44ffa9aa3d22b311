import { describe, expect, it } from "vitest";
import { lines, loadFiles } from "./support.ts";

const base = `version: 1
manifests: [deploy/*.yaml]
defaults: { replicaAvailability: 99% }
services:
  cart: { replicas: 3, quorum: majority }
  cache: { replicas: 2 }
dependencies:
  - web -> cart
endpoints:
  GET /cart: { entry: web, slo: 99%, needs: [cart] }
gate: { maxDrop: 0.1%, preexisting: fail }
`;

const child = `version: 1
extends: ../availability.yaml
manifests: [prod.yaml, ../compose.yaml]
services:
  cart: { replicas: 5 }
  cache: { replicas: null, external: 99.9% }
dependencies:
  - web -> cache
endpoints:
  GET /cart: { slo: 99.9% }
  GET /: { entry: web }
gate: { maxDrop: null }
`;

describe("extends", () => {
  it("merges domains, placement and faults by key, and puts the base's incidents first", async () => {
    const { spec, diagnostics } = await loadFiles({
      "availability.yaml": `extends: base.yaml
defaults: { placement: { rack: packed } }
domains: { zone: { availability: { b: 98% } }, mesh: null, rack: { members: [r], availability: 99% } }
services: { web: { placement: { zone: [b] } }, pay: { placement: null } }
faults: { both: { worstOf: zone }, gone: null }
incidents: [{ probability: 2%, down: [rack] }]
`,
      "base.yaml": `version: 1
dependencies: [web -> pay]
defaults: { placement: { zone: spread } }
domains: { zone: { members: [a, b], availability: { a: 99%, b: 99% } }, mesh: { availability: 99% } }
services: { web: { placement: { zone: [a], rack: [r] } }, pay: { placement: { zone: packed } } }
faults: { both: { down: [web] }, gone: { down: [mesh] } }
incidents: [{ probability: 1%, down: [zone] }]
endpoints: { e: { entry: web } }
`,
    });
    expect(lines(diagnostics)).toEqual([]);
    expect([...spec!.defaults.placement!.keys()]).toEqual(["zone", "rack"]);
    expect([...spec!.domains.keys()]).toEqual(["zone", "rack"]);
    expect(spec!.domains.get("zone")?.states).toMatchObject([
      { name: "zone/a", up: { p: 0.99 }, place: { file: "base.yaml" } },
      { name: "zone/b", up: { p: 0.98 }, place: { file: "availability.yaml" } },
    ]);
    expect(spec!.services.get("web")?.placement?.get("zone")?.on).toMatchObject([{ value: "b" }]);
    expect([...spec!.services.get("web")!.placement!.keys()]).toEqual(["zone", "rack"]);
    expect(spec!.services.get("pay")?.placement).toBeNull();
    expect([...spec!.faults.values()]).toMatchObject([
      { name: "both", down: [{ value: "web" }], worstOf: { value: "zone" } },
    ]);
    expect(spec!.incidents).toMatchObject([
      { probability: { p: 0.01 }, place: { file: "base.yaml" } },
      { probability: { p: 0.02 }, place: { file: "availability.yaml" } },
    ]);
  });

  it("merges maps by key, puts the base's lists first and lets null remove", async () => {
    const files = { "availability.yaml": base, "envs/prod.yaml": child };
    const { spec, diagnostics, files: read } = await loadFiles(files, "envs/prod.yaml");
    expect(diagnostics).toEqual([]);
    expect(read).toEqual(["envs/prod.yaml", "availability.yaml"]);
    expect(spec).toMatchObject({
      path: "envs/prod.yaml",
      files: read,
      manifests: [
        { pattern: "deploy/*.yaml", folder: "" },
        { pattern: "prod.yaml", folder: "envs" },
        { pattern: "../compose.yaml", folder: "envs" },
      ],
      defaults: { replicaAvailability: { value: { p: 0.99 } } },
      dependencies: [
        { name: "web -> cart", place: { file: "availability.yaml", line: 8 } },
        { name: "web -> cache", place: { file: "envs/prod.yaml", line: 8 } },
      ],
      gate: { maxDrop: null, preexisting: "fail" },
    });
    expect(spec?.services.get("cart")).toMatchObject({
      replicas: { value: 5, place: { file: "envs/prod.yaml", line: 5 } },
      quorum: { value: "majority", place: { file: "availability.yaml", line: 5 } },
    });
    expect(spec?.services.get("cache")).toMatchObject({
      replicas: null,
      external: { value: { q: 0.001 } },
    });
    expect([...spec!.endpoints.keys()]).toEqual(["GET /cart", "GET /"]);
    expect(spec?.endpoints.get("GET /cart")).toMatchObject({
      entry: { value: "web", place: { file: "availability.yaml", line: 10 } },
      slo: { value: { p: 0.999 }, place: { file: "envs/prod.yaml", line: 10 } },
    });
  });

  it("does not let null empty a section, nor remove what is not there", async () => {
    const text = "version: 1\nextends: base.yaml\ngate:\nservices: { crat: null }\n";
    const { diagnostics } = await loadFiles({ "availability.yaml": text, "base.yaml": base });
    expect(lines(diagnostics)).toEqual([
      "3:1 error invalid-value: `gate` is empty; write a value or remove it",
      "4:13 warning unused-service: service `crat` is in no dependency and no entry, so it changes no figure; did you mean `cart`?",
      "4:19 error invalid-value: `crat` is empty; write a value or remove it",
    ]);
  });

  it("checks what is laid over its base as a spec of its own", async () => {
    const files = {
      "availability.yaml": "extends: base.yaml\n",
      "base.yaml": "services: { web: {} }\n",
    };
    expect(lines((await loadFiles(files)).diagnostics)).toEqual([
      "1:1 error missing-key: the spec has no `version`; add it",
      "1:1 error missing-key: the spec has no `endpoints`; add it",
    ]);
  });

  it("tells errors of both files, in their own places", async () => {
    const files = {
      "availability.yaml":
        "version: 1\nextends: b/base.yaml\nendpoints: { e: { entry: web, slo: 2 } }\n",
      "b/base.yaml": "version: 2\nwat: 1\n",
    };
    expect(lines((await loadFiles(files)).diagnostics)).toEqual([
      "3:36 error invalid-value: `slo: 2` is above 1; did you mean 2%?",
      "b/base.yaml:1:10 error invalid-value: `version: 2` must be `1`",
      "b/base.yaml:2:1 error unknown-key: unknown key `wat`; known here: version, extends, manifests, defaults, domains, services, dependencies, faults, incidents, endpoints, gate",
    ]);
  });

  it.each([
    [
      "extends: gone.yaml",
      "2:10 error missing-spec: there is no readable file `gone.yaml`; correct `extends` or add the file",
    ],
    [
      "extends: ../../etc/passwd",
      "2:10 error bad-extends: `extends: ../../etc/passwd` leaves the repository; name a file inside it",
    ],
    [
      "extends: /etc/passwd",
      "2:10 error bad-extends: `extends: /etc/passwd` leaves the repository; name a file inside it",
    ],
    ["extends: [a, b]", "2:10 error bad-extends: `extends` must be the path of one spec"],
    [
      "extends: ./availability.yaml",
      "2:10 error bad-extends: `availability.yaml` extends `availability.yaml`, a cycle; remove one `extends`",
    ],
    [
      "extends: a.yaml",
      "a.yaml:1:10 error bad-extends: `availability.yaml` extends `a.yaml` extends `availability.yaml`, a cycle; remove one `extends`",
    ],
  ])("refuses %s", async (line, expected) => {
    const files = {
      "availability.yaml": `version: 1\n${line}\n`,
      "a.yaml": "extends: availability.yaml\n",
    };
    const { spec, diagnostics } = await loadFiles(files);
    expect(spec).toBeNull();
    expect(lines(diagnostics)).toEqual([expected]);
  });

  it("follows ten levels and no more", async () => {
    const chain = (levels: number): Record<string, string> => ({
      "availability.yaml": "extends: 1.yaml\n",
      ...Object.fromEntries(
        Array.from({ length: levels }, (_, i) => [
          `${i + 1}.yaml`,
          i + 1 === levels ? base : `extends: ${i + 2}.yaml\n`,
        ]),
      ),
    });
    expect((await loadFiles(chain(10))).spec).not.toBeNull();
    expect(lines((await loadFiles(chain(11))).diagnostics)).toEqual([
      "10.yaml:1:10 error bad-extends: `availability.yaml` extends more than 10 specs in a row; extend fewer",
    ]);
  });

  it("refuses globs outside the repository", async () => {
    const { diagnostics } = await loadFiles({
      "availability.yaml": base.replace("deploy/*.yaml", "../x.yaml"),
    });
    expect(lines(diagnostics)).toEqual([
      "2:13 error bad-path: `../x.yaml` leaves the repository; name files inside it",
    ]);
  });

  it("refuses globs that could match in too many ways", async () => {
    const { diagnostics } = await loadFiles({
      "availability.yaml": base.replace("deploy/*.yaml", "deploy/*a*a*a*.yaml"),
    });
    expect(lines(diagnostics)).toEqual([
      "2:13 error bad-glob: `deploy/*a*a*a*.yaml` has too many `*`; split it into several patterns",
    ]);
  });
});
