/** What the shop of zones is in one what-if: the probability that each part works by itself. */
export type What = {
  readonly zones: readonly [number, number, number];
  /** θ of every replica, by service. */
  readonly replicas: Readonly<Record<"frontend" | "cart" | "payment", readonly number[]>>;
  /** Of `payment -> bank` itself. */
  readonly bank: number;
};

const REPLICAS = [0.99, 0.99, 0.99];

export const STEADY: What = {
  zones: [0.998, 0.999, 0.997],
  replicas: { frontend: REPLICAS, cart: REPLICAS, payment: REPLICAS },
  bank: 0.9999,
};

/** On time at the first attempt or at the second. */
const ON_TIME = 1 - 0.02 ** 2;

/** Zones are told apart state by state; what sits on them fails on its own then. */
export function availability({ zones, replicas, bank }: What): number {
  let sum = 0;
  for (let state = 0; state < 8; state++) {
    const isUp = (zone: number) => ((state >> zone) & 1) === 1;
    const share = zones.reduce((all, p, zone) => all * (isUp(zone) ? p : 1 - p), 1);
    const live = Object.values(replicas).map(
      (own) => 1 - own.reduce((all, theta, index) => all * (1 - (isUp(index % 3) ? theta : 0)), 1),
    );
    sum += share * live.reduce((all, one) => all * one, 1);
  }
  const channels = 0.9999 * 0.9999 * ON_TIME * bank;
  const outside = 0.9995;
  const mesh = 0.9999 * (1 - 0.001);
  return sum * channels * outside * mesh;
}

/** Without so many of three replicas, any of them as likely as any other. */
export function without(service: keyof What["replicas"], gone: number, what = STEADY): number {
  const sets = [0, 1, 2, 3, 4, 5, 6, 7].filter((set) => ones(set) === gone);
  const figures = sets.map((set) => {
    const left = REPLICAS.map((theta, index) => (((set >> index) & 1) === 1 ? 0 : theta));
    return availability({ ...what, replicas: { ...what.replicas, [service]: left } });
  });
  return figures.reduce((sum, one) => sum + one, 0) / figures.length;
}

/** Three of the nine replicas are dead, and the others live but for their zones. */
export function killedThree(): number {
  const sets = Array.from({ length: 512 }, (_, set) => set).filter((set) => ones(set) === 3);
  const figures = sets.map((set) => {
    const left = (from: number) => [0, 1, 2].map((index) => 1 - ((set >> (from + index)) & 1));
    const replicas = { frontend: left(0), cart: left(3), payment: left(6) };
    return availability({ ...STEADY, replicas });
  });
  return figures.reduce((sum, one) => sum + one, 0) / figures.length;
}

function ones(set: number): number {
  return set.toString(2).replaceAll("0", "").length;
}
