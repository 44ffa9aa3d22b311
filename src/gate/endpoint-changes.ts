import { NEGLIGIBLE } from "../availability/estimate.ts";
import { formatPercent, formatProbability } from "../availability/figures.ts";
import type { Endpoint, MixtureMember, Model, Probability } from "../model/model.ts";
import type { Place } from "../yaml/diagnostic.ts";
import { change, removal } from "./change-row.ts";
import { pairEndpoints } from "./pair-endpoints.ts";
import { memberText, strictScope } from "./predicate-text.ts";
import type { Change } from "./result.ts";
import { minimumOf } from "./thresholds.ts";

type Subject = { readonly model: Model; readonly endpoint: Endpoint };

/** Significant digits of a share, which is seldom a round number: 33.33%. */
const SHARE_DIGITS = 4;

/** What differs between the endpoints of two models, as the gate pairs them. */
export function endpointChanges(base: Model, head: Model): readonly Change[] {
  const pairs = pairEndpoints(base, head);
  const rows = pairs.present.flatMap((pair) => {
    const subject = { model: head, endpoint: pair.head };
    if (pair.base !== null) {
      return attributeChanges({ model: base, endpoint: pair.base }, subject);
    }
    const { name, place } = pair.head;
    return [change("endpoint-added", name, null, predicateText(subject), place)];
  });
  const gone = pairs.removed.map((endpoint) =>
    removal(
      "endpoint-removed",
      endpoint.name,
      predicateText({ model: base, endpoint }),
      endpoint.place,
    ),
  );
  return [...rows, ...gone];
}

function attributeChanges(base: Subject, head: Subject): readonly Change[] {
  const { name, place, sloPlace } = head.endpoint;
  const row = (kind: Change["kind"], old: string | null, now: string | null, at = place) =>
    old === now ? [] : [change(kind, name, old, now, at)];
  return [
    ...row("endpoint-renamed", base.endpoint.name, name),
    ...row("entry", entryName(base), entryName(head)),
    ...row("completion", base.endpoint.completion, head.endpoint.completion),
    ...predicateChange(base, head),
    ...mixtureChange(base.endpoint, head.endpoint),
    ...row("slo", sloText(base.endpoint.slo), sloText(head.endpoint.slo), sloPlace ?? place),
    ...underChanges(base, head),
  ];
}

/** Minima under faults that both sides have: others belong to the coming or going of their fault. */
function underChanges(base: Subject, head: Subject): readonly Change[] {
  const faults = new Set(base.model.faults.map(({ name }) => name));
  return head.model.faults.flatMap(({ name }) => {
    if (!faults.has(name)) return [];
    const [was, now] = [minimumOf(base, name), minimumOf(head, name)];
    if (was?.q === now?.q) return [];
    const subject = `${head.endpoint.name} under ${name}`;
    if (now === null) return [removal("under", subject, sloText(was), underPlace(base, name))];
    return [change("under", subject, sloText(was), sloText(now), underPlace(head, name))];
  });
}

/** Of a minimum that it has. */
function underPlace({ model, endpoint }: Subject, fault: string): Place {
  return endpoint.under.find((one) => model.faults[one.fault]!.name === fault)!.place;
}

function entryName({ model, endpoint }: Subject): string {
  return model.services[endpoint.entry]!.name;
}

/** The vector of a mixture, where it is another one: one row. */
export function mixtureChange(base: Endpoint, head: Endpoint): readonly Change[] {
  const [old, now] = [shares(base), shares(head)];
  const same =
    old.length === now.length && old.every((one, i) => Math.abs(one - now[i]!) <= NEGLIGIBLE);
  if (same) return [];
  const alike = sharesText(old, SHARE_DIGITS) === sharesText(now, SHARE_DIGITS);
  const digits = alike ? 12 : SHARE_DIGITS;
  return [
    change("mixture", head.name, sharesText(old, digits), sharesText(now, digits), head.place),
  ];
}

function shares({ mixture }: Endpoint): readonly number[] {
  return mixture.map(({ share }) => share);
}

/** Shares in percent; of an ordinary endpoint, `null`. */
function sharesText(own: readonly number[], digits: number): string | null {
  if (own.length === 1) return null;
  return own.map((one) => formatPercent(Number(one.toPrecision(digits)))).join(", ");
}

function sloText(slo: Probability | null): string | null {
  return slo === null ? null : formatProbability(slo);
}

function predicateText(subject: Subject): string {
  const { model, endpoint } = subject;
  return endpoint.mixture
    .map((member) => memberText(model, member, cutsOf(subject, member)))
    .join(" | ");
}

function cutsOf({ model, endpoint }: Subject, member: MixtureMember): readonly string[] {
  return member.strict ? strictScope(model, endpoint, member).cuts : [];
}

/**
 * A predicate changes when its text does; a strict one when `calls` or `optional` cut off other
 * dependencies among those that both sides met. What a new dependency brings into a strict closure
 * belongs to that dependency.
 */
function predicateChange(base: Subject, head: Subject): readonly Change[] {
  const before = base.endpoint.mixture;
  const after = head.endpoint.mixture;
  const same =
    before.length === after.length &&
    before.every((member, i) => sameMember(base, member, head, after[i]!));
  if (same) return [];
  const { name, place } = head.endpoint;
  return [change("predicate", name, predicateText(base), predicateText(head), place)];
}

function sameMember(
  base: Subject,
  before: MixtureMember,
  head: Subject,
  after: MixtureMember,
): boolean {
  if (before.strict !== after.strict) return false;
  if (!before.strict) {
    return memberText(base.model, before, []) === memberText(head.model, after, []);
  }
  const old = strictScope(base.model, base.endpoint, before);
  const now = strictScope(head.model, head.endpoint, after);
  const shared = (names: readonly string[]) =>
    names.filter((name) => old.met.has(name) && now.met.has(name)).join("\n");
  return shared(old.cuts) === shared(now.cuts);
}
