import { hintKind } from "../deployment/hint-kind.ts";
import type { Deployment, Hint, ThirdParty } from "../deployment/workload.ts";
import type { Mode } from "../model/model.ts";
import type { DraftService, Roster } from "./roster.ts";

/** Who calls whom, as the manifests let guess. */
export type DraftDependency = {
  readonly from: DraftService;
  readonly to: DraftService;
  readonly mode: Mode;
  /** The hint that says so best. */
  readonly hint: Hint;
};

/** What names another service and is no dependency of the draft; each with its best hint. */
export type SetAside = {
  readonly from: DraftService;
  readonly to: DraftService;
  readonly hint: Hint;
  readonly why: "telemetry" | "order" | "ambiguous" | "problem";
};

export type DraftDependencies = {
  readonly dependencies: readonly DraftDependency[];
  readonly aside: readonly SetAside[];
  readonly thirdParties: readonly (ThirdParty & { readonly service: DraftService })[];
};

type Pair = {
  readonly from: DraftService;
  readonly to: DraftService;
  readonly hints: readonly Hint[];
  readonly isAmbiguous: boolean;
};

/**
 * Dependencies from hints. Telemetry is none, since no request waits for it; and where the variables of a
 * service name whom it calls, what only the order of starting says (`depends_on`) is none either. Messages
 * go to their broker, or come from it where nothing calls the service that takes them.
 */
export function dependenciesOf(
  deployment: Deployment,
  roster: Roster,
  laptop: Deployment | null,
): DraftDependencies {
  const own = pairsOf(deployment.hints, roster);
  const pairs = [...own, ...borrowed(own, laptop, roster)];
  const kinds = pairs.map(kindOf);
  const configured = new Set(
    pairs
      .filter((pair, i) => kinds[i] !== "telemetry" && isConfigured(pair))
      .map(({ from }) => from),
  );
  const dependencies: DraftDependency[] = [];
  const aside: SetAside[] = [];
  for (const [index, pair] of pairs.entries()) {
    const { from, to } = pair;
    const kind = kinds[index];
    const hint = bestOf(pair.hints);
    const why = reasonAside(pair, kind, configured.has(from));
    if (why !== null) aside.push({ from, to, hint, why });
    else dependencies.push({ from, to, mode: kind === "message" ? "async" : "sync", hint });
  }
  const thirdParties = deployment.thirdParties.flatMap((one) => {
    const service = roster.serviceOf(one.from);
    return service === null ? [] : [{ ...one, service }];
  });
  const reached = new Set(dependencies.map(({ to }) => to));
  return {
    dependencies: dependencies
      .map((one) => (takesMessages(one, deployment, reached) ? reversed(one) : one))
      .sort(byNames),
    aside: aside.sort(byNames),
    thirdParties,
  };
}

function pairsOf(hints: readonly Hint[], roster: Roster): readonly Pair[] {
  const pairs = new Map<string, Pair & { readonly hints: Hint[] }>();
  for (const hint of hints) {
    const from = roster.serviceOf(hint.from);
    const ends = new Set(hint.to.map(roster.serviceOf));
    if (from === null || ends.has(from)) continue;
    for (const to of ends) {
      if (to === null) continue;
      const key = JSON.stringify([from.name, to.name]);
      const known = pairs.get(key);
      if (known === undefined) {
        pairs.set(key, { from, to, hints: [hint], isAmbiguous: ends.size > 1 });
      } else known.hints.push(hint);
    }
  }
  return [...pairs.values()];
}

/**
 * What the Compose file of the same system says of services of which the manifests of the cluster tell
 * nothing: they have it compiled in, or from where nobody looks.
 */
function borrowed(
  own: readonly Pair[],
  laptop: Deployment | null,
  roster: Roster,
): readonly Pair[] {
  if (laptop === null) return [];
  const byName = new Map(roster.services.map((one) => [one.name, one]));
  const named = { ...roster, serviceOf: ({ name }: { name: string }) => byName.get(name) ?? null };
  const telling = new Set(own.filter((one) => kindOf(one) !== "telemetry").map(({ from }) => from));
  return pairsOf(laptop.hints, named).filter(({ from }) => !telling.has(from));
}

type PairKind = "call" | "message" | "telemetry";

function kindOf({ hints }: Pair): PairKind {
  const kinds = new Set(hints.map(hintKind));
  if (kinds.has("message")) return "message";
  return kinds.has("call") || !kinds.has("telemetry") ? "call" : "telemetry";
}

/** By more than the order in which Compose starts services. */
function isConfigured({ hints }: Pair): boolean {
  return hints.some(({ key }) => key !== "depends_on");
}

function reasonAside(
  pair: Pair,
  kind: PairKind | undefined,
  isCallerConfigured: boolean,
): SetAside["why"] | null {
  if (kind === "telemetry") return "telemetry";
  if (isCallerConfigured && !isConfigured(pair)) return "order";
  if (pair.isAmbiguous) return "ambiguous";
  return pair.from.problem !== null || pair.to.problem !== null ? "problem" : null;
}

/** Variables say more than scripts that wait for a port, and these more than the order of starting. */
function bestOf(hints: readonly Hint[]): Hint {
  const rank = ({ key, scheme, port }: Hint) =>
    (key === "depends_on" ? 4 : 0) + (key === "command" ? 2 : 0) + ((scheme ?? port) ? 0 : 1);
  return [...hints].sort((a, b) => rank(a) - rank(b))[0]!;
}

/** Nothing calls it and no call can: it lives on what its broker has for it. */
function takesMessages(
  { from, mode }: DraftDependency,
  { entrances }: Deployment,
  reached: ReadonlySet<DraftService>,
): boolean {
  if (mode !== "async" || reached.has(from)) return false;
  if (from.workloads.some(({ selectedBy }) => selectedBy.length > 0)) return false;
  return !entrances.some(({ leadsTo }) =>
    leadsTo.some((ref) =>
      from.workloads.some(({ kind, name }) => kind === ref.kind && name === ref.name),
    ),
  );
}

function reversed({ from, to, ...rest }: DraftDependency): DraftDependency {
  return { ...rest, from: to, to: from };
}

function byNames(
  a: { readonly from: DraftService; readonly to: DraftService },
  b: { readonly from: DraftService; readonly to: DraftService },
): number {
  const [left, right] = [`${a.from.name}\0${a.to.name}`, `${b.from.name}\0${b.to.name}`];
  return left < right ? -1 : left > right ? 1 : 0;
}
