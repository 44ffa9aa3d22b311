import type { SpecData } from "./scene.ts";

/** A spec in the making: what edits change of it, each one fact. */
export type Draft = {
  defaults: Record<string, unknown>;
  zone: string[];
  zoneUp: Record<string, string>;
  rack: boolean;
  mesh: string[];
  services: Record<string, Record<string, unknown>>;
  dependencies: Record<string, Record<string, unknown>>;
  incidents: Record<string, unknown>[];
  entry: string;
  eventual: boolean;
  members: Member[];
};

type Need = string | { anyOf: string[] };
type Member = { weight: number; needs?: Need[]; calls?: string[]; optional?: string[] };

export function draft(members: Member[]): Draft {
  return {
    defaults: {
      replicaAvailability: "95%",
      dependencyAvailability: "99%",
      placement: { zone: "spread" },
    },
    zone: ["a", "b", "c"],
    zoneUp: {},
    rack: false,
    mesh: ["cart -> db"],
    services: {
      web: { replicas: 2, replicaAvailability: "97%" },
      edge: { replicas: 1 },
      cart: { replicas: 3, placement: { zone: "spread" } },
      db: { replicas: 3, quorum: "majority", placement: { zone: "spread" } },
      cache: { replicas: 1 },
      mail: { replicas: 2, replicaAvailability: "90%" },
    },
    dependencies: {
      "web -> cart": {},
      "edge -> cart": { availability: "98%" },
      "edge -> cache": {},
      "cart -> db": {},
      "cart -> cache": { availability: "97%" },
      "web -> cache": {},
      "cart ~> mail": { availability: "96%" },
    },
    incidents: [],
    entry: "web",
    eventual: false,
    members,
  };
}

/** Endpoints of every shape. */
export const ENDPOINTS: readonly (() => Member[])[] = [
  () => [{ weight: 1 }],
  () => [{ weight: 1, calls: ["cart", "cache"], optional: ["mail"] }],
  () => [{ weight: 1, needs: ["cart", "cache"] }],
  () => [{ weight: 1, needs: ["db", { anyOf: ["cache", "cart -> cache"] }] }],
  () => [
    { weight: 3, needs: ["cart"] },
    { weight: 1, optional: ["cart -> cache"] },
  ],
];

export type Edit = (draft: Draft) => void;

const set =
  (service: string, key: string, value: unknown): Edit =>
  ({ services }) => {
    const own = services[service];
    if (own !== undefined) own[key] = value;
  };

const line =
  (name: string, key: string, value: unknown): Edit =>
  ({ dependencies }) => {
    const own = dependencies[name];
    if (own !== undefined) own[key] = value;
  };

/** Every edit is one fact, whatever else is edited. */
export const EDITS: Readonly<Record<string, Edit>> = {
  replicas: set("cart", "replicas", 1),
  "majority replicas": set("db", "replicas", 5),
  "packed replicas": set("db", "replicas", 2),
  quorum: set("cart", "quorum", 2),
  "no majority": set("db", "quorum", 1),
  theta: set("cart", "replicaAvailability", "90%"),
  "default theta": ({ defaults }) => {
    defaults.replicaAvailability = "85%";
  },
  "default rho": ({ defaults }) => {
    defaults.dependencyAvailability = "93%";
  },
  rho: line("web -> cart", "availability", "91%"),
  "time-out": line("cart -> db", "timeout", { onTime: "80%", retries: 1 }),
  packed: set("cart", "placement", { zone: "packed" }),
  "on two": set("db", "placement", { zone: ["b", "c"] }),
  "default seats": ({ defaults }) => {
    defaults.placement = { zone: ["b", "c"] };
  },
  "own seats": set("mail", "placement", { zone: ["b"] }),
  "no own seats": ({ services }) => {
    delete services.cart?.placement;
  },
  "member down": ({ zoneUp }) => {
    zoneUp.a = "80%";
  },
  "member gone": ({ zone }) => {
    zone.splice(zone.indexOf("a"), 1);
  },
  "member new": ({ zone }) => {
    zone.push("d");
  },
  "mesh covers": ({ mesh }) => {
    mesh.push("web -> cart");
  },
  rack: (of) => {
    of.rack = true;
  },
  incident: ({ incidents }) => {
    incidents.push({ probability: "20%", down: ["cache"] });
  },
  "other incident": ({ incidents }) => {
    incidents.push({ probability: "10%", override: { "cart -> db": "50%", mail: "10%" } });
  },
  external: ({ services }) => {
    services.cache = { external: "88%" };
  },
  "dependency gone": ({ dependencies }) => {
    delete dependencies["web -> cache"];
  },
  "service new": ({ services }) => {
    services.fraud = { replicas: 2, replicaAvailability: "80%" };
  },
  "dependency new": ({ dependencies }) => {
    dependencies["cart -> fraud"] = { availability: "92%" };
  },
  "need new": ({ members }) => {
    for (const { needs } of members.slice(0, 1)) needs?.push("fraud");
  },
  "need gone": ({ members }) => {
    const needs = members[0]?.needs;
    if (needs?.includes("cart")) needs.splice(needs.indexOf("cart"), 1);
  },
  "need nested": ({ members }) => {
    for (const { needs = [] } of members) {
      for (const need of needs) if (typeof need !== "string") need.anyOf.push("mail");
    }
  },
  optional: ({ members }) => {
    const [first] = members.filter(({ needs }) => needs === undefined);
    if (first !== undefined) first.optional = ["cache"];
  },
  weights: ({ members }) => {
    members[0]!.weight = members.length;
  },
  entry: (of) => {
    of.entry = "edge";
  },
  eventual: (of) => {
    of.eventual = true;
  },
};

/** Their edits do not go together in every order: a spec must hold at the end. */
export function isWhole(names: readonly string[]): boolean {
  const has = (name: string) => names.includes(name);
  if (has("need new") && !(has("service new") && has("dependency new"))) return false;
  if (has("dependency new") && !has("service new")) return false;
  // Each of these speaks of what another one changes.
  const apart = [
    ["majority replicas", "packed replicas"],
    ["no majority", "packed replicas"],
    ["member gone", "member new"],
    ["member gone", "member down"],
    ["member gone", "on two"],
    ["member gone", "default seats"],
    ["packed", "no own seats"],
    ["external", "default theta"],
  ];
  return apart.every(([a = "", b = ""]) => !(has(a) && has(b)));
}

/**
 * The spec of a draft, as far as its parts are there; `null`: a need names what is not.
 *
 * @param allUp every availability is 100%
 */
export function specOf(of: Draft, allUp = false): SpecData | null {
  const there = (name: string): boolean =>
    /[-~]>/.test(name) ? name in of.dependencies && ends(name).every(there) : name in of.services;
  const needed = of.members.flatMap(({ needs = [] }) =>
    needs.flatMap((need) => (typeof need === "string" ? [need] : need.anyOf)),
  );
  if (!needed.every(there)) return null;
  const certain = (one: Record<string, unknown>) => {
    const { timeout, ...rest } = one;
    if (!allUp) return one;
    for (const key of ["availability", "replicaAvailability", "external"]) {
      if (key in rest) rest[key] = "100%";
    }
    return rest;
  };
  const services = Object.entries(of.services).map(([name, one]) => [name, certain(one)] as const);
  const zoneUp = Object.fromEntries(of.zone.map((name) => [name, of.zoneUp[name] ?? "98%"]));
  const members = of.members.map(({ weight, ...stated }) => {
    const { calls } = stated;
    const called = calls?.filter((one) => there(`${of.entry} -> ${one}`));
    const asked = calls === undefined ? stated : { ...stated, calls: called };
    return of.members.length === 1 ? asked : { weight, ...asked };
  });
  return {
    defaults: allUp ? { replicaAvailability: "100%", dependencyAvailability: "100%" } : of.defaults,
    domains: {
      zone: { members: of.zone, availability: allUp ? "100%" : zoneUp },
      mesh: { availability: allUp ? "100%" : "94%", covers: of.mesh.filter(there) },
      ...(of.rack ? { rack: { members: ["r", "s"], availability: allUp ? "100%" : "90%" } } : {}),
    },
    services: Object.fromEntries(
      services.map(([name, one]) => {
        if (!of.rack || name !== "db") return [name, one];
        const placement = one.placement as Record<string, unknown>;
        return [name, { ...one, placement: { ...placement, rack: "spread" } }];
      }),
    ),
    dependencies: Object.entries(of.dependencies)
      .filter(([name]) => there(name))
      .map(([name, one]) => ({ [name]: certain(one) })),
    incidents: allUp ? [] : of.incidents,
    endpoints: {
      "GET /": {
        entry: of.entry,
        completion: of.eventual ? "eventual" : "immediate",
        ...(members.length === 1 ? members[0] : { mixture: members }),
      },
    },
  };
}

function ends(name: string): readonly string[] {
  return name.split(/ [-~]> /);
}
