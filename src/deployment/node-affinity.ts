import { asInteger, asMapping, asSequence, asText, lookup } from "../yaml/access.ts";
import type { Position, YamlMapping, YamlNode } from "../yaml/node.ts";
import { placeIn } from "./definition.ts";
import type { PlacementFact } from "./workload.ts";

/** Values of a node label: these, or all but these. */
type Values = { readonly but: boolean; readonly values: readonly string[] };

type Choice = Values & { readonly at: Position };

/** What a term asks of each label that it names; all of it must hold. */
type Term = ReadonlyMap<string, Choice>;

/** Which nodes a pod wants by their labels: its `nodeSelector`, and its node affinity (core/v1). */
export function nodeChoices(spec: YamlMapping, file: string): readonly PlacementFact[] {
  const affinity = lookup(spec, "affinity", "nodeAffinity");
  return [
    ...factsOf(selectorOf(spec), false, file),
    ...factsOf(requiredOf(affinity), false, file),
    ...factsOf(preferredOf(affinity), true, file),
  ];
}

function selectorOf(spec: YamlMapping): Term {
  const entries = asMapping(lookup(spec, "nodeSelector"))?.entries ?? [];
  return new Map(
    entries.flatMap(({ key, keyAt, value }) => {
      const text = asText(value);
      return text === null ? [] : [[key, { but: false, values: [text], at: keyAt }] as const];
    }),
  );
}

/** One of the terms must hold: of a label that one of them does not name they say nothing. */
function requiredOf(affinity: YamlNode | null): Term {
  const required = lookup(affinity, "requiredDuringSchedulingIgnoredDuringExecution");
  const terms = asSequence(lookup(required, "nodeSelectorTerms"))?.items ?? [];
  return oneOf(terms.filter((term) => !isEmpty(term)).map(termOf));
}

/** Of the terms that name a label, those that weigh most decide: they win wherever there is room. */
function preferredOf(affinity: YamlNode | null): Term {
  const preferred = lookup(affinity, "preferredDuringSchedulingIgnoredDuringExecution");
  const terms = (asSequence(preferred)?.items ?? []).map((one) => ({
    weight: asInteger(lookup(one, "weight")) ?? 1,
    term: termOf(lookup(one, "preference")),
  }));
  const keys = new Set(terms.flatMap(({ term }) => [...term.keys()]));
  return new Map(
    [...keys].flatMap((key) => {
      const naming = terms.filter(({ term }) => term.has(key));
      const most = Math.max(...naming.map(({ weight }) => weight));
      return [
        ...oneOf(naming.filter(({ weight }) => weight === most).map(({ term }) => term)),
      ].filter(([name]) => name === key);
    }),
  );
}

/** "A null or empty node selector term matches no objects." */
function isEmpty(term: YamlNode): boolean {
  const lists = ["matchExpressions", "matchFields"].map((key) => asSequence(lookup(term, key)));
  return lists.every((list) => (list?.items ?? []).length === 0);
}

/** `Exists`, `DoesNotExist`, `Gt` and `Lt` tell no values apart that a spec could list. */
function termOf(node: YamlNode | null): Term {
  const term = new Map<string, Choice>();
  for (const one of asSequence(lookup(node, "matchExpressions"))?.items ?? []) {
    const key = asText(lookup(one, "key"));
    const operator = asText(lookup(one, "operator"));
    if (key === null || (operator !== "In" && operator !== "NotIn")) continue;
    const values = (asSequence(lookup(one, "values"))?.items ?? []).flatMap((v) => asText(v) ?? []);
    const choice = { but: operator === "NotIn", values, at: one.at };
    const before = term.get(key);
    term.set(key, before === undefined ? choice : { ...both(before, choice), at: before.at });
  }
  return term;
}

function oneOf(terms: readonly Term[]): Term {
  const [first, ...others] = terms;
  const all = new Map(first ?? []);
  for (const [key, choice] of all) {
    const rest = others.map((term) => term.get(key));
    if (rest.includes(undefined)) all.delete(key);
    else all.set(key, { ...rest.reduce<Values>((a, b) => either(a, b!), choice), at: choice.at });
  }
  return all;
}

function both(a: Values, b: Values): Values {
  return negated(either(negated(a), negated(b)));
}

function either(a: Values, b: Values): Values {
  if (a.but && b.but) return { but: true, values: a.values.filter((v) => b.values.includes(v)) };
  if (!a.but && !b.but) return { but: false, values: [...new Set([...a.values, ...b.values])] };
  const [all, some] = a.but ? [a, b] : [b, a];
  return { but: true, values: all.values.filter((value) => !some.values.includes(value)) };
}

function negated({ but, values }: Values): Values {
  return { but: !but, values };
}

/** Nothing is avoided by `NotIn` of no values. */
function factsOf(term: Term, soft: boolean, file: string): readonly PlacementFact[] {
  return [...term].flatMap(([topologyKey, { but, values, at }]) => {
    if (but && values.length === 0) return [];
    const rule = but ? "avoided" : "pinned";
    const sorted = [...new Set(values)].sort();
    return [{ topologyKey, rule, soft, values: sorted, place: placeIn(file, at) } as const];
  });
}
