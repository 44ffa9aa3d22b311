import { estimateEndpoint } from "../../src/availability/evaluate.ts";
import { uniforms } from "../availability/simulate.ts";
import { builtModel } from "../model/support.ts";
import { specText, specTextOf } from "./spec-text.ts";
import type { Manner, Stage } from "./stage.ts";
import { drawState, isLive, type State, type System } from "./system.ts";

/** An endpoint in one state: the share of its ways that succeed, as predicted and as it was. */
export type Compared = {
  readonly endpoint: string;
  /** Φ(ω), of a mixture its mean. */
  readonly predicted: number;
  /** `null` where equal requests had different outcomes. */
  readonly happened: number | null;
};

/** Of the first endpoint: others follow, so that every replica has its turn. */
const REQUESTS = 2;

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
  written: (system: System, state: State) => string = specTextOf,
  manner: Manner = {},
): Promise<readonly Compared[]> {
  await stage.setState(state, manner);
  const predicted = await availabilities(written(system, state));
  return Promise.all(
    system.endpoints.map(async ({ name, ways }, at): Promise<Compared> => {
      const sum = ways.reduce((total, { weight }) => total + weight, 0);
      const shares = await Promise.all(
        ways.map(async ({ weight }, way) => {
          const count = at === 0 ? REQUESTS : 1;
          const outcomes = await Promise.all(
            Array.from({ length: count }, () => stage.request(at, way)),
          );
          const done = outcomes.filter((one) => one.done).length;
          return done === 0 ? 0 : done === count ? weight / sum : null;
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

/** Of one system in states drawn independently. */
export type Measured = {
  readonly states: number;
  /** With those that were not drawn. */
  readonly compared: number;
  /** States in which a busy machine may have been late where nothing was held back: the second time counts. */
  readonly askedAgain: number;
  /** What the engine says of an endpoint, and the mean over the states. */
  readonly endpoints: readonly {
    readonly name: string;
    readonly predicted: number;
    readonly measured: number;
  }[];
  /** Each with the spec of its state. */
  readonly disagreements: readonly string[];
};

/** @param also states that are compared, and do not count in the mean */
export async function measure(
  stage: Stage,
  system: System,
  states: number,
  seed: number,
  also: readonly State[] = [],
): Promise<Measured> {
  await stage.load(system);
  const predicted = await availabilities(specText(system));
  const uniform = uniforms(seed);
  const drawn = Array.from({ length: states }, () => drawState(system, uniform));
  const sums = predicted.map(() => 0);
  const disagreements: string[] = [];
  const mayBeLate = system.links.some(({ timeout }) => timeout !== null);
  let askedAgain = 0;
  for (const state of fewChanges(system, [...drawn, ...also])) {
    const isDrawn = !also.includes(state);
    let found = await compareIn(stage, system, state);
    if (mayBeLate && !found.every(agrees)) {
      askedAgain++;
      found = await compareIn(stage, system, state, specTextOf, { patience: 10 });
    }
    found.forEach((one, at) => {
      if (isDrawn) sums[at]! += one.happened ?? 0;
      if (agrees(one)) return;
      const told = `${one.endpoint}: ${one.predicted} predicted, ${one.happened} happened in`;
      disagreements.push(`${told}\n${specTextOf(system, state)}`);
    });
  }
  const endpoints = system.endpoints.map(({ name }, at) => ({
    name,
    predicted: predicted[at]!,
    measured: sums[at]! / states,
  }));
  return { states, compared: states + also.length, askedAgain, endpoints, disagreements };
}

/** In an order in which few processes are killed and started between one state and the next. */
function fewChanges(system: System, states: readonly State[]): readonly State[] {
  const left = states.map((state) => {
    const live = system.services.flatMap(({ replicas }, service) =>
      Array.from({ length: replicas }, (_, at) => isLive(system, state, service, at)),
    );
    return { state, live };
  });
  let here: readonly boolean[] = [];
  const changes = ({ live }: { readonly live: readonly boolean[] }): number =>
    live.filter((one, at) => one !== (here[at] ?? true)).length;
  const ordered: State[] = [];
  while (left.length > 0) {
    const next = left.reduce((best, one) => (changes(one) < changes(best) ? one : best));
    left.splice(left.indexOf(next), 1);
    here = next.live;
    ordered.push(next.state);
  }
  return ordered;
}
