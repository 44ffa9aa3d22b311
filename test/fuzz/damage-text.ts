import fc from "fast-check";

/** One harm to a text. `at` and `size` are taken modulo what there is, so that any case shrinks well. */
export type TextDamage = {
  readonly kind: TextDamageKind;
  readonly at: number;
  readonly size: number;
};

type TextDamageKind = (typeof TEXT_DAMAGES)[number];

const TEXT_DAMAGES = [
  "flip", // one bit of one byte
  "cut", // truncation
  "drop", // of a part
  "double", // a part once more
  "insert", // one of TOKENS
  "value", // one of VALUES in place of a scalar
  "graft", // a part of another file
  "swap", // two lines
  "indent", // of one line
  "line ends",
  "tabs",
  "mark",
  "nest",
  "long",
  "aliases",
] as const;

export const textDamage: fc.Arbitrary<TextDamage> = fc.record({
  kind: fc.constantFrom(...TEXT_DAMAGES),
  at: fc.nat(),
  size: fc.nat(),
});

/** What breaks naive readers where it turns up: each is put in as it stands. */
const TOKENS = [
  "\t",
  "\0",
  "\ufeff",
  "\u202e",
  "\u2028",
  "\u0085",
  "\ud800",
  '"\\ud800"',
  "\r",
  "\n---\n",
  "\n...\n",
  "\n- ",
  "\n{}\n",
  ": ",
  " #",
  "%YAML 1.2\n---\n",
  "&a ",
  "*a ",
  "&a [*a]",
  "<<: *a\n",
  "<<: {a: 1}\n",
  "!!binary ",
  "!!set ",
  "!!js/function ",
  "? ",
  "? [a, b]\n: c\n",
  "|\n",
  ">-9\n",
  "'",
  '"',
  "[",
  "]",
  "{",
  "}",
  ",",
  "{{ .Values.replicas }}",
  "$" + "{REPLICAS:-1}",
  "\n__proto__: { polluted: true }\n",
  "\nconstructor: { prototype: { polluted: true } }\n",
  '"__proto__": {"polluted": true},',
  "\nreplicas: 3\n",
  "\nkind: Deployment\n",
  "::error file=a,line=1::injected\n",
  "</script><img src=x onerror=alert(1)>",
  "рayment", // the first letter is Cyrillic
  "ﬁle",
] as const;

/** Scalars of every kind that somebody may write where another was meant. */
const VALUES = [
  "0",
  "-1",
  "1e309",
  "-0",
  "1e-400",
  "99999999999999999999",
  "9007199254740993",
  "2.5",
  "0x7fffffff",
  "0o777",
  "0777",
  "1_000",
  ".inf",
  ".nan",
  "null",
  "~",
  "true",
  "no",
  "''",
  '"3"',
  "100%",
  "101%",
  "99.999999999999999%",
  "0%",
  "-5%",
  "1e2%",
  "NaN",
  "Infinity",
  "2026-02-30",
  "[]",
  "{}",
  "[[[]]]",
  "__proto__",
  "constructor",
  "toString",
  "a -> b",
  "a ~> a",
  "../../../etc/passwd",
  "/etc/passwd",
  "**/*",
  "{a,b}{c,d}{e,f}{1..99999}",
  "((((((((((a+)+)+)+)+)+",
  "'*'",
] as const;

/** The text with harm done to it; `other` is where grafts come from. Lone surrogates stay in. */
export function damageText(text: string, damage: TextDamage, other: string): string {
  const { at, size } = damage;
  const from = text.length === 0 ? 0 : at % (text.length + 1);
  const to = Math.min(text.length, from + 1 + (size % 200));
  const before = text.slice(0, from);
  switch (damage.kind) {
    case "flip":
      return flipped(text, at, size);
    case "cut":
      return before;
    case "drop":
      return before + text.slice(to);
    case "double":
      return before + text.slice(from, to).repeat(2 + (size % 3)) + text.slice(to);
    case "insert":
      return before + TOKENS[size % TOKENS.length] + text.slice(from);
    case "value":
      return withValue(text, at, VALUES[size % VALUES.length]!);
    case "graft": {
      const start = other.length === 0 ? 0 : size % other.length;
      return before + other.slice(start, start + 300) + text.slice(from);
    }
    case "swap":
      return swappedLines(text, at, size);
    case "indent":
      return indented(text, at, size % 4);
    case "line ends":
      return text.replaceAll("\n", size % 2 === 0 ? "\r\n" : "\r");
    case "tabs":
      return text.replaceAll("  ", "\t");
    case "mark":
      return `\ufeff${text}`;
    case "nest":
      return before + nest(size) + text.slice(from);
    case "long":
      return before + "x".repeat(1 + (size % 50_000)) + text.slice(from);
    case "aliases":
      return `${laughs(2 + (size % 9))}\n${text}`;
  }
}

/** One bit of one byte of its UTF-8: what is no UTF-8 any more is read as U+FFFD. */
function flipped(text: string, at: number, size: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length === 0) return text;
  bytes[at % bytes.length]! ^= 1 << (size % 8);
  return bytes.toString("utf8");
}

function withValue(text: string, at: number, value: string): string {
  const scalars = [...text.matchAll(/(?<=[:\-[,] +"?)[^\s"{}[\],#][^\n"{}[\],#]*/g)].slice(0, 5000);
  const scalar = scalars[at % scalars.length];
  if (scalar === undefined) return text + value;
  return text.slice(0, scalar.index) + value + text.slice(scalar.index + scalar[0].length);
}

function swappedLines(text: string, at: number, size: number): string {
  const lines = text.split("\n");
  const [a, b] = [at % lines.length, size % lines.length];
  const [one, other] = [lines[a]!, lines[b]!];
  lines[a] = other;
  lines[b] = one;
  return lines.join("\n");
}

function indented(text: string, at: number, by: number): string {
  const lines = text.split("\n");
  const row = at % lines.length;
  lines[row] = by === 0 ? lines[row]!.trimStart() : " ".repeat(by) + lines[row]!;
  return lines.join("\n");
}

function nest(size: number): string {
  const depth = 1 + (size % 3000);
  const forms = ["[", '{"a":', "- ", "{a: "] as const;
  return forms[size % forms.length]!.repeat(depth);
}

/** Anchors that stand for ten of the one before each: the billion laughs. */
function laughs(levels: number): string {
  const first = "l0: &l0 [x, x, x, x, x, x, x, x, x, x]";
  const rest = Array.from({ length: levels }, (_, i) => {
    const alias = Array.from({ length: 10 }, () => `*l${i}`).join(", ");
    return `l${i + 1}: &l${i + 1} [${alias}]`;
  });
  return [first, ...rest].join("\n");
}
