import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { redactor } from "../../src/github/redact.ts";

const TOKEN = "ghs_16C7e42F292c6912E7710c838347Ae178B4a";

describe("a token", () => {
  it("is taken out of what holds it, and nothing else is", () => {
    const redact = redactor(TOKEN);
    expect(redact(`Bad credentials: token ${TOKEN}, twice ${TOKEN}.`)).toBe(
      "Bad credentials: token ***, twice ***.",
    );
    expect(redact("Bad credentials, 16C7e42F")).toBe("Bad credentials, 16C7e42F");
    expect(redactor("")("Bad credentials")).toBe("Bad credentials");
    expect(redactor("a+b/c$")("x a+b/c$ y a%2Bb%2Fc%24 z")).toBe("x *** y *** z");
  });

  it("is taken out of base64, whatever name or text stands around it", () => {
    const around = fc.string({ unit: "binary-ascii", maxLength: 20 });
    const encoding = fc.constantFrom("base64" as const, "base64url" as const);
    const odd = fc.string({ unit: fc.constantFrom(..."aZ0_~?>"), minLength: 20, maxLength: 60 });
    fc.assert(
      fc.property(
        around,
        around,
        encoding,
        fc.oneof(fc.constant(TOKEN), odd),
        (a, b, how, token) => {
          const word = Buffer.from(a + token + b).toString(how);
          expect(redactor(token)(`authorization: Basic ${word};`)).toBe(
            "authorization: Basic ***;",
          );
        },
      ),
      { seed: 8, numRuns: 300 },
    );
  });

  it("takes no longer for a reply of a megabyte", () => {
    const redact = redactor(TOKEN);
    const before = performance.now();
    redact("Z2hzXzE2QzdlNDJGMjky".repeat(50_000));
    expect(performance.now() - before).toBeLessThan(5_000);
  });
});
