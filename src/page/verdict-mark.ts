import type { Verdict } from "../gate/result.ts";
import { h } from "./dom.ts";

const WORDS: Readonly<Record<Verdict | "not-affected", readonly [string, string]>> = {
  fail: ["✗", "fails"],
  warn: ["!", "warns"],
  pass: ["✓", "passes"],
  "not-affected": ["✓", "not affected"],
};

/** A sign with its word for those who do not see it. */
export function verdictMark(verdict: Verdict | "not-affected"): HTMLElement {
  const [sign, word] = WORDS[verdict];
  return h(
    "span",
    { class: `verdict ${verdict}`, title: word },
    h("span", { "aria-hidden": "true" }, sign),
    h("span", { class: "unseen" }, word),
  );
}
