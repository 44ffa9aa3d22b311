import type { Probability } from "../model/model.ts";
import { allStates } from "./all-states.ts";
import { CERTAIN, NEVER } from "./probability.ts";
import { compile, type Program } from "./program.ts";
import {
  close,
  finish,
  initialState,
  isFinished,
  normalise,
  REACHED,
  reach,
  type Scratch,
  type State,
  scratchFor,
  UNDECIDED,
  use,
} from "./state.ts";
import type { System } from "./system.ts";

/** Up to so many uncertain components the answer is exact: they have 2^20 states at the most. */
const ALWAYS_EXACT = 20;
/** Elementary steps after which all of these states at once are cheaper: certain parts can make each dear. */
const MOST_STEPS_SMALL = 50_000_000;
/** Beyond: states to remember, and elementary steps of their draws, both known to be affordable. */
const MOST_STATES = 200_000;
const MOST_STEPS = 2_000_000;
/** The exploration goes one call deeper with each draw. */
const MOST_PARTS = 2_000;

/**
 * P(need) of a system, with `p` and `q` accumulated apart; `null` where that takes too many states.
 *
 * Services are decided in reverse postorder, as soon as a reached caller may reach them: over links
 * that are asked about one by one, over the others at once (Eq. 12, 13). A state that was met before
 * is not explored again. With cycles a service may stay undecided until a later caller is reached.
 */
export function exactProbability(system: System): Probability | null {
  const parts = system.services.length + system.links.length;
  const small = isAlwaysExact(system);
  if (!small && parts > MOST_PARTS) return null;
  const program = compile(system);
  const states = small
    ? Number.POSITIVE_INFINITY
    : Math.min(MOST_STATES, Math.floor(MOST_STEPS / parts));
  const exploration = {
    program,
    scratch: scratchFor(program),
    text: new TextDecoder("latin1"),
    known: new Map(),
    states,
    turns: Math.floor(MOST_STEPS_SMALL / parts),
  };
  const found = explore(exploration, initialState(program));
  return found === null && small ? allStates(program) : found;
}

/** Whether a system is so small that its answer is exact whatever it costs. */
export function isAlwaysExact({ services, links }: System): boolean {
  return [...services, ...links].filter(({ q }) => q > 0).length <= ALWAYS_EXACT;
}

type Exploration = {
  readonly program: Program;
  readonly scratch: Scratch;
  /** Makes a key of a state's bytes, each a character. */
  readonly text: { readonly decode: (state: State) => string };
  readonly known: Map<string, Probability>;
  readonly states: number;
  /** Turns that are left, each of as many steps as the system has parts. */
  turns: number;
};

/** P(need | state); `null` when the states run out. Takes the state over. */
function explore(exploration: Exploration, start: State): Probability | null {
  const { program, scratch, known } = exploration;
  let state = start;
  for (;;) {
    // Draws that are certain make no state to remember, but take their time, too.
    if (exploration.turns-- <= 0) return null;
    const outcome = normalise(program, state, scratch);
    if (outcome === "holds") return CERTAIN;
    if (outcome === "fails") return NEVER;
    const key = exploration.text.decode(state);
    const before = known.get(key);
    if (before !== undefined) return before;
    const possible = branches(program, state).filter(([weight]) => weight > 0);
    const [only] = possible;
    if (possible.length > 1 || only === undefined) {
      const found = weigh(exploration, possible);
      if (found !== null) known.set(key, found);
      return found;
    }
    state = only[1];
  }
}

/** The mean over what a draw may lead to, two sums of positive terms. */
function weigh(exploration: Exploration, possible: readonly Branch[]): Probability | null {
  if (exploration.known.size >= exploration.states) return null;
  let p = 0;
  let q = 0;
  for (const [weight, next] of possible) {
    const found = explore(exploration, next);
    if (found === null) return null;
    p += weight * found.p;
    q += weight * found.q;
  }
  return { p, q };
}

type Branch = readonly [weight: number, next: State];

/** The next draw: of one asked link, or of all links at once from reached callers to one service. */
function branches(program: Program, state: State): readonly Branch[] {
  const { services, links } = program.system;
  for (let service = 0; service < services.length; service++) {
    if (state[service] !== UNDECIDED && state[service] !== REACHED) continue;
    const ready = program.incoming[service]!.filter(
      (link) => !isFinished(program, state, link) && state[links[link]!.from] === REACHED,
    );
    if (ready.length === 0) continue;
    const asked = ready.find((link) => program.gatesOfLink[link]!.length > 0);
    if (asked !== undefined) return drawLinks(program, state, service, [asked]);
    return drawLinks(program, state, service, ready);
  }
  throw new Error("an open state has a link to draw");
}

function drawLinks(
  program: Program,
  state: State,
  service: number,
  drawn: readonly number[],
): readonly Branch[] {
  let up = 0;
  let down = 1;
  for (const link of drawn) {
    const { p, q } = program.system.links[link]!;
    up += down * p;
    down *= q;
  }
  const missed = state.slice();
  for (const link of drawn) finish(program, missed, link);
  const hit = missed.slice();
  if (state[service] === REACHED) {
    for (const link of drawn) use(program, hit, link);
    return [
      [down, missed],
      [up, hit],
    ];
  }
  const dead = missed.slice();
  close(dead, service);
  reach(program, hit, service);
  // Only a link that is drawn alone has gates: links drawn together have none.
  for (const link of drawn) use(program, hit, link);
  const { p, q } = program.system.services[service]!;
  return [
    [down, missed],
    [up * q, dead],
    [up * p, hit],
  ];
}
