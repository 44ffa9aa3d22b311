import type { Model, Need } from "../../src/model/model.ts";
import { spell, type TracedEndpoint, type TracedModel } from "./generate-model.ts";
import type { Run } from "./generate-run.ts";

/** What a model says, in words that compare: the same for the same ⟨G, R, Φ⟩ and counts of ρ. */
export type Said = {
  /** Replicas. */
  readonly services: Readonly<Record<string, number>>;
  /** By `a -> b`; `null`: how its calls ended is not told. */
  readonly dependencies: Readonly<Record<string, SaidOfCalls>>;
  readonly endpoints: Readonly<Record<string, SaidOfEndpoint>>;
};

export type SaidOfCalls = {
  readonly good: number;
  readonly total: number;
  /** Of its attempts, where some were late. */
  readonly retries: number | null;
} | null;

export type SaidOfEndpoint = {
  readonly entry: string;
  /** The dependencies that each member needs, by its share in thousandths. */
  readonly members: readonly string[];
};

/** What a discovered model says. */
export function saidBy(model: Model): Said {
  const name = (service: number): string => model.services[service]!.name;
  return {
    services: sorted(model.services.map((one) => [one.name, one.replicas.length])),
    dependencies: sorted(
      model.dependencies.map(({ name, channels: [channel] }) => {
        const { evidence, timeout } = channel!;
        const retries = timeout?.retries ?? null;
        return [name, evidence ? { good: evidence.good, total: evidence.total, retries } : null];
      }),
    ),
    endpoints: sorted(
      model.endpoints.map(({ name: title, entry, mixture }) => {
        const members = mixture.map(({ share, need }) =>
          member(share, dependenciesIn(need, model)),
        );
        return [title, { entry: name(entry), members: members.sort() }];
      }),
    ),
  };
}

/** What the traces of a run were made from, so far as the run came by it. */
export function saidOf(model: TracedModel, run: Run): Said {
  const messages = model.messages.flatMap(({ from, broker, to }): [string, SaidOfCalls][] => {
    const sent = run.messages.get(from) ?? 0;
    // Of a message that arrives, nothing tells how many did not.
    return [
      [`${from} ~> ${broker}`, { good: sent, total: sent, retries: null }],
      [`${broker} ~> ${to}`, null],
    ];
  });
  return {
    services: sorted(model.services.map(({ name, replicas }) => [name, replicas])),
    dependencies: sorted([
      ...model.calls.map((call): [string, SaidOfCalls] => {
        const { calls, usable, attempts, onTime } = run.counts.get(spell(call))!;
        const late = attempts > onTime;
        return [
          spell(call),
          { good: usable, total: calls, retries: late ? call.timeout!.retries : null },
        ];
      }),
      ...messages,
    ]),
    endpoints: sorted(
      model.endpoints.map((endpoint) => {
        const title = `${endpoint.method} ${endpoint.route}`;
        const { succeeded, variants } = run.roots.get(title)!;
        // A request that failed may not have come to all that it would have called.
        const kinds = new Map<string, number>();
        for (const [at, { callees }] of endpoint.variants.entries()) {
          // Variants that differ in optional callees alone need the same, and are one.
          const needed = [...closure(model, endpoint, callees)].sort().join("\n");
          kinds.set(needed, (kinds.get(needed) ?? 0) + variants[at]!.succeeded);
        }
        const members = [...kinds].map(([needed, traces]) =>
          member(traces / succeeded, needed === "" ? [] : needed.split("\n")),
        );
        return [title, { entry: endpoint.entry, members: members.sort() }];
      }),
    ),
  };
}

function member(share: number, needed: readonly string[]): string {
  return `${Math.round(1000 * share)}: ${[...needed].sort().join(", ")}`;
}

/** All that is called from an entry, but for what it does without and what that alone leads to. */
function closure(
  { calls }: TracedModel,
  { entry, optional }: TracedEndpoint,
  callees: readonly string[],
): readonly string[] {
  const needed = new Set<string>();
  const reached = [entry];
  for (const from of reached) {
    for (const call of calls) {
      if (call.from !== from || optional.includes(spell(call))) continue;
      if (from === entry && !callees.includes(call.to)) continue;
      needed.add(spell(call));
      if (!reached.includes(call.to)) reached.push(call.to);
    }
  }
  return [...needed];
}

function dependenciesIn(need: Need, { dependencies }: Model): readonly string[] {
  if (need.kind === "service") throw new Error("a discovered endpoint is strict");
  if (need.kind === "dependency") return [dependencies[need.dependency]!.name];
  if (need.k !== need.of.length) throw new Error("a discovered endpoint is strict");
  return [...new Set(need.of.flatMap((one) => dependenciesIn(one, { dependencies } as Model)))];
}

function sorted<T>(entries: readonly (readonly [string, T])[]): Readonly<Record<string, T>> {
  return Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
}
