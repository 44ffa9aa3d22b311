const longest = 80;

/** Text from the repository between backticks: on one line, without control or bidi characters, of bounded length. */
export function quote(text: string): string {
  const short = text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
  const visible = short.replace(
    /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu,
    (one) => `\\u${one.codePointAt(0)!.toString(16).padStart(4, "0")}`,
  );
  return `\`${visible}\``;
}

/** `1 replica`, `2 replicas`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** The first few of many names: `a`, `b`, `c` and 2 more. */
export function some(names: readonly string[]): string {
  const first = names.slice(0, 3).map(quote).join(", ");
  return names.length > 3 ? `${first} and ${names.length - 3} more` : first;
}

/** A list for a sentence: `a, b or c`. */
export function alternatives(words: readonly string[]): string {
  return words.length < 2
    ? words.join("")
    : `${words.slice(0, -1).join(", ")} or ${words[words.length - 1]}`;
}

/** `; did you mean …?` for the closest known word, or nothing where none is close. */
export function didYouMean(word: string, known: Iterable<string>): string {
  const closest = closestWord(word, known);
  return closest === null ? "" : `; did you mean ${quote(closest)}?`;
}

/**
 * The known word with the fewest edits (insert, delete, replace, swap of neighbours), at most a
 * third of its length away (one edit where it is shorter, none for a single letter), ignoring case; `null` where none is. The first of equals wins.
 */
export function closestWord(word: string, known: Iterable<string>): string | null {
  if (word.length > 300) return null;
  const wanted = word.toLowerCase();
  let closest: string | null = null;
  let fewest = Math.min(word.length, Math.max(1, Math.floor(word.length / 3)) + 1);
  for (const candidate of known) {
    if (Math.abs(candidate.length - word.length) >= fewest) continue;
    const edits = editDistance(wanted, candidate.toLowerCase());
    if (edits < fewest) {
      fewest = edits;
      closest = candidate;
    }
  }
  return closest;
}

/** Restricted Damerau-Levenshtein distance, by rows. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      let fewest = Math.min(replaced, last[j]! + 1, row[j - 1]! + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        fewest = Math.min(fewest, beforeLast[j - 2]! + 1);
      }
      row.push(fewest);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length]!;
}
