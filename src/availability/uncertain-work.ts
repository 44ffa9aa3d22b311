import type { Endpoint, Model, Probability } from "../model/model.ts";
import type { Component } from "./measure.ts";
import { type Adjustable, declaredValue, type Variable, varying } from "./parameters.ts";
import { preparedFor } from "./preparations.ts";
import { NEVER } from "./probability.ts";
import { type Rerun, rerunOf } from "./rerun.ts";
import { situationsOf, steadyOf } from "./situations.ts";

/** An endpoint in the steady state, made ready to be evaluated for many values of its parameters. */
export type UncertainWork<P extends Adjustable> = {
  readonly model: Model;
  /** Those that it rests on. */
  readonly parameters: readonly P[];
  readonly parts: readonly UncertainPart[];
  /** Of one evaluation, in transitions; infinite where the figure is not exact. */
  readonly cost: number;
};

/** One member of the mixture, outside of incidents or in one of them. */
type UncertainPart = {
  /** π_c times the incident's probability. */
  readonly share: number;
  /** `null`: the need cannot hold. */
  readonly rerun: Rerun | null;
  readonly components: readonly Component[];
};

/** @param parameters of the model */
export function uncertainWork<P extends Adjustable>(
  model: Model,
  endpoint: Endpoint,
  parameters: readonly P[],
): UncertainWork<P> {
  const { entry, completion, mixture } = endpoint;
  const { components: declared } = steadyOf(model);
  const uncertain = new Set(parameters.map(({ component }) => component));
  const used = new Set<number>();
  let cost = 0;
  const parts = situationsOf(model, null)[0]!.flatMap(({ weight, measure }) =>
    mixture.map(({ share, need }) => {
      const prepared = preparedFor(model, { entry, completion, need }, measure, true);
      // What an incident replaces is not what was observed.
      const changing = (component: number) =>
        uncertain.has(component) && measure.components[component] === declared[component];
      const rerun = prepared === null ? null : rerunOf(prepared, measure, changing);
      if (prepared !== null && rerun === null) cost = Number.POSITIVE_INFINITY;
      for (const component of rerun?.components ?? []) used.add(component);
      cost += rerun?.cost ?? 0;
      return { share: share * weight, rerun, components: measure.components };
    }),
  );
  const own = parameters.filter(({ component }) => used.has(component));
  return { model, parameters: own, parts, cost };
}

/** A figure as a function of its parameters. */
export type Evaluator = {
  /** One for each of the parameters, as declared at first: set them, and then ask for the figure. */
  readonly values: readonly Variable[];
  readonly figure: () => Probability;
};

export function evaluatorOf(work: UncertainWork<Adjustable>): Evaluator {
  const { model, parameters } = work;
  const { components: declared } = steadyOf(model);
  const given = parameters.map((parameter) => ({
    parameter,
    value: { ...declaredValue(model, parameter) },
  }));
  const found = new Set(parameters.map(({ component }) => component));
  const changing = new Map(
    [...found].map((at) => {
      const own = given.filter(({ parameter }) => parameter.component === at);
      return [at, varying(model, declared[at]!, own)] as const;
    }),
  );
  const parts = work.parts.map(({ share, rerun, components }) => ({
    share,
    rerun,
    components: components.map((one, at) =>
      one === declared[at] ? (changing.get(at)?.component ?? one) : one,
    ),
  }));
  return {
    values: given.map(({ value }) => value),
    figure: () => {
      for (const { renew } of changing.values()) renew();
      let [p, q] = [0, 0];
      for (const { share, rerun, components } of parts) {
        const figure = rerun === null ? NEVER : rerun.evaluate(components);
        p += share * figure.p;
        q += share * figure.q;
      }
      return { p: Math.min(1, p), q: Math.min(1, q) };
    },
  };
}
