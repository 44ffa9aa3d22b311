import { estimateEndpoint } from "../../src/availability/evaluate.ts";
import { uniforms } from "../availability/simulate.ts";
import { builtModel } from "../model/support.ts";
import { specText, specTextOf } from "./spec-text.ts";
import type { Stage } from "./stage.ts";
import { drawState, type State, type System } from "./system.ts";

/** An endpoint in one state: the share of its ways that succeed, as predicted and as it was. */
export type Compared = {
  readonly endpoint: string;
  /** Φ(ω), of a mixture its mean. */
  readonly predicted: number;
  /** `null` where equal requests had different outcomes. */
  readonly happened: number | null;
};

/** As often as replicas are at most, so that each has its turn. */
const REQUESTS = 3;

/** A of every endpoint by the project's own reader and engine. */
export async function availabilities(text: string): Promise<readonly number[]> {
  const model = await builtModel(text);
  return model.endpoints.map((endpoint) => {
    const subject = { model, endpoint, fault: null };
    const { estimate } = estimateEndpoint(subject, { samples: 1, seed: 1, alpha: 0.05 }, []);
    if (estimate.method !== "exact") throw new Error(`${endpoint.name} is ${estimate.method}`);
    return estimate.availability;
  });
}

/** Put the running system in a state, and ask every endpoint in every way, all at once. */
export async function compareIn(
  stage: Stage,
  system: System,
  state: State,
): Promise<readonly Compared[]> {
  await stage.setState(state);
  const predicted = await availabilities(specTextOf(system, state));
  return Promise.all(
    system.endpoints.map(async ({ name, ways }, at): Promise<Compared> => {
      const sum = ways.reduce((total, { weight }) => total + weight, 0);
      const shares = await Promise.all(
        ways.map(async ({ weight }, way) => {
          const outcomes = await Promise.all(
            Array.from({ length: REQUESTS }, () => stage.request(at, way)),
          );
          const done = outcomes.filter((one) => one.done).length;
          return done === 0 ? 0 : done === REQUESTS ? weight / sum : null;
        }),
      );
      const happened = shares.includes(null)
        ? null
        : shares.reduce((total: number, one) => total + one!, 0);
      return { endpoint: name, predicted: predicted[at]!, happened };
    }),
  );
}

export function agrees({ predicted, happened }: Compared): boolean {
  return happened !== null && Math.abs(predicted - happened) < 1e-9;
}

/** Of one system in states drawn independently, which a seed and the system's number decide. */
export type Measured = {
  readonly system: string;
  readonly states: number;
  readonly endpoints: readonly {
    readonly name: string;
    /** A by the engine, from the figures of the spec. */
    readonly predicted: number;
    /** The mean over the states. */
    readonly measured: number;
  }[];
  readonly disagreements: readonly string[];
};

export async function measure(
  stage: Stage,
  system: System,
  states: number,
  seed: number,
): Promise<Measured> {
  await stage.load(system);
  const predicted = await availabilities(specText(system));
  const uniform = uniforms(seed);
  const sums = predicted.map(() => 0);
  const disagreements: string[] = [];
  for (let number = 0; number < states; number++) {
    const state = drawState(system, uniform);
    (await compareIn(stage, system, state)).forEach((one, at) => {
      sums[at]! += one.happened ?? 0;
      if (!agrees(one)) {
        const { endpoint, predicted, happened } = one;
        const told = `${endpoint} in state ${number}: ${predicted} predicted, ${happened} happened`;
        disagreements.push(`${told}\n${specTextOf(system, state)}`);
      }
    });
  }
  const endpoints = system.endpoints.map(({ name }, at) => ({
    name,
    predicted: predicted[at]!,
    measured: sums[at]! / states,
  }));
  return { system: system.name, states, endpoints, disagreements };
}
