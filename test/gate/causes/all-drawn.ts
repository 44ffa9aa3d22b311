import { upGiven } from "../../../src/availability/exact.ts";
import type { Figure } from "../../../src/availability/figure.ts";
import { drawFigures, type JointSubject } from "../../../src/availability/joint.ts";
import { preparedFor } from "../../../src/availability/preparations.ts";
import { both, CERTAIN, NEVER } from "../../../src/availability/probability.ts";
import { sampledOf, signatureOf } from "../../../src/availability/sampled.ts";
import { situationsOf } from "../../../src/availability/situations.ts";
import type { Part } from "../../../src/availability/solve.ts";
import { engine } from "../../../src/flow/engine.ts";
import type { Engine } from "../../../src/gate/engine.ts";

/**
 * An engine that works out what an endpoint is at base and at head, but draws all mixtures of the two, however
 * easily they could be worked out: as those of a model that is too hard are, and that cannot be checked.
 *
 * @param states of each mixture
 */
export function drawingAll(states: number): Engine {
  const solved = new Map<number, readonly Figure[]>();
  return {
    ...engine,
    price: () => Number.POSITIVE_INFINITY,
    alike: () => null,
    together: (subjects, options) => {
      // Of one comparison the same is asked whatever the seed, as many facts as there are.
      const figures = solved.get(subjects.length) ?? subjects.map(openFigure);
      solved.set(subjects.length, figures);
      return drawFigures(figures, { ...options, states });
    },
  };
}

function openFigure(subject: JointSubject): Figure {
  const { model, endpoint } = subject.like ?? subject;
  const { entry, completion } = endpoint;
  const { mixture } = subject.endpoint;
  const [situation] = situationsOf(subject.model, subject.fault);
  const parts = endpoint.mixture.flatMap(({ need }, at) =>
    situation!.map(({ weight, measure }): Part => {
      const { share } = mixture[at]!;
      const prepared = preparedFor(model, { entry, completion, need }, measure, true);
      if (prepared === null) return { share: share * weight, kind: "exact", up: NEVER };
      const { factors, rest } = sampledOf(prepared, measure);
      const factor = factors.map((one) => upGiven(measure, one, () => true)).reduce(both, CERTAIN);
      const open = { factor, rest, signature: signatureOf(rest) };
      return { share: share * weight, kind: "open", up: { p: 0, q: factor.q }, ...open };
    }),
  );
  return { parts, range: { low: 0, high: 1 } };
}
