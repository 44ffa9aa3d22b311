import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { damaged } from "./generate-damage.ts";
import { jaegerText } from "./generate-jaeger.ts";
import { randomModel } from "./generate-model.ts";
import { otlpLines, otlpText } from "./generate-otlp.ts";
import { protobufBytes, protobufFrames } from "./generate-protobuf.ts";
import { randomOf } from "./generate-random.ts";
import { simulate } from "./generate-run.ts";
import { withSharedIds, zipkinText } from "./generate-zipkin.ts";
import { observe } from "./observe.ts";

const random = randomOf(23);
const { spans } = simulate(randomModel(random), 1, random);

const FILES: readonly Buffer[] = [
  Buffer.from(otlpText(spans)),
  Buffer.from(otlpLines(spans, 5)),
  protobufBytes(spans),
  protobufFrames(spans, 5),
  Buffer.from(jaegerText(spans)),
  Buffer.from(zipkinText(spans)),
  Buffer.from(zipkinText(withSharedIds(spans))),
];

const file = fc.constantFrom(...FILES);

describe("damaged traces", () => {
  it("are read or refused in one line each, and never thrown at", { timeout: 180_000 }, () => {
    let refused = 0;
    let told = 0;
    fc.assert(
      fc.property(
        file,
        file,
        fc.nat(),
        fc.integer({ min: 100, max: 10_000 }),
        (one, other, seed, chunk) => {
          const bytes = damaged(one, other, randomOf(seed));
          const { problems, notices, observed } = observe([bytes], chunk);
          for (const { severity, code, message, file: where } of problems) {
            expect(severity).toMatch(/^(?:error|warning|notice)$/);
            expect(code).toMatch(/^[a-z]+(?:-[a-z0-9]+)*$/);
            expect(message).toMatch(/^[^\n\r]{10,}$/u);
            expect(where).toBe("traces-0");
            if (severity === "error") refused += 1;
            else told += 1;
          }
          for (const notice of notices) expect(notice).toMatch(/^[^\n\r]+$/u);
          for (const { calls, evidence } of observed.dependencies) {
            expect(calls).toBeGreaterThan(0);
            if (evidence !== null) expect(evidence.good).toBeLessThanOrEqual(evidence.total);
          }
        },
      ),
      { numRuns: 3000, seed: 20_260_302 },
    );
    // Not all of it is refused, nor read in silence.
    expect(refused).toBeGreaterThan(500);
    expect(refused).toBeLessThan(2900);
    expect(told).toBeGreaterThan(0);
  });
});
