/** A name that the repository chose: set apart from our own words in every format. */
export type Name = { readonly name: string };

/** One line for people, before it is dressed for a format. */
export type Phrase = readonly (string | Name)[];

export function name(text: string): Name {
  return { name: text };
}

/** A phrase from a template: names and phrases stay apart, numbers and strings become words. */
export function say(
  words: TemplateStringsArray,
  ...values: readonly (string | number | Name | Phrase)[]
): Phrase {
  return words.flatMap((word, i) => {
    const value = values[i];
    if (value === undefined) return [word];
    if (typeof value === "string" || typeof value === "number") return [word, String(value)];
    return "name" in value ? [word, value] : [word, ...value];
  });
}

/**
 * A message in which names stand between backticks. A name with backticks of its own may part the
 * message wrongly; that is harmless, for both kinds of piece are escaped.
 */
export function phraseOf(message: string): Phrase {
  const pieces = message.split("`");
  return pieces.map((piece, i) => {
    if (i % 2 === 0) return piece;
    return i === pieces.length - 1 ? `\`${piece}` : { name: piece };
  });
}

/** `1 endpoint`, `1,204 endpoints`. */
export function count(n: number, noun: string): string {
  return `${String(n).replace(/\B(?=(\d{3})+$)/g, ",")} ${noun}${n === 1 ? "" : "s"}`;
}

/** `a`, `a and b`, `a, b and c`. */
export function list(phrases: readonly Phrase[]): Phrase {
  return phrases.flatMap((phrase, i) => {
    if (i === 0) return phrase;
    return [i === phrases.length - 1 ? " and " : ", ", ...phrase];
  });
}
