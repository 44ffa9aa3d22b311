import { diagnostic } from "../yaml/diagnostic.ts";
import { entriesOf, itemsOf, type SpecEntry, type SpecNode } from "./document.ts";
import type { Report } from "./figures.ts";
import { quote } from "./wording.ts";

/** Keys of the format that no figure takes account of yet, by where they stand. */
const unsupported = { dependency: ["evidence"], service: ["evidence"] } as const;

/** Refuse what the format has and the figures would leave out: never ignore what a person wrote. */
export function refuseUnsupported(root: SpecNode, report: Report): void {
  const refuse = (node: SpecNode | undefined, kind: keyof typeof unsupported): void => {
    for (const key of unsupported[kind]) {
      const entry = entriesOf(node).get(key);
      if (entry !== undefined) report(refusal(entry));
    }
  };
  const spec = entriesOf(root);
  for (const service of entriesOf(spec.get("services")?.value).values()) {
    refuse(service.value, "service");
  }
  for (const line of itemsOf(spec.get("dependencies")?.value)) {
    for (const details of entriesOf(line).values()) refuse(details.value, "dependency");
  }
}

function refusal({ key, keyPlace }: SpecEntry) {
  return diagnostic(
    "error",
    "not-supported-yet",
    `${quote(key)} is not supported yet; remove it`,
    keyPlace,
  );
}
