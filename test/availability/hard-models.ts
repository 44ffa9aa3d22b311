import type { Subject } from "../../src/availability/subject.ts";
import type { Need, Probability, Service } from "../../src/model/model.ts";
import {
  atLeast,
  dependency,
  endpoint,
  fault,
  killOf,
  model,
  reached,
  service,
  used,
  withDomains,
} from "./models.ts";
import { randomFrom } from "./systems.ts";

/** What a hard model has beside alternatives: members that many sit on, a kill, nothing. */
export type Trouble = "none" | "members" | "kill";

/** How the services of a hard model call each other. */
export type Shape = "layered" | "grid" | "tree" | "cycles";

const SHAPES: readonly Shape[] = ["layered", "grid", "tree", "cycles"];
const TROUBLES: readonly Trouble[] = ["none", "members", "kill"];

/**
 * A model of moderate size that leaves much to explore, the same for the same seed: shapes and troubles
 * take turns, so that twelve seeds on end have each pair. Its needs are gates over gates, of which not
 * all inputs must hold.
 *
 * @param rarer what failure probabilities, of percents, are divided by
 */
export function hardSubject(seed: number, rarer = 1): Subject & { readonly trouble: Trouble } {
  const random = randomFrom(seed);
  const shape = SHAPES[seed % SHAPES.length]!;
  const trouble = TROUBLES[Math.floor(seed / SHAPES.length) % TROUBLES.length]!;
  const pairs = CALLS[shape](random);
  const count = 1 + Math.max(...pairs.flat());
  const chance = () => failing((0.002 + 0.08 * random() * random()) / rarer);
  const services = Array.from({ length: count }, (_, index): Service => {
    const replicas = Array.from({ length: 1 + below(random, 2) }, chance);
    const quorum = trouble === "kill" ? 1 : 1 + below(random, replicas.length);
    const made = service(`s${index}`, replicas, quorum);
    if (trouble !== "members") return made;
    return {
      ...made,
      placement: replicas.map(() => (random() < 0.7 ? [below(random, MEMBERS)] : [])),
    };
  });
  const links = pairs.map(([from, to]) => dependency(services, from, to, [chance()]));
  const half = Math.floor(count / 2);
  const leaf = (): Need =>
    random() < 0.2
      ? used(below(random, links.length))
      : reached(half + below(random, count - half));
  const gate = (inputs: readonly Need[]) => atLeast(1 + below(random, inputs.length), ...inputs);
  const need = gate([gate([leaf(), leaf(), leaf()]), gate([leaf(), leaf()]), leaf()]);
  const bare = model(services, links);
  const domains = trouble === "members" ? [Array.from({ length: MEMBERS }, chance)] : [];
  const among = services.flatMap((_, index) => (index > 0 && index % 3 === 0 ? [index] : []));
  return {
    model: withDomains(bare, domains),
    endpoint: endpoint(0, need),
    fault: trouble === "kill" ? fault({ kill: killOf(among, 1 + below(random, 3)) }) : null,
    trouble,
  };
}

const MEMBERS = 4;

type Random = () => number;

/** Calls, from the entry 0 on; each callee is called by one before it. */
const CALLS: Readonly<Record<Shape, (random: Random) => [number, number][]>> = {
  layered: (random) => {
    const width = 4 + below(random, 4);
    return Array.from({ length: 4 * width }, (_, at) => {
      const layer = Math.floor(at / width);
      const callers =
        layer === 0 ? [0] : [1, 2].map(() => 1 + (layer - 1) * width + below(random, width));
      return [...new Set(callers)].map((from): [number, number] => [from, at + 1]);
    }).flat();
  },
  grid: (random) => {
    const [rows, columns] = [3 + below(random, 4), 4 + below(random, 3)];
    return Array.from({ length: rows * columns }, (_, at): [number, number][] => [
      ...(at % columns < columns - 1 ? [[at, at + 1] as [number, number]] : []),
      ...(at < (rows - 1) * columns ? [[at, at + columns] as [number, number]] : []),
    ]).flat();
  },
  tree: (random) =>
    Array.from({ length: 20 + below(random, 30) }, (_, at) => {
      const callers = new Set([
        below(random, at + 1),
        ...(random() < 0.6 ? [below(random, at + 1)] : []),
      ]);
      return [...callers].map((from): [number, number] => [from, at + 1]);
    }).flat(),
  cycles: (random) =>
    Array.from({ length: 12 + below(random, 12) }, (_, at): [number, number][] => {
      const [from, to] = [Math.max(0, at - below(random, 3)), at + 1];
      return random() < 0.3 && from > 0
        ? [
            [from, to],
            [to, from],
          ]
        : [
            [from, to],
            [below(random, at + 1), to],
          ];
    })
      .flat()
      .filter(
        ([from, to], at, all) => all.findIndex((one) => one[0] === from && one[1] === to) === at,
      ),
};

function failing(q: number): Probability {
  return { p: 1 - q, q };
}

/** A whole number from 0 to before the limit. */
export function below(random: Random, limit: number): number {
  return Math.floor(random() * limit);
}
