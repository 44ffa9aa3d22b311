import { asSequence, asText, lookup } from "../yaml/access.ts";
import type { YamlNode } from "../yaml/node.ts";
import { type Findings, placeIn } from "./definition.ts";

/**
 * Add the ConfigMaps that a kustomization makes of literals (kustomize, "configMapGenerator"); those that it
 * makes of files take kustomize to be seen.
 */
export function readGenerators(document: YamlNode, file: string, findings: Findings): void {
  for (const one of asSequence(lookup(document, "configMapGenerator"))?.items ?? []) {
    const name = asText(lookup(one, "name"));
    if (name === null) continue;
    const literals = asSequence(lookup(one, "literals"))?.items ?? [];
    const entries = literals.flatMap((literal) => {
      const [, key = "", value = ""] = /^([^=]+)=(.*)$/s.exec(asText(literal) ?? "") ?? [];
      // As kustomize does: one pair of quotes around a value is not part of it.
      const text = value.replace(/^(["'])(.*)\1$/s, "$2");
      return key === "" ? [] : [{ key, text, place: placeIn(file, literal.at) }];
    });
    const namespace = asText(lookup(one, "namespace")) ?? asText(lookup(document, "namespace"));
    findings.configs.push({ namespace: namespace || null, name, entries });
  }
}
