import { type Diagnostic, diagnostic, type Place } from "../yaml/diagnostic.ts";
import { resolveScalar } from "../yaml/scalar.ts";
import { entriesOf, type SpecNode, type SpecScalar } from "./document.ts";
import { figureProblem, isFigureKind } from "./figures.ts";
import { nameProblem, parsePair, serviceNameProblem, withRemedy } from "./names.ts";
import { locate, type Spot } from "./spot.ts";
import type { SchemaError } from "./validate-spec.generated.js";
import { alternatives, didYouMean, quote } from "./wording.ts";

/** One clear line for each place that the schema finds fault with. */
export function explainSchemaErrors(
  root: SpecNode,
  errors: readonly SchemaError[],
): readonly Diagnostic[] {
  const found = new Map<string, Diagnostic>();
  for (const error of errors) {
    if (error.keyword === "if") continue;
    const spot = locate(root, error.instancePath);
    // A fault of a key is told with the key, by `propertyNames`.
    const aboutKey = spot.node.kind === "map" && /^(?:pattern|maxLength)$/.test(error.keyword);
    if (aboutKey) continue;
    const told = explain(error, spot);
    const at = `${told.file}:${told.line}:${told.column}:${told.code}`;
    const key = told.code === "missing-key" ? `${at}:${told.message}` : at;
    if (!found.has(key)) found.set(key, told);
  }
  return [...found.values()];
}

function explain({ keyword, params }: SchemaError, spot: Spot): Diagnostic {
  const subject = spot.key === "" ? "the spec" : quote(spot.key);
  const text = (name: string): string => String(params[name]);
  switch (keyword) {
    case "additionalProperties":
      return unknownKey(text("additionalProperty"), spot);
    case "propertyNames":
      return badKey(text("propertyName"), spot);
    case "required": {
      const message = `${subject} has no ${quote(text("missingProperty"))}; add it`;
      return diagnostic("error", "missing-key", message, spot.keyPlace);
    }
    case "dependentRequired": {
      const message = `${quote(text("property"))} needs ${quote(text("missingProperty"))} beside it; add it`;
      return diagnostic("error", "missing-key", message, spot.node.place);
    }
    default:
      return badValue(keyword, params, spot);
  }
}

function unknownKey(key: string, { node, key: owner, schemas }: Spot): Diagnostic {
  const known = schemas.flatMap((one) => Object.keys(one.properties ?? {}));
  const where = owner === "" ? "" : ` in ${quote(owner)}`;
  const remedy = didYouMean(key, known) || `; known here: ${known.join(", ")}`;
  const place = entriesOf(node).get(key)?.keyPlace ?? node.place;
  return diagnostic("error", "unknown-key", `unknown key ${quote(key)}${where}${remedy}`, place);
}

function badKey(key: string, { node, definitions }: Spot): Diagnostic {
  const place = entriesOf(node).get(key)?.keyPlace ?? node.place;
  if (definitions.includes("dependency")) return badDependency(key, place);
  const problem = nameProblem(key) ?? serviceNameProblem(key) ?? "is not allowed";
  return diagnostic(
    "error",
    "invalid-name",
    `the name ${quote(key)} ${problem}; choose another`,
    place,
  );
}

function badDependency(text: string, place: Place): Diagnostic {
  const pair = parsePair(text);
  const problem = "problem" in pair ? pair.problem : "is not a dependency";
  return diagnostic("error", "invalid-dependency", `${quote(text)} ${problem}`, place);
}

function badValue(keyword: string, params: SchemaError["params"], spot: Spot): Diagnostic {
  const { node, definitions } = spot;
  const isLine = definitions.includes("dependency") || definitions.includes("dependencyLine");
  return keyword === "pattern" && node.kind === "scalar" && isLine
    ? badDependency(node.text, node.place)
    : diagnostic("error", "invalid-value", wrongValue(keyword, params, spot), node.place);
}

function wrongValue(keyword: string, params: SchemaError["params"], spot: Spot): string {
  const { node, key, isItem, definitions } = spot;
  if (node.kind === "scalar") {
    if (node.value === null) return `${quote(key)} is empty; write a value or remove it`;
    for (const definition of definitions) {
      const problem = isFigureKind(definition) ? figureProblem(definition, key, node) : null;
      if (problem !== null) return problem;
    }
  }
  const demanded = demand(keyword, params, spot);
  // The list itself is one already: "must be a map" would be read of all of it.
  if (isItem && keyword === "type" && (node.kind !== "scalar" || params.type === "object")) {
    return `an item of ${quote(key)} ${demanded}`;
  }
  const written = node.kind === "scalar" ? quote(`${key}: ${asWritten(node)}`) : quote(key);
  return `${written} ${demanded}`;
}

/** A text that would be a number or a boolean without its quotes is shown with them: they are what is wrong. */
function asWritten({ value, text }: SpecScalar): string {
  const isQuoted =
    typeof value === "string" && typeof resolveScalar(text, true, "", "spec") !== "string";
  return isQuoted ? `"${text}"` : text;
}

/** What a value must be, as the end of a sentence. */
function demand(keyword: string, params: SchemaError["params"], spot: Spot): string {
  const limit = String(params.limit);
  switch (keyword) {
    case "type":
      return `must be ${typeDemand(params, spot)}`;
    case "const":
      return `must be ${quote(String(params.allowedValue))}`;
    case "enum":
      return `must be ${alternatives([params.allowedValues].flat().map((value) => quote(String(value))))}`;
    case "minimum":
      return `must be at least ${limit}`;
    case "maximum":
      return `must be at most ${limit}`;
    case "exclusiveMinimum":
      return `must be more than ${limit}`;
    case "exclusiveMaximum":
      return `must be less than ${limit}`;
    case "minLength":
    case "minItems":
    case "minProperties":
      return "must not be empty";
    case "maxLength":
      return `must be no longer than ${limit} characters`;
    case "maxItems":
      return `must have no more than ${limit} items`;
    case "maxProperties":
      return "must have one key only; begin each item with a dash of its own";
    case "uniqueItems":
      return "must not name anything twice";
    default:
      return patternDemand(spot);
  }
}

function typeDemand(params: SchemaError["params"], { node, definitions }: Spot): string {
  if (definitions.some(isFigureKind)) return "a number or a percentage";
  if (definitions.includes("duration")) return "a duration, such as 200ms";
  const types = [params.type].flat().map((type) => typeWords[String(type)] ?? "");
  const remedy = params.type === "string" && node.kind === "scalar" ? "; put it in quotes" : "";
  return `${alternatives(types)}${remedy}`;
}

function patternDemand({ node, key, definitions }: Spot): string {
  const text = node.kind === "scalar" ? node.text : "";
  for (const definition of definitions) {
    switch (definition) {
      case "name":
        return withRemedy(nameProblem(text) ?? "is not a name");
      case "serviceName":
        return withRemedy(serviceNameProblem(text) ?? "is not the name of a service");
      case "path":
      case "manifest":
        return "must be a path relative to this file, with forward slashes";
      case "positions":
        return "must be `spread`, `packed` or a list of members";
      case "duration":
        return "must be a duration, such as 200ms";
    }
  }
  return `must be ${patternWords[key] ?? "written otherwise"}`;
}

const typeWords: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  object: "a map",
  array: "a list",
};

/** For patterns that stand at one key only. */
const patternWords: Readonly<Record<string, string>> = {
  workload: "`Kind/name` or `Kind/namespace/name`",
  quorum: "a whole number or `majority`",
  covers: "`all` or a list of dependencies",
  rollout: "`each` or a list of services",
  drain: "`each` or a list of services",
  until: "a date, such as 2026-11-01",
};
