import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "..");
const src = join(root, "src");

/** What each room may import besides itself; `types` means `import type` only. */
const everyRoom = {
  numbers: "all",
  yaml: "all",
  model: "all",
  deployment: "all",
  availability: "all",
  gate: "all",
} as const;
const rooms: Record<string, Record<string, "all" | "types">> = {
  numbers: {},
  yaml: {},
  model: { yaml: "all", deployment: "types", numbers: "all" },
  deployment: { yaml: "all" },
  repository: {},
  availability: { model: "types", numbers: "all" },
  traces: { model: "types", yaml: "all", numbers: "all" },
  gate: { model: "all", availability: "all", numbers: "all", yaml: "types" },
  report: { gate: "types", availability: "all", model: "types", yaml: "types" },
  page: { report: "all", gate: "all", model: "all", availability: "all" },
  github: { gate: "all", report: "all", repository: "types", yaml: "types" },
  flow: { ...everyRoom, traces: "all", draft: "all", repository: "all" },
  draft: { yaml: "all", model: "all", deployment: "all", traces: "all", numbers: "all" },
  study: { model: "all", availability: "all", yaml: "all", traces: "all", numbers: "all" },
  cli: {
    ...everyRoom,
    traces: "all",
    draft: "all",
    repository: "all",
    report: "all",
    flow: "all",
    study: "all",
  },
  action: { ...everyRoom, repository: "all", report: "all", github: "all", flow: "all" },
};

type Import = { file: string; room: string; target: string; types: boolean };

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join(folder, name));
}

function importsOf(file: string): Import[] {
  const text = readFileSync(file, "utf8");
  const pattern = /^(?:import|export)\s+(type\s+)?[^;]*?from\s+"(\.[^"]+)"|import\("(\.[^"]+)"\)/gm;
  return [...text.matchAll(pattern)].map((match) => ({
    file: relative(root, file),
    room: roomOf(file),
    target: roomOf(resolve(dirname(file), match[2] ?? match[3] ?? "")),
    types: match[1] !== undefined,
  }));
}

function roomOf(file: string): string {
  const parts = relative(src, file).split(sep);
  return parts.length > 1 ? (parts[0] ?? "") : "";
}

describe("the house", () => {
  const imports = sources(src).flatMap(importsOf);

  it("has every room in the table", () => {
    const found = new Set(sources(src).map(roomOf).filter(Boolean));
    expect([...found].filter((room) => !Object.hasOwn(rooms, room))).toEqual([]);
  });

  it("lets each room import only what the table allows", () => {
    const broken = imports.filter(({ room, target, types }) => {
      if (room === "" || room === target) return false;
      const allowed = rooms[room]?.[target];
      return allowed !== "all" && !(allowed === "types" && types);
    });
    expect(broken).toEqual([]);
  });

  it("keeps `github` out of the command line", () => {
    const reachable = new Set<string>();
    const queue = [join(src, "cli.ts")];
    for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
      if (reachable.has(file)) continue;
      reachable.add(file);
      const text = readFileSync(file, "utf8");
      for (const match of text.matchAll(/(?:from\s+|import\()"(\.[^"]+\.ts)"/g)) {
        queue.push(resolve(dirname(file), match[1] ?? ""));
      }
    }
    expect([...reachable].filter((file) => roomOf(file) === "github")).toEqual([]);
  });

  it("has no default export", () => {
    const files = sources(src).filter((file) =>
      /^export default /m.test(readFileSync(file, "utf8")),
    );
    expect(files).toEqual([]);
  });

  it("reads argv, INPUT_* and GITHUB_* in the entries only", () => {
    const readers = sources(src).filter((file) =>
      /process\.argv|process\.env|getInput\(/.test(readFileSync(file, "utf8")),
    );
    const allowed = ["src/action.ts", "src/cli.ts", "src/repository/"];
    const others = readers
      .map((file) => relative(root, file))
      .filter((file) => !allowed.some((one) => file.startsWith(one)));
    expect(others).toEqual([]);
  });
});
