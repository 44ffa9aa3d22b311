/**
 * How plain scalars are read. `spec`: YAML 1.2 core. `kubernetes`: as kubectl does (go-yaml v2, YAML 1.1
 * without `y` and `n`). `compose`: as Compose does (yaml.v3).
 */
export type Dialect = "spec" | "kubernetes" | "compose";

type ScalarValue = string | number | boolean | null;

const NULLS = new Set(["", "~", "null", "Null", "NULL"]);
const CORE_BOOLEANS = new Map([
  ["true", true],
  ["True", true],
  ["TRUE", true],
  ["false", false],
  ["False", false],
  ["FALSE", false],
]);
const WORD_BOOLEANS = new Map([
  ...CORE_BOOLEANS,
  ["yes", true],
  ["Yes", true],
  ["YES", true],
  ["on", true],
  ["On", true],
  ["ON", true],
  ["no", false],
  ["No", false],
  ["NO", false],
  ["off", false],
  ["Off", false],
  ["OFF", false],
]);
const INFINITIES = new Map([
  [".inf", Number.POSITIVE_INFINITY],
  [".Inf", Number.POSITIVE_INFINITY],
  [".INF", Number.POSITIVE_INFINITY],
  ["+.inf", Number.POSITIVE_INFINITY],
  ["+.Inf", Number.POSITIVE_INFINITY],
  ["+.INF", Number.POSITIVE_INFINITY],
  ["-.inf", Number.NEGATIVE_INFINITY],
  ["-.Inf", Number.NEGATIVE_INFINITY],
  ["-.INF", Number.NEGATIVE_INFINITY],
  [".nan", Number.NaN],
  [".NaN", Number.NaN],
  [".NAN", Number.NaN],
]);
const FLOAT = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
const CORE_INTEGER = /^(?:0o[0-7]+|0x[0-9a-fA-F]+|[-+]?[0-9]+)$/;
const GO_INTEGER = /^[-+]?(?:0[xX][0-9a-fA-F]+|0[oO]?[0-7]+|0[bB][01]+|0|[1-9][0-9]*)$/;
const GO_LEADING_OCTAL = /^0[oO]?(?=[0-7])/;

const TAG_PREFIX = "tag:yaml.org,2002:";

/**
 * The value of a scalar. `tag` is the tag as written (`!!str`, `!<tag:…>`, `!Ref`), or `""`; a quoted or
 * block scalar without a tag is a string. A tag that is not one of YAML's own leaves the text a string.
 */
export function resolveScalar(
  text: string,
  plain: boolean,
  tag: string,
  dialect: Dialect,
): ScalarValue {
  if (tag === "") return plain ? resolvePlain(text, dialect) : text;
  const value = resolvePlain(text, dialect);
  switch (shortTag(tag)) {
    case "int":
    case "float":
      return typeof value === "number" ? value : text;
    case "bool":
      return typeof value === "boolean" ? value : text;
    case "null":
      return value === null ? null : text;
    default:
      return text;
  }
}

/** `str` for `!!str` and `!<tag:yaml.org,2002:str>`; other tags as they are. */
export function shortTag(tag: string): string {
  if (tag.startsWith("!!")) return tag.slice(2);
  if (tag.startsWith(`!<${TAG_PREFIX}`)) return tag.slice(2 + TAG_PREFIX.length, -1);
  return tag;
}

function resolvePlain(text: string, dialect: Dialect): ScalarValue {
  if (NULLS.has(text)) return null;
  const first = text.charCodeAt(0);
  const numeric = (first >= 48 && first <= 57) || first === 43 || first === 45 || first === 46;
  if (numeric) {
    return INFINITIES.get(text) ?? (dialect === "spec" ? coreNumber(text) : goNumber(text)) ?? text;
  }
  return (dialect === "kubernetes" ? WORD_BOOLEANS : CORE_BOOLEANS).get(text) ?? text;
}

/** YAML 1.2, section 10.3.2. */
function coreNumber(text: string): number | null {
  if (CORE_INTEGER.test(text) || FLOAT.test(text)) return Number(text);
  return null;
}

/** go-yaml, `resolve.go`: underscores are dropped, a leading zero means octal, then floats. */
function goNumber(text: string): number | null {
  const digits = text.includes("_") ? text.replaceAll("_", "") : text;
  if (GO_INTEGER.test(digits)) {
    const negative = digits.startsWith("-");
    const unsigned = digits.replace(/^[-+]/, "").replace(GO_LEADING_OCTAL, "0o");
    return negative ? -Number(unsigned) : Number(unsigned);
  }
  return FLOAT.test(digits) ? Number(digits) : null;
}
