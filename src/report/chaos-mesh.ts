import { formatAvailability } from "../availability/figures.ts";
import type { ChaosTarget, Injection, Pods } from "../gate/chaos.ts";
import { expectedText } from "./chaos-words.ts";
import { visible } from "./escape.ts";
import { phraseOf } from "./phrase.ts";
import { plain } from "./plain.ts";

export type ChaosFile = { readonly path: string; readonly text: string };

/** `file: null`: why it is not written, with the remedy. */
export type ChaosManifest =
  | { readonly file: ChaosFile }
  | { readonly file: null; readonly why: string };

/** How long a fault stays. */
const DURATION = "5m";
/** Delays are so many times what the caller waits. */
const BEYOND = 2;
/** What `metadata.name` takes as a label of DNS (RFC 1123), less what a number behind it needs. */
const LONGEST_NAME = 58;
/** Labels of Kubernetes: `prefix/name`, and a value. */
const LABEL_NAME =
  /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?\/)?[A-Za-z0-9](?:[\w.-]{0,61}[A-Za-z0-9])?$/;
const LABEL_VALUE = /^(?:[A-Za-z0-9](?:[\w.-]{0,61}[A-Za-z0-9])?)?$/;
const NAMESPACE = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Injections as manifests of Chaos Mesh 2 (`chaos-mesh.org/v1alpha1`), each in a file of its own. Nothing of them
 * runs before somebody applies them.
 *
 * @param targetOf what an injection is laid on
 */
export function chaosManifests(
  endpoint: string,
  injections: readonly Injection[],
  targetOf: (injection: Injection) => ChaosTarget,
): readonly ChaosManifest[] {
  const taken = new Set<string>();
  return injections.map((injection, rank) => {
    const target = targetOf(injection);
    const why = whyNot(injection, target);
    if (why !== null) return { file: null, why };
    const name = freeName(`${injection.action}-${injection.component}`, taken);
    const path = `${String(rank + 1).padStart(2, "0")}-${name}.yaml`;
    const documents = specsOf(injection, target).map(({ namespace, spec }, at) =>
      documentOf(injection, at === 0 ? name : freeName(name, taken), namespace, spec),
    );
    return { file: { path, text: [heading(endpoint, injection), ...documents].join("") } };
  });
}

function whyNot({ kind, component }: Injection, { pods, callee }: ChaosTarget): string | null {
  const sides = kind === "service" ? [pods] : [pods, callee];
  if (sides.some((one) => one.length === 0)) {
    return kind === "service"
      ? "no workload of Kubernetes with labelled pods gives its replicas; name its manifest under `manifests`"
      : `one side of ${visible(component)} is no workload of Kubernetes with labelled pods; where it is a third party, a NetworkChaos with its host under \`externalTargets\` cuts it off`;
  }
  const odd = sides.flat().some(({ namespace, labels }) => {
    const isOdd = ([key, value]: readonly [string, string]) =>
      !LABEL_NAME.test(key) || !LABEL_VALUE.test(value);
    return (namespace !== null && !NAMESPACE.test(namespace)) || Object.entries(labels).some(isOdd);
  });
  return odd
    ? "its labels or its namespace are none that Kubernetes takes; render them first"
    : null;
}

/** Unique, and a label of DNS: RFC 1123, as Kubernetes asks of `metadata.name` here. */
function freeName(text: string, taken: Set<string>): string {
  const plainName = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+/, "")
    .slice(0, LONGEST_NAME)
    .replace(/-+$/, "");
  let name = plainName;
  for (let count = 2; taken.has(name); count++) name = `${plainName}-${count}`;
  taken.add(name);
  return name;
}

/** Nested maps and lists of what YAML writes as JSON does. */
type Value = string | readonly Value[] | Tree;
type Tree = { readonly [key: string]: Value };

type Spec = { readonly namespace: string | null; readonly spec: Tree };

function specsOf(injection: Injection, { pods, callee, after }: ChaosTarget): readonly Spec[] {
  const { action } = injection;
  if (action === "pod-kill" || action === "pod-failure") {
    // One replica in all, also where several workloads give them.
    return pods.slice(0, 1).map(({ namespace, labels }) => {
      const lasting: Tree = action === "pod-failure" ? { duration: DURATION } : {};
      const selector = selectorOf({ namespace, labels });
      return { namespace, spec: { action, mode: "one", selector, ...lasting } };
    });
  }
  const delayed: Tree =
    action === "delay" && after !== null
      ? { delay: { latency: `${Math.ceil(BEYOND * after)}ms`, jitter: "0ms", correlation: "0" } }
      : {};
  return pods.flatMap((from) =>
    callee.map((to): Spec => {
      const spec = {
        action,
        mode: "all",
        selector: selectorOf(from),
        direction: "to",
        target: { mode: "all", selector: selectorOf(to) },
        ...delayed,
        duration: DURATION,
      };
      return { namespace: from.namespace, spec };
    }),
  );
}

/** Without `namespaces` Chaos Mesh looks in that of the experiment. */
function selectorOf({ namespace, labels }: Pods): Tree {
  return { ...(namespace === null ? {} : { namespaces: [namespace] }), labelSelectors: labels };
}

function documentOf(
  { kind }: Injection,
  name: string,
  namespace: string | null,
  spec: Spec["spec"],
): string {
  const lines = linesOf({
    apiVersion: "chaos-mesh.org/v1alpha1",
    kind: kind === "service" ? "PodChaos" : "NetworkChaos",
    metadata: { name, ...(namespace === null ? {} : { namespace }) },
    spec,
  });
  return `---\n${lines.join("\n")}\n`;
}

/** Scalars in double quotes, as JSON has them: YAML 1.2 reads those alike, and `on` stays a text. */
function linesOf(map: Tree): readonly string[] {
  return Object.entries(map).flatMap(([key, value]) => {
    const name = /^[A-Za-z][A-Za-z0-9]*$/.test(key) && !/^(y|n|yes|no|on|off)$/i.test(key);
    const told = name ? key : JSON.stringify(key);
    if (typeof value !== "object") return [`${told}: ${JSON.stringify(value)}`];
    const inner = isList(value)
      ? value.map((one) => `- ${JSON.stringify(one)}`)
      : linesOf(value as Tree);
    return [`${told}:`, ...inner.map((line) => `  ${line}`)];
  });
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

function heading(endpoint: string, injection: Injection): string {
  const { assumptions, range } = injection;
  const figure = expectedText(injection);
  const [low, high] = range.map((one) => formatAvailability(one));
  return [
    `${whatHappens(injection)}.`,
    `While it is there, ${visible(endpoint)} should be available ${figure}, if the model is right.`,
    `Tested: ${visible(injection.component)} is available between ${low} and ${high}, because`,
    ...assumptions.map((one) => `  ${plain(phraseOf(one))}`),
    "Apply it where users do not suffer, watch the endpoint, and delete it to end it early.",
  ]
    .map((line) => `# ${line}\n`)
    .join("");
}

/** In words, as a sentence without its full stop. */
export function whatHappens({ action, component }: Injection): string {
  const named = visible(component);
  switch (action) {
    case "pod-failure":
      return `One replica of ${named} fails for ${DURATION}; the others must carry on`;
    case "pod-kill":
      return `One replica of ${named} is killed, and no other stands in; watch how soon it is back`;
    case "partition":
      return `No packet of ${named} arrives for ${DURATION}`;
    case "delay":
      return `All calls of ${named} are later than the caller waits, for ${DURATION}`;
  }
}
