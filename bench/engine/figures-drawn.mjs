import { runPython } from "./peers.mjs";
import { spell, spellRatio } from "./table.mjs";
import { time } from "./time.mjs";

const CHUNKS = [256, 1024, 4096, 16_384, 65_536];
const NUMPY_LIMIT = 20;
const REPEATS = 200;
const STATES = 16_384;
/** Standard errors that chance does not explain. */
const MOST_APART = 5;

/**
 * Time of a drawn state, beside numpy's on the very network that we draw. Where we draw from the
 * states with two failures alone, one of ours is worth many of any kind, so the ratio that counts is
 * that of the times to the same standard error; that of the times of a state stands beside it.
 */
export function drawing(name, states) {
  return {
    name: `Monte Carlo: ${name}`,
    aim: "≥ 30",
    measure: ({ engine, system }) => {
      const rest = engine.restOf({ ...engine.subjectOf(system(name)), fault: null });
      const draw = () => engine.drawStates(rest, 1, states);
      const { median, least, most } = time(() => null, draw, { warm: 2, runs: 15, limit: 15_000 });
      const { stratum, states: drawn, failed } = draw();
      const mean = (stratum * failed) / drawn;
      const variance = { ours: (mean * (stratum - mean)) / drawn, crude: mean * (1 - mean) };
      const each = [median, least, most].map((one) => spell(one / drawn));
      const ours = `${each[0]} (${each[1]} … ${each[2]}) a state, U of the rest ≈ ${mean.toExponential(2)}`;
      return [
        besideNumpy(engine.peerNetwork(rest), {
          ours,
          each: median / drawn,
          drawn,
          mean,
          variance,
        }),
      ];
    },
  };
}

function besideNumpy(network, { ours, each, drawn, mean, variance }) {
  const task = (samples, limit) => ({ network, samples, chunks: CHUNKS, limit, seed: 1 });
  const peer = runPython(
    "numpy_monte_carlo.py",
    "numpy",
    task(20_000, 2),
    task(2_000_000, NUMPY_LIMIT),
  );
  if (peer.absent) return { ours, beside: peer.absent, met: null };
  const theirs = (1000 * peer.seconds) / peer.samples;
  const beside = `numpy ${peer.version}: ${spell(theirs)} a state in chunks of ${peer.chunk}, U of the rest ≈ ${peer.unavailability.toExponential(2)}`;
  const apart = standardErrors(
    mean - peer.unavailability,
    variance.ours + variance.crude / peer.samples,
  );
  const raw = theirs / each;
  const ratio = (raw * variance.crude) / (variance.ours * drawn);
  return {
    ours,
    beside: `${beside} (${apart.toFixed(1)} standard errors apart)`,
    ratio: `${spellRatio(ratio)} to the same error, ${spellRatio(raw)} a state`,
    met: apart < MOST_APART && ratio >= 30,
  };
}

/** How far two figures are apart, by what chance does. */
function standardErrors(difference, variance) {
  return Math.abs(difference) / Math.sqrt(variance);
}

/**
 * Variance of U at an equal number of states: ours over many seeds, beside crude sampling of the
 * whole system, whose failures are binomial: U(1-U)/N.
 */
export function rareEvents(nines, aim) {
  const name = `dag30-${nines}-nines`;
  return {
    name: `rare events: ${name}`,
    aim: `≥ ${aim.toLocaleString("en-GB")}`,
    measure: ({ engine, system }) => {
      const file = nines === "four" ? engine.rarer(system("dag30"), 100) : system(name);
      const subject = { ...engine.subjectOf(file), fault: null };
      const { availability, unavailability, method } = engine.answer(subject);
      const rest = engine.restOf(subject);
      const found = Array.from({ length: REPEATS }, (_, seed) => {
        const { stratum, states, failed } = engine.drawStates(rest, seed, STATES);
        return { states, figure: rest.factor.q + (rest.factor.p * stratum * failed) / states };
      });
      const { mean, variance } = momentsOf(found.map(({ figure }) => figure));
      const crude = (availability * unavailability) / found[0].states;
      const apart = standardErrors(mean - unavailability, variance / REPEATS);
      const ours = `variance ${variance.toExponential(2)}, mean ${mean.toPrecision(8)}`;
      const beside = `crude: ${crude.toExponential(2)}; ${method} ${unavailability.toPrecision(8)} (${apart.toFixed(1)} standard errors apart)`;
      const ratio = crude / variance;
      return [{ ours, beside, ratio: spellRatio(ratio), met: apart < MOST_APART && ratio >= aim }];
    },
  };
}

function momentsOf(values) {
  const mean = values.reduce((sum, one) => sum + one, 0) / values.length;
  const squares = values.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  return { mean, variance: squares / (values.length - 1) };
}
