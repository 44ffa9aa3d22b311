import { describe, expect, it } from "vitest";
import { discoverText } from "../../src/draft/discover-text.ts";
import { discoveredOf } from "../../src/draft/discovered.ts";
import type { Observed } from "../../src/traces/observed.ts";
import type { Span } from "../../src/traces/span.ts";
import { builtModel } from "../model/support.ts";
import { jaegerText } from "./generate-jaeger.ts";
import { randomModel, type TracedModel } from "./generate-model.ts";
import { duplicated, sampled, skewed, split } from "./generate-noise.ts";
import { otlpLines, otlpText } from "./generate-otlp.ts";
import { protobufBytes, protobufFrames } from "./generate-protobuf.ts";
import { type Random, randomOf } from "./generate-random.ts";
import { openRun, type Run, receive } from "./generate-run.ts";
import { withSharedIds, zipkinText } from "./generate-zipkin.ts";
import { type Observation, observe } from "./observe.ts";
import { type Said, saidBy, saidOf } from "./round-trip-truth.ts";

const MODELS = 200;

/** Zipkin has no links, so that it is left out where consumers are linked. */
const FORMS: readonly ((spans: readonly Span[]) => string | Buffer)[] = [
  otlpLines,
  protobufFrames,
  jaegerText,
  otlpText,
  protobufBytes,
  zipkinText,
];

describe("traces of a random model", () => {
  it(`lead back to it, whatever befell them on their way (${MODELS} models)`, {
    timeout: 180_000,
  }, async () => {
    for (let seed = 1; seed <= MODELS; seed += 1) {
      const { model, run, random } = made(seed);
      const { observed } = received(seed, model, run.spans, random);
      expect(await said(observed), `seed ${seed}`).toEqual(saidOf(model, run));
    }
  });

  it("lead back to its structure where a sampler let half of them through", async () => {
    for (let seed = 1; seed <= MODELS; seed += 10) {
      const { model, run, random } = made(seed, 4);
      const { observed } = received(seed, model, sampled(run.spans, 0.5, random), random);
      expect(structure(await said(observed)), `seed ${seed}`).toEqual(
        structure(saidOf(model, run)),
      );
    }
  });
});

/** Requests until each optional call was seen to fail, and its request to succeed all the same. */
function made(seed: number, more = 1): { model: TracedModel; run: Run; random: Random } {
  const random = randomOf(seed);
  const model = randomModel(random);
  const run = openRun(model, random);
  let turn = 0;
  const enough = (): boolean =>
    turn >= 30 * more &&
    model.endpoints.every(({ method, route, optional }) => {
      const { failures } = run.roots.get(`${method} ${route}`)!;
      return optional.every((name) => (failures.get(name)?.survived ?? 0) >= 3 * more);
    });
  while (turn < 2000 && !enough()) {
    for (const endpoint of model.endpoints) receive(run, endpoint, turn++);
  }
  return { model, run, random };
}

/** Doubled, shuffled, over some files, with clocks that differ, in one form or another. */
function received(
  seed: number,
  { habits }: TracedModel,
  spans: readonly Span[],
  random: Random,
): Observation {
  const form = FORMS[seed % (habits.linked ? 5 : FORMS.length)]!;
  const shared = form === zipkinText && random.chance(0.5);
  const sent = shared ? withSharedIds(spans) : spans;
  const noisy = duplicated(skewed(sent, 3000, random), 0.05, random);
  const observation = observe(split(noisy, 1 + random.below(4), random).map((part) => form(part)));
  expect(observation.problems, `seed ${seed}`).toEqual([]);
  return observation;
}

async function said(observed: Observed): Promise<Said> {
  const context = { manifests: [], workloads: new Map(), matched: new Set<string>() };
  return saidBy(await builtModel(discoverText(discoveredOf(observed), observed.quality, context)));
}

/** Without the counts, and the shares that follow from them. */
function structure({ services, dependencies, endpoints }: Said): unknown {
  const predicates = Object.entries(endpoints).map(([name, { entry, members }]) => [
    name,
    entry,
    members.map((one) => one.replace(/^\d+: /, "")).sort(),
  ]);
  return { services, dependencies: Object.keys(dependencies), predicates };
}
