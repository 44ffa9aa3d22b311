import type { NetworkNeed } from "../../src/availability/network.ts";
import type { Sampled } from "../../src/availability/sampler.ts";
import { situationsOf } from "../../src/availability/situations.ts";
import { wholeOf } from "../../src/availability/whole.ts";
import type { Metric, StudyConfig } from "../../src/study/config.ts";
import { readStudyConfig } from "../../src/study/read-config.ts";
import type { Row } from "../../src/study/row.ts";
import { runStudy, scenariosOf } from "../../src/study/run.ts";
import { simulate } from "../../src/study/simulate.ts";
import { type System, subjectOf } from "../../src/study/system.ts";

/** What `npm run bench -- study` asks of the study. */
export type Study = {
  /** By the engine alone. */
  readonly exact: () => readonly Row[];
  /** By Monte Carlo alone: the estimate of each cell. */
  readonly simulated: () => readonly number[];
  readonly cells: readonly Cell[];
};

/** A figure that is simulated, as a peer is told of it. */
export type Cell = { readonly name: string; readonly samples: number; readonly network: unknown };

export function openStudy(text: string): Study {
  const { config } = readStudyConfig(text, "default.yaml");
  if (config === null) throw new Error("the default configuration cannot be read");
  const drawn = drawnIn(config);
  return {
    exact: () => runStudy(withMetrics(config, ["exact"])).rows,
    simulated: () =>
      drawn.map(
        ({ given, samples }, seed) =>
          simulate(subjectOf(given), { samples, seed, confidence: config.confidence }).estimate,
      ),
    cells: drawn.map(({ name, samples, given }) => ({
      name,
      samples,
      network: peerNetwork(wholeSystem(given)),
    })),
  };
}

function withMetrics(config: StudyConfig, metrics: readonly Metric[]): StudyConfig {
  return { ...config, families: config.families.map((one) => ({ ...one, metrics })) };
}

type Drawn = { readonly name: string; readonly samples: number; readonly given: System };

/** The systems that the study simulates, in its order. */
function drawnIn(config: StudyConfig): readonly Drawn[] {
  const found: Drawn[] = [];
  for (const one of config.families) {
    if (!one.metrics.includes("monte-carlo")) continue;
    const samples = one.samples ?? config.samples;
    const scenarios = scenariosOf(one, {
      exact: () => null,
      simulated: (scenario, given) => {
        found.push({ name: `${one.family} ${scenario}`, samples, given });
        return null;
      },
    });
    for (const scenario of scenarios) scenario();
  }
  return found;
}

function wholeSystem(given: System): Sampled {
  const { model, endpoint, fault } = subjectOf(given);
  const { entry, completion, mixture } = endpoint;
  const { measure } = situationsOf(model, fault)[0]![0]!;
  return wholeOf(model, { entry, completion, need: mixture[0]!.need }, measure);
}

/**
 * In plain lists: `roots` are probabilities of independent states; of each part, its units, each a list of
 * the roots that must be up, and how many of them it takes; a need is a node's number or [k, inputs].
 */
function peerNetwork({ network, measure }: Sampled): unknown {
  const roots: number[] = [];
  const members = measure.members.map(({ p }) => roots.push(p) - 1);
  const part = (component: number | null) => {
    if (component === null) return { units: [], quorum: 0 };
    const { units, quorum } = measure.components[component]!;
    const own = units.map((unit) => [
      ...(unit.up.q > 0 ? [roots.push(unit.up.p) - 1] : []),
      ...unit.members.map((member) => members[member]!),
    ]);
    return { units: own, quorum };
  };
  return {
    nodes: network.nodes.map(({ component }) => part(component)),
    links: network.links.map(({ from, to, component }) => [from, to, part(component)]),
    need: peerNeed(network.need),
    roots,
  };
}

function peerNeed(need: NetworkNeed): unknown {
  return need.kind === "node" ? need.node : [need.k, need.of.map(peerNeed)];
}
