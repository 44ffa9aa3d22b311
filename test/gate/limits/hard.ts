import { engine } from "../../../src/flow/engine.ts";
import type { Engine, GateRun } from "../../../src/gate/engine.ts";
import { type Explainer, explainerOf } from "../../../src/gate/explain.ts";
import type { Model, Probability, Service } from "../../../src/model/model.ts";
import {
  atLeast,
  dependency,
  endpoint,
  model,
  parts,
  reached,
  service,
} from "../../availability/models.ts";

const WIDTH = 14;
const LAYERS = 2;

/** Two layers of services, of the last of which all but two, or `spare`, are needed: not dear, and so the exact figure is at hand. */
export function layered(
  slo: Probability | null,
  given: (service: Service) => Service = (one) => one,
  spare = 2,
): Model {
  const at = (layer: number, place: number) => 1 + layer * WIDTH + (place % WIDTH);
  const places = Array.from({ length: WIDTH }, (_, place) => place);
  const layers = Array.from({ length: LAYERS }, (_, layer) => layer);
  const services = [
    service("web", [parts(9999, 10_000)]),
    ...layers.flatMap((layer) =>
      places.map((place) =>
        service(`s${layer}-${place}`, [parts(970 + 3 * ((layer + place) % 5))]),
      ),
    ),
  ].map(given);
  const dependencies = [
    ...places.map((place) => dependency(services, 0, at(0, place), [parts(990)])),
    ...layers
      .slice(1)
      .flatMap((layer) =>
        places.flatMap((place) =>
          [0, 1, 4].map((step) =>
            dependency(services, at(layer - 1, place), at(layer, 5 * place + layer + step), [
              parts(980),
            ]),
          ),
        ),
      ),
  ];
  const last = places.map((place) => reached(at(LAYERS - 1, place)));
  return model(services, dependencies, [{ ...endpoint(0, atLeast(WIDTH - spare, ...last)), slo }]);
}

/** Less than any figure of such a model costs: each is drawn, or bounded. */
const LITTLE = 3e5;
/** Fewer than else, so that tests are quick. */
const STATES = 2 ** 15;

export const drawing: Engine = {
  ...engine,
  price: () => Number.POSITIVE_INFINITY,
  estimate: (subject, options, claims) =>
    engine.estimate(subject, { ...options, most: LITTLE }, claims),
  together: (subjects, { seed }) =>
    engine.together!(subjects, { seed, states: STATES, most: LITTLE }),
  spent: (subject, estimate) => engine.spent!(subject, estimate, LITTLE),
};

export function runWith(by: Engine, seed = 1): GateRun {
  return {
    path: "availability.yaml",
    engine: by,
    options: { samples: 200_000, seed, alpha: 0.05 },
  };
}

/** Who explains a model of which no figure is exact. */
export function drawingExplainer(one: Model, seed = 1, by = drawing): Explainer {
  return { ...explainerOf(runWith(by, seed), one, [], null), importance: () => null };
}
