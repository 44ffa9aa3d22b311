/** Uniform numbers below 1 from a seed: Mulberry32, by Tommy Ettinger, public domain. */
export function uniforms(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** How many of `total` succeed, by inversion; (1 - p)^total must not underflow. */
export function drawBinomial(uniform: () => number, total: number, p: number): number {
  let left = uniform();
  let weight = (1 - p) ** total;
  let count = 0;
  for (; left >= weight && count < total; count++) {
    left -= weight;
    weight *= ((total - count) * p) / ((count + 1) * (1 - p));
  }
  return count;
}

/** Binomial probabilities by the recurrence from the mode, scaled to sum to one. 0 where they hardly count. */
export function binomialWeights(total: number, p: number): Float64Array {
  const weights = new Float64Array(total + 1);
  const mode = Math.min(total, Math.floor((total + 1) * p));
  weights[mode] = 1;
  for (let k = mode; k < total && weights[k]! > 1e-300; k++) {
    weights[k + 1] = (weights[k]! * (total - k) * p) / ((k + 1) * (1 - p));
  }
  for (let k = mode; k > 0 && weights[k]! > 1e-300; k--) {
    weights[k - 1] = (weights[k]! * k * (1 - p)) / ((total - k + 1) * p);
  }
  const sum = weights.reduce((all, one) => all + one, 0);
  return weights.map((weight) => weight / sum);
}

/** All ways in which `total` draws fall on outcomes of the given probabilities, above `least`. */
export function* outcomes(
  total: number,
  probabilities: readonly number[],
  least = 0,
): Generator<{ readonly counts: readonly number[]; readonly weight: number }> {
  const [first, ...others] = probabilities;
  if (first === undefined) return;
  if (others.length === 0) {
    yield { counts: [total], weight: 1 };
    return;
  }
  const rest = others.reduce((sum, one) => sum + one, 0);
  const weights = binomialWeights(total, first / (first + rest));
  for (let count = 0; count <= total; count++) {
    const own = weights[count]!;
    if (own <= least) continue;
    for (const { counts, weight } of outcomes(total - count, others, least / own)) {
      if (own * weight > least) yield { counts: [count, ...counts], weight: own * weight };
    }
  }
}
