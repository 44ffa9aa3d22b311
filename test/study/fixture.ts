import { existsSync, readdirSync, readFileSync } from "node:fs";
import { estimateEndpoint } from "../../src/availability/evaluate.ts";
import { readDeployment } from "../../src/deployment/read.ts";
import { buildModel } from "../../src/model/build.ts";
import { loadSpec } from "../../src/model/load.ts";
import type { Model } from "../../src/model/model.ts";
import { lines } from "../model/support.ts";

/** Where the published data lies, beside the project; absent in most checkouts. */
export const REFERENCE = new URL("../../../shared/reference/", import.meta.url);
export const REALWORLD = new URL("../../../shared/realworld/", import.meta.url);
export const absent = (folder: URL): string =>
  existsSync(folder) ? "" : " (skipped: ../shared is absent)";

const FIXTURES = new URL("../../fixtures/", import.meta.url);

/** The files of a fixture, by their names. */
export function fixture(name: string): Readonly<Record<string, string>> {
  const folder = new URL(`${name}/`, FIXTURES);
  const names = readdirSync(folder);
  return Object.fromEntries(names.map((one) => [one, readFileSync(new URL(one, folder), "utf8")]));
}

/** The model of a spec among files, with all manifests among them; it must be without a warning. */
export async function modelOf(
  files: Readonly<Record<string, string>>,
  path = "availability.yaml",
): Promise<Model> {
  const { spec, diagnostics } = await loadSpec(path, async (one) => files[one] ?? null);
  if (spec === null) throw new Error(lines(diagnostics).join("\n"));
  const manifests = Object.entries(files).filter(([name]) => name.startsWith("compose"));
  const deployment = readDeployment(manifests.map(([name, text]) => ({ path: name, text })));
  const built = buildModel(spec, deployment, { matchedAtBase: null, carriedFrom: null });
  const told = [...diagnostics, ...deployment.diagnostics, ...built.diagnostics];
  if (built.model === null || told.some(({ severity }) => severity !== "notice")) {
    throw new Error(lines(told).join("\n"));
  }
  return built.model;
}

/** What the engine says of an endpoint, in the steady state or under the fault of a name. Must be exact. */
export function availabilityOf(model: Model, endpoint: string, fault: string | null): number {
  const found = model.endpoints.find(({ name }) => name === endpoint);
  const under = model.faults.find(({ name }) => name === fault) ?? null;
  if (found === undefined || (fault !== null && under === null)) {
    throw new Error(`no endpoint ${endpoint}, or no fault ${fault}`);
  }
  const subject = { model, endpoint: found, fault: under };
  const { estimate } = estimateEndpoint(subject, { samples: 1, seed: 1, alpha: 0.05 }, []);
  if (estimate.method !== "exact") throw new Error(`${endpoint} is ${estimate.method}`);
  return estimate.availability;
}

/** The calls that a caller waits for, by the names of services. */
export function blockingCalls(model: Model): readonly (readonly [string, string])[] {
  const nameOf = (service: number): string => model.services[service]!.name;
  return model.dependencies
    .filter(({ mode }) => mode === "sync")
    .map(({ from, to }) => [nameOf(from), nameOf(to)]);
}

/** The cells of the table in docs/earlier-studies.md whose header begins so. */
export function documentedRows(header: string): readonly (readonly string[])[] {
  const page = readFileSync(new URL("../../docs/earlier-studies.md", import.meta.url), "utf8");
  const [, table = ""] = page.split(`\n${header}`);
  const [rows = ""] = table.split("\n\n");
  return rows
    .split("\n")
    .slice(2)
    .map((row) =>
      row
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim()),
    );
}
