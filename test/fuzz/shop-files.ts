import fc from "fast-check";
import type { Shop, ShopNeed, ShopService } from "./shop.ts";
import { type Data, PLAIN, type Style, style, written } from "./written.ts";

/** How a shop is spread over files, which says nothing about what it is. */
export type Spelling = {
  readonly style: Style;
  /** Percentages or fractions, in turn. */
  readonly fractions: boolean;
  /** One file a workload, all in one, or a v1 List. */
  readonly files: "each" | "stream" | "list";
  readonly folder: string;
  readonly scaled: boolean;
};

export const spelling: fc.Arbitrary<Spelling> = fc.record({
  style,
  fractions: fc.boolean(),
  files: fc.constantFrom("each", "stream", "list"),
  folder: fc.constantFrom("deploy", "deploy/a/b", "deploy/ü ñ", "deploy/x.yaml"),
  scaled: fc.boolean(),
});

export const PLAINLY: Spelling = {
  style: PLAIN,
  fractions: false,
  files: "each",
  folder: "deploy",
  scaled: false,
};

/** The files of a repository that holds the shop, each a text. */
export function filesOf(shop: Shop, how: Spelling): Readonly<Record<string, string>> {
  return { "availability.yaml": specText(shop, how), ...manifestTexts(shop, how) };
}

export function specText(shop: Shop, how: Spelling): string {
  return written(specData(shop, how), how.style);
}

export function manifestTexts(shop: Shop, how: Spelling): Readonly<Record<string, string>> {
  const objects = shop.services.flatMap((one, i) =>
    one.from === "manifest" ? [objectsOf(one, i, how)] : [],
  );
  const { folder } = how;
  const text = (data: Data) => written(data, how.style);
  if (how.files === "list") {
    const list = { apiVersion: "v1", kind: "List", items: objects.flat() };
    return { [`${folder}/all.yaml`]: text(list) };
  }
  const stream = (all: readonly Data[]) =>
    all
      .map((one, at) => (at === 0 ? text(one) : text(one).replace(/^\ufeff/, "")))
      .join(`---${how.style.lineEnd}`);
  if (how.files === "stream") return { [`${folder}/all.yaml`]: stream(objects.flat()) };
  return Object.fromEntries(objects.map((one, i) => [`${folder}/w${i}.yaml`, stream(one)]));
}

function objectsOf({ replicas }: ShopService, index: number, how: Spelling): readonly Data[] {
  const name = `s${index}`;
  const scaled = how.scaled && replicas > 0;
  const deployment = {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name, labels: { app: name } },
    spec: {
      ...(scaled ? {} : { replicas }),
      selector: { matchLabels: { app: name } },
      template: {
        metadata: { labels: { app: name } },
        spec: { containers: [{ name: "main", image: "example/main:1" }] },
      },
    },
  };
  if (!scaled) return [deployment];
  const autoscaler = {
    apiVersion: "autoscaling/v2",
    kind: "HorizontalPodAutoscaler",
    metadata: { name },
    spec: {
      scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name },
      minReplicas: replicas,
      maxReplicas: 9,
    },
  };
  return [deployment, autoscaler];
}

function specData(shop: Shop, how: Spelling): Data {
  const odds = (thousandths: number): Data =>
    how.fractions ? thousandths / 1000 : `${thousandths / 10}%`;
  const services = shop.services.map((one, i): readonly [string, Data] => [
    `s${i}`,
    one.from === "external"
      ? { external: odds(one.up) }
      : {
          replicaAvailability: odds(one.up),
          ...(one.quorum === 1 ? {} : { quorum: one.quorum }),
          ...(one.from === "spec" ? { replicas: one.replicas } : {}),
        },
  ]);
  return {
    version: 1,
    manifests: ["deploy/**/*.yaml"],
    services: Object.fromEntries(services),
    dependencies: shop.calls.map(({ from, to, sync, up }) => ({
      [`s${from} ${sync ? "->" : "~>"} s${to}`]: { availability: odds(up) },
    })),
    endpoints: Object.fromEntries(
      shop.endpoints.map(({ entry, eventual, needs, slo }, i) => [
        `e${i}`,
        {
          entry: `s${entry}`,
          slo: odds(slo),
          ...(eventual ? { completion: "eventual" } : {}),
          ...(needs === null ? {} : { needs: needs.map(needData) }),
        },
      ]),
    ),
  };
}

function needData(need: ShopNeed): Data {
  if (typeof need === "number") return `s${need}`;
  return { atLeast: need.k, of: need.of.map(needData) };
}
