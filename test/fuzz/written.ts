import fc from "fast-check";

/** Plain data: what JSON can hold. */
export type Data =
  | null
  | boolean
  | number
  | string
  | readonly Data[]
  | { readonly [key: string]: Data | undefined };

/** How data is written as YAML, which says nothing about what it means. */
export type Style = {
  /** Turned over at every choice. */
  readonly dice: readonly number[];
  readonly form: "block" | "mixed" | "json";
  readonly lineEnd: "\n" | "\r\n";
  readonly mark: boolean;
  readonly comments: boolean;
  readonly shuffled: boolean;
};

export const style: fc.Arbitrary<Style> = fc.record({
  dice: fc.array(fc.nat({ max: 0xffff }), { minLength: 8, maxLength: 40 }),
  form: fc.constantFrom("block", "mixed", "json"),
  lineEnd: fc.constantFrom("\n", "\r\n"),
  mark: fc.boolean(),
  comments: fc.boolean(),
  shuffled: fc.boolean(),
});

export const PLAIN: Style = {
  dice: [0],
  form: "json",
  lineEnd: "\n",
  mark: false,
  comments: false,
  shuffled: false,
};

type Pen = { readonly style: Style; readonly roll: (sides: number) => number };

/** The data as a YAML document of that style. Keys change places only where `shuffled`; lists never do. */
export function written(data: Data, style: Style): string {
  const pen = { style, roll: roller(style.dice) };
  const lines =
    style.form === "json"
      ? JSON.stringify(ordered(data, pen), null, pen.roll(2) * 2).split("\n")
      : block(ordered(data, pen), pen);
  const remarked =
    style.comments && style.form !== "json"
      ? lines.flatMap((line) => (pen.roll(6) === 0 ? [comment(pen), line] : [line]))
      : lines;
  return `${style.mark ? "\ufeff" : ""}${remarked.join(style.lineEnd)}${style.lineEnd}`;
}

function roller(dice: readonly number[]): (sides: number) => number {
  let turn = 0;
  return (sides) => {
    const cast = dice[turn % dice.length]! + Math.floor(turn / dice.length) * 7;
    turn += 1;
    return cast % sides;
  };
}

const COMMENTS = ["# replicas: 9", "#", "# kind: Deployment", "# slo: 0% \u202e", "   # - a -> b"];

function comment(pen: Pen): string {
  return COMMENTS[pen.roll(COMMENTS.length)]!;
}

function isList(data: Data): data is readonly Data[] {
  return Array.isArray(data);
}

function ordered(data: Data, pen: Pen): Data {
  if (isList(data)) return data.map((one) => ordered(one, pen));
  if (typeof data !== "object" || data === null) return data;
  const entries = Object.entries(data).map(
    ([key, value]) => [key, ordered(value ?? null, pen)] as const,
  );
  if (pen.style.shuffled) {
    for (let at = entries.length - 1; at > 0; at--) {
      const other = pen.roll(at + 1);
      [entries[at], entries[other]] = [entries[other]!, entries[at]!];
    }
  }
  return Object.fromEntries(entries);
}

/** Lines without indentation of their own. */
function block(data: Data, pen: Pen): string[] {
  const flow = pen.style.form === "mixed" && pen.roll(3) === 0;
  if (typeof data !== "object" || data === null || flow || isEmpty(data))
    return [inline(data, pen)];
  if (isList(data)) {
    return data.flatMap((one) => {
      const [first = "", ...rest] = block(one, pen);
      return [`- ${first}`, ...rest.map((line) => `  ${line}`)];
    });
  }
  return Object.entries(data).flatMap(([key, value]) => {
    const lines = block(value ?? null, pen);
    const name = scalar(key, pen);
    const single =
      lines.length === 1 &&
      (typeof value !== "object" || value === null || /^[[{]/.test(lines[0]!));
    if (single) return [`${name}: ${lines[0]}`];
    const by = " ".repeat(1 + pen.roll(4));
    return [`${name}:`, ...lines.map((line) => by + line)];
  });
}

function isEmpty(data: object): boolean {
  return Object.keys(data).length === 0;
}

function inline(data: Data, pen: Pen): string {
  if (typeof data !== "object" || data === null) return scalar(data, pen);
  if (isList(data)) return `[${data.map((one) => inline(one, pen)).join(", ")}]`;
  const parts = Object.entries(data).map(
    ([key, value]) => `${scalar(key, pen)}: ${inline(value ?? null, pen)}`,
  );
  return `{ ${parts.join(", ")} }`;
}

/** Plain only where no dialect reads it as something else than text. */
const SAFE = /^(?!(?:y|n|yes|no|on|off|true|false|null)$)[a-z][a-z0-9/.-]*$/i;

function scalar(value: null | boolean | number | string, pen: Pen): string {
  if (typeof value !== "string") return JSON.stringify(value);
  const way = pen.roll(3);
  if (way === 0 && SAFE.test(value)) return value;
  if (way === 1 && !/[\p{Cc}\p{Cs}\ufeff]/u.test(value)) return `'${value.replaceAll("'", "''")}'`;
  return JSON.stringify(value);
}
