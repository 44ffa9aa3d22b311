import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { code, escapeText, markdown, shorten, visible } from "../../src/report/escape.ts";
import { name, phraseOf, say } from "../../src/report/phrase.ts";
import { hostile } from "./hostile.ts";
import { LINKED_AFTERWARDS, rendered, textOutsideCode } from "./rendered.ts";

const RUNS = { seed: 2, numRuns: 2_000 };

/** Where a text may stand, and the elements that belong to the place. */
const PLACES: readonly [string, (text: string) => string, readonly string[]][] = [
  ["a paragraph", (text) => `x ${text} y`, ["p"]],
  ["the start of a line", (text) => `x\n${text} y`, ["p"]],
  ["a list item", (text) => `- ${text}`, ["ul", "li"]],
  ["a table's cell", (text) => `| h | i |\n| - | - |\n| ${text} | y |`, TABLE()],
];

function TABLE(): readonly string[] {
  return ["table", "thead", "tr", "th", "th", "tbody", "tr", "td", "td"];
}

describe("escaped text", () => {
  test.each(PLACES)("reads as it was written in %s, and is no Markdown", (_, place, expected) => {
    fc.assert(
      fc.property(hostile, (text) => {
        const out = rendered(place(escapeText(text)));
        expect(out.elements).toEqual(expected);
        expect(squeezed(out.text)).toContain(squeezed(visible(text)));
      }),
      RUNS,
    );
  });

  test("leaves nothing that GitHub links after rendering", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const seen = textOutsideCode(`x ${escapeText(text)} y`);
        for (const linked of LINKED_AFTERWARDS) expect(seen).not.toMatch(linked);
      }),
      RUNS,
    );
  });

  test("of a plain name stays as it is", () => {
    expect(escapeText("POST /checkout, 3 replicas (eu-west-1a)")).toBe(
      "POST /checkout, 3 replicas (eu-west-1a)",
    );
  });
});

describe("code", () => {
  test.each(PLACES)("reads as it was written in %s", (_, place, expected) => {
    fc.assert(
      fc.property(hostile, (text) => {
        const out = rendered(place(code(text)));
        expect(out.elements.filter((one) => one !== "code")).toEqual(expected);
        expect(out.elements.filter((one) => one === "code")).toHaveLength(1);
        if (visible(text).trim() !== "") {
          expect(squeezed(out.text)).toContain(squeezed(visible(text)));
        }
      }),
      RUNS,
    );
  });

  test("of a name with a pipe survives a table, backslash and all", () => {
    for (const text of ["a|b", "a\\|b", "a\\\\|b", "|"]) {
      const out = rendered(`| h |\n| - |\n| ${code(text)} |`);
      expect(out.text.trim().split(/\s+/)).toEqual(["h", text]);
    }
  });

  test("never holds a command of the Actions runner", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(code(text)).not.toContain("##[");
      }),
      RUNS,
    );
  });
});

describe("a phrase", () => {
  test("keeps names apart as code, and all else as text", () => {
    fc.assert(
      fc.property(hostile, hostile, (one, other) => {
        const out = rendered(
          markdown(say`a ${name(one)}${name(other)} b ${one}, ${other}`, 10_000),
        );
        expect(new Set(out.elements)).toEqual(new Set(["p", "code"]));
      }),
      RUNS,
    );
  });

  test("from a message has its quoted names as code, whatever the message", () => {
    expect(markdown(phraseOf("unknown service `paymnet`; did you mean `payment`?"), 80)).toBe(
      "unknown service `paymnet`; did you mean `payment`?",
    );
    fc.assert(
      fc.property(hostile, (text) => {
        const source = `x ${markdown(phraseOf(`unknown \`${text}\`, really`), 10_000)}`;
        const { elements } = rendered(source);
        expect(elements.filter((one) => one !== "code")).toEqual(["p"]);
        const seen = textOutsideCode(source);
        for (const linked of LINKED_AFTERWARDS) expect(seen).not.toMatch(linked);
      }),
      RUNS,
    );
  });
});

describe("what cannot be seen", () => {
  test("is spelled out", () => {
    expect(visible("a\nb\tc\u007f\u202ed\u200b\ud800")).toBe("a␊b␉c␡⟨U+202E⟩d⟨U+200B⟩⟨U+D800⟩");
  });

  test("leaves one line without controls", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(visible(text)).toMatch(/^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]*$/u);
      }),
      RUNS,
    );
  });
});

describe("a shortened name", () => {
  test("keeps both ends within the length", () => {
    expect(shorten("abcdefghij", 10)).toBe("abcdefghij");
    expect(shorten("abcdefghijk", 10)).toBe("abcdef…ijk");
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 3, max: 20 }), (text, n) => {
        const short = shorten(text, n);
        expect([...short].length).toBeLessThanOrEqual(n);
        expect(short).not.toMatch(/\p{Cs}/u);
        if ([...text].length <= n) expect(short).toBe(text);
      }),
      RUNS,
    );
  });
});

/** Layout white space is not what is compared. */
function squeezed(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
