import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");

type Locked = {
  readonly packages: Readonly<
    Record<string, { readonly integrity?: string; readonly resolved?: string }>
  >;
};

type Bom = {
  readonly components: readonly {
    readonly name: string;
    readonly version: string;
    readonly hashes?: readonly { readonly alg: string }[];
    readonly purl: string;
  }[];
};

const read = (name: string): string => readFileSync(join(root, name), "utf8");

function bill(): string {
  const ended = spawnSync(process.execPath, ["scripts/sbom.mjs"], {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, SOURCE_DATE_EPOCH: "1767225600" },
  });
  expect(ended).toMatchObject({ status: 0, stderr: "" });
  return ended.stdout;
}

describe("what the project takes from others", () => {
  it("is of one version, named to the last digit, and checked by its digest", () => {
    const { dependencies, devDependencies } = JSON.parse(read("package.json"));
    const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(String(version)),
    );
    expect(loose).toEqual([]);
    const { packages }: Locked = JSON.parse(read("package-lock.json"));
    const unchecked = Object.entries(packages).filter(
      ([path, { integrity }]) => path !== "" && !integrity?.startsWith("sha512-"),
    );
    expect(unchecked.map(([path]) => path)).toEqual([]);
    expect(Object.values(packages).filter(({ resolved }) => resolved !== undefined)).toEqual([]);
  });

  it("stands in the bill of materials: all that is in dist/, no tool, the same to the byte", () => {
    const text = bill();
    expect(bill()).toBe(text);
    const { components }: Bom = JSON.parse(text);
    const billed = components.map(({ name, version }) => `${name} ${version}`);
    const headings = [...read("dist/licenses.txt").matchAll(/(?:^|\n---\n\n)(\S+ \S+) \(/g)];
    expect(headings.length).toBeGreaterThan(30);
    expect(headings.map(([, one]) => one).filter((one) => !billed.includes(one ?? ""))).toEqual([]);
    expect(billed.filter((one) => /^(?:vitest|typescript|esbuild|fast-check) /.test(one))).toEqual(
      [],
    );
    for (const { hashes, purl } of components) {
      expect(hashes?.map(({ alg }) => alg)).toEqual(["SHA-512"]);
      expect(purl).toMatch(/^pkg:npm\//);
    }
  });
});
