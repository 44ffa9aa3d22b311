import type { Probability } from "../model/model.ts";
import type { Program } from "./program.ts";
import type { Component } from "./system.ts";
import { countersFor, gateWord, spread } from "./words.ts";

/** Components whose states are told apart by the bits of one word. */
const IN_WORD = 5;
/** Of each of them: the states of a word in which it is up. */
const PATTERNS: readonly number[] = [0xaaaaaaaa, 0xcccccccc, 0xf0f0f0f0, 0xff00ff00, 0xffff0000];

/**
 * P(need) over every state of the uncertain components, 32 at a time, `p` and `q` as sums of positive
 * terms. The time is 2^(n - 5) times the size of the system for n of them, however many certain ones
 * stand between: for where exploring has to look at those again and again.
 */
export function allStates(program: Program): Probability {
  const { services, links } = program.system;
  const live = new Int32Array(services.length).fill(-1);
  const up = new Int32Array(links.length).fill(-1);
  const reached = new Int32Array(services.length);
  const counters = countersFor(program);
  const drawn = [...uncertain(services, live), ...uncertain(links, up)];
  const inner = drawn.slice(0, IN_WORD);
  inner.forEach(({ set }, place) => {
    set(PATTERNS[place]!);
  });
  const weights = Array.from({ length: 2 ** inner.length }, (_, state) =>
    inner.reduce((product, { p, q }, place) => product * ((state >>> place) & 1 ? p : q), 1),
  );

  function word(): Probability {
    spread(program, live, up, reached);
    const holds = gateWord(program, live, up, reached, counters);
    let p = 0;
    let q = 0;
    weights.forEach((weight, state) => {
      if ((holds >>> state) & 1) p += weight;
      else q += weight;
    });
    return { p, q };
  }

  /** Given the states of the components from `count` on. */
  function given(count: number): Probability {
    if (count <= inner.length) return word();
    const { p, q, set } = drawn[count - 1]!;
    set(-1);
    const there = given(count - 1);
    set(0);
    const gone = given(count - 1);
    return { p: p * there.p + q * gone.p, q: p * there.q + q * gone.q };
  }

  return given(drawn.length);
}

type Drawn = Probability & { readonly set: (word: number) => void };

function uncertain(components: readonly Component[], words: Int32Array): readonly Drawn[] {
  return components.flatMap(({ p, q }, index) => {
    const set = (word: number): void => {
      words[index] = word;
    };
    return q === 0 ? [] : [{ p, q, set }];
  });
}
