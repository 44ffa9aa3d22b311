import fc from "fast-check";

/** A system as one draws it on paper: the truth that files only spell. Probabilities are whole thousandths. */
export type Shop = {
  readonly services: readonly ShopService[];
  readonly calls: readonly ShopCall[];
  readonly endpoints: readonly ShopEndpoint[];
};

export type ShopService = {
  readonly replicas: number;
  readonly up: number;
  readonly quorum: number;
  /** Who says how many there are. */
  readonly from: "manifest" | "spec" | "external";
};

export type ShopCall = {
  readonly from: number;
  readonly to: number;
  readonly sync: boolean;
  readonly up: number;
};

export type ShopNeed = number | { readonly k: number; readonly of: readonly ShopNeed[] };

export type ShopEndpoint = {
  readonly entry: number;
  readonly eventual: boolean;
  /** `null`: strict. */
  readonly needs: readonly ShopNeed[] | null;
  readonly slo: number;
};

const service: fc.Arbitrary<ShopService> = fc.record({
  replicas: fc.oneof({ weight: 20, arbitrary: fc.integer({ min: 1, max: 4 }) }, fc.constant(0)),
  up: fc.oneof(fc.integer({ min: 900, max: 999 }), fc.integer({ min: 1, max: 1000 })),
  quorum: fc.oneof({ weight: 4, arbitrary: fc.constant(1) }, fc.integer({ min: 1, max: 3 })),
  from: fc.constantFrom("manifest", "manifest", "manifest", "spec", "external"),
});

const call: fc.Arbitrary<ShopCall> = fc.record({
  from: fc.nat({ max: 3 }),
  to: fc.nat({ max: 3 }),
  sync: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.boolean()),
  up: fc.integer({ min: 950, max: 1000 }),
});

const need: fc.Arbitrary<ShopNeed> = fc.letrec<{ need: ShopNeed }>((tie) => ({
  need: fc.oneof(
    { maxDepth: 2 },
    { weight: 3, arbitrary: fc.nat({ max: 3 }) },
    {
      weight: 1,
      arbitrary: fc.record({
        k: fc.integer({ min: 1, max: 3 }),
        of: fc.array(tie("need"), { minLength: 1, maxLength: 3 }),
      }),
    },
  ),
})).need;

const endpoint: fc.Arbitrary<ShopEndpoint> = fc.record({
  entry: fc.nat({ max: 3 }),
  eventual: fc.boolean(),
  needs: fc.option(fc.array(need, { maxLength: 3 })),
  slo: fc.oneof(fc.integer({ min: 900, max: 999 }), fc.integer({ min: 1, max: 999 })),
});

export const shop: fc.Arbitrary<Shop> = fc
  .record({
    services: fc.array(service, { minLength: 2, maxLength: 4 }),
    calls: fc.array(call, { minLength: 1, maxLength: 5 }),
    endpoints: fc.array(endpoint, { minLength: 1, maxLength: 3 }),
  })
  .map(sound);

/** Indices within bounds, no call twice, and each `of` without repetition: what a spec may say. */
function sound({ services, calls, endpoints }: Shop): Shop {
  const count = services.length;
  const once = new Map(
    calls.map((one) => {
      const placed = { ...one, from: one.from % count, to: one.to % count };
      return [`${placed.from} ${placed.to} ${placed.sync}`, placed] as const;
    }),
  );
  return {
    services: services.map((one) =>
      one.from === "external" ? { ...one, replicas: 1, quorum: 1 } : one,
    ),
    calls: [...once.values()],
    endpoints: endpoints.map((one) => ({
      ...one,
      entry: one.entry % count,
      needs: one.needs === null ? null : distinct(one.needs, count),
    })),
  };
}

function distinct(needs: readonly ShopNeed[], count: number): readonly ShopNeed[] {
  const placed = needs.map((one): ShopNeed => {
    if (typeof one === "number") return one % count;
    const of = distinct(one.of, count);
    return { k: 1 + ((one.k - 1) % of.length), of };
  });
  // In one order, as two lists of the same needs are the same need.
  const known = new Map(placed.map((one) => [JSON.stringify(one), one]));
  return [...known].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}

/**
 * The availability of an endpoint, by adding up every state of services and calls as the definitions read:
 * Eq. (5) for who is live, (11) for what is usable, (12) and (13) for what is reached. Shares nothing with
 * the project's reader or engine.
 */
export function truth(shop: Shop, endpoint: ShopEndpoint): number {
  const chances = [
    ...shop.services.map((one) =>
      one.from === "external" ? one.up / 1000 : atLeast(one.quorum, one.replicas, one.up / 1000),
    ),
    ...shop.calls.map(({ up }) => up / 1000),
  ];
  let sum = 0;
  for (let state = 0; state < 2 ** chances.length; state++) {
    const weight = chances.reduce((w, p, i) => w * ((state >> i) & 1 ? p : 1 - p), 1);
    if (weight > 0 && succeeds(shop, endpoint, state)) sum += weight;
  }
  return sum;
}

function atLeast(k: number, n: number, p: number): number {
  let sum = 0;
  for (let j = k, choose = chooseOf(n, k); j <= n; j++) {
    sum += choose * p ** j * (1 - p) ** (n - j);
    choose = (choose * (n - j)) / (j + 1);
  }
  return sum;
}

function chooseOf(n: number, k: number): number {
  let product = 1;
  for (let i = 1; i <= k; i++) product = (product * (n - k + i)) / i;
  return k > n ? 0 : product;
}

function succeeds(
  { services, calls }: Shop,
  { entry, eventual, needs }: ShopEndpoint,
  state: number,
): boolean {
  const live = (i: number) => ((state >> i) & 1) === 1;
  const counted = calls.filter(({ sync }) => sync || eventual);
  const usable = (one: ShopCall) =>
    live(one.from) && live(one.to) && ((state >> (services.length + calls.indexOf(one))) & 1) === 1;
  if (!live(entry)) return false;
  if (needs === null) {
    const closure = reach(entry, counted);
    return counted.filter(({ from }) => closure.has(from)).every(usable);
  }
  const reached = reach(entry, counted.filter(usable));
  const holds = (need: ShopNeed): boolean =>
    typeof need === "number" ? reached.has(need) : need.of.filter(holds).length >= need.k;
  return needs.every(holds);
}

function reach(entry: number, calls: readonly ShopCall[]): ReadonlySet<number> {
  const found = new Set([entry]);
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const { from, to } of calls) if (found.has(from)) found.add(to);
  }
  return found;
}
