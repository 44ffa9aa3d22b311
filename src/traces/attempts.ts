import type { Call, TraceSpan } from "./calls.ts";
import { callFailed } from "./failure.ts";

/** Of one call: which logical call it belongs to, as `Call` has it. */
export type Attempt = Pick<Call, "first" | "attempt">;

/** More repetitions of one call are a loop that polls, and no retries. */
export const MOST_ATTEMPTS = 16;

type Ungrouped = Omit<Call, "first" | "attempt">;

/**
 * Which calls of a trace are attempts of one logical call, since retries do not repeat ρ. Attempts have
 * one caller, target, mode, protocol and operation, and follow one another without overlap (so hedged
 * requests are calls of their own). Where their client says which repetition each is
 * (`http.request.resend_count`: "the ordinal number of request resending attempt"), that decides. Else
 * a row of them is one call if each but the last failed: a loop over many things, which mostly come
 * through, is many calls. A loop over two things of which the first failed cannot be told from a retry.
 */
export function attemptsOf(
  spans: readonly TraceSpan[],
  calls: readonly Ungrouped[],
): readonly Attempt[] {
  const attempts: Attempt[] = calls.map((_, at) => ({ first: at, attempt: 0 }));
  for (const row of rowsOf(spans, calls)) {
    row.sort((a, b) => calls[a]!.start! - calls[b]!.start! || a - b);
    const resends = row.map((at) => spans[calls[at]!.client]?.meaning.resend ?? null);
    if (resends.some((resend) => resend !== null && resend > 0)) byCount(row, resends, attempts);
    else if (isOneCall(row, calls, spans)) {
      row.forEach((at, attempt) => {
        attempts[at] = { first: row[0]!, attempt };
      });
    }
  }
  return attempts;
}

/** Calls that could be attempts of one, two at least. */
function rowsOf(spans: readonly TraceSpan[], calls: readonly Ungrouped[]): number[][] {
  if (!calls.some((_, at) => isAskedAgain(calls, at))) return [];
  const callers = new Map<number, number[]>();
  calls.forEach(({ caller, start }, at) => {
    if (start !== null && caller >= 0) append(callers, caller, at);
  });
  const rows = new Map<string, number[]>();
  for (const own of callers.values()) {
    if (own.length < 2) continue;
    for (const at of own) append(rows, keyOf(spans, calls[at]!), at);
  }
  return [...rows.values()].filter(({ length }) => length > 1);
}

/** Whether the same caller calls the same service before; of many calls it is not worth while to ask. */
function isAskedAgain(calls: readonly Ungrouped[], at: number): boolean {
  if (calls.length > 64) return true;
  const { caller, to } = calls[at]!;
  for (let before = 0; before < at; before += 1) {
    if (calls[before]!.caller === caller && calls[before]!.to === to) return true;
  }
  return false;
}

/** By the caller's own words where there are any: an attempt that never arrived has no others. */
function keyOf(spans: readonly TraceSpan[], call: Ungrouped): string {
  const { caller, from, to, mode, protocol, client, operation } = call;
  const words = spans[client]?.meaning;
  const asked =
    words === undefined
      ? operation
      : [words.method, words.route ?? words.path, words.rpc, words.destination].join("\n");
  return `${caller}\n${mode}\n${protocol}\n${from}\n${to}\n${asked ?? ""}`;
}

function append<K>(lists: Map<K, number[]>, key: K, at: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [at]);
  else list.push(at);
}

/** Each repetition to the last call before it that has one repetition less and no next yet. */
function byCount(
  row: readonly number[],
  resends: readonly (number | null)[],
  attempts: Attempt[],
): void {
  const open = new Map<number, number[]>();
  row.forEach((at, place) => {
    const resend = resends[place] ?? 0;
    const before = open.get(resend - 1)?.pop();
    if (before !== undefined) {
      const { first, attempt } = attempts[before]!;
      attempts[at] = { first, attempt: attempt + 1 };
    }
    append(open, resend, at);
  });
}

function isOneCall(
  row: readonly number[],
  calls: readonly Ungrouped[],
  spans: readonly TraceSpan[],
): boolean {
  if (row.length > MOST_ATTEMPTS) return false;
  return row.every((at, place) => {
    const before = row[place - 1];
    if (before === undefined) return true;
    const { end } = calls[before]!;
    return end !== null && end <= calls[at]!.start! && callFailed(spans, calls[before]!);
  });
}
