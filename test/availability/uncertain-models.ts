import { builtModel } from "../model/support.ts";

/** Of a service or call: what was observed. */
export const seen = (good: number, total: number) => `evidence: { good: ${good}, total: ${total} }`;

/** A spec of which no service fails but for what is said. */
export const spec = (lines: string, services = "", more = "", endpoint = "entry: web") =>
  builtModel(
    `version: 1\ndefaults: { replicaAvailability: 100% }\ndependencies: [${lines}]\nservices: { ${services} }\n${more}endpoints: { e: { ${endpoint} } }\n`,
  );
