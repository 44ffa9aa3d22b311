import { count } from "../report/phrase.ts";
import { type Child, h } from "./dom.ts";
import type { Drawing } from "./graph.ts";

/** Lines of a list that a browser shows at once without strain. */
const MOST = 500;

/** The same as the picture, in words. */
export function graphList({ services, dependencies }: Drawing): HTMLElement {
  const replicas = new Map(services.map((one) => [one.name, one]));
  const lines = dependencies.slice(0, MOST).map(({ from, to, mode, change, limiting }) => {
    const marks = [mode === "async" ? "async" : null, change, limiting ? "limiting" : null];
    const told = marks.filter((one) => one !== null).join(", ");
    return h("li", {}, named(from), " → ", named(to), told === "" ? null : ` (${told})`);
  });
  const linked = new Set(dependencies.flatMap(({ from, to }) => [from, to]));
  const alone = services.filter(({ name }) => !linked.has(name)).slice(0, MOST);
  return h(
    "div",
    {},
    h(
      "ul",
      { class: "columns" },
      lines,
      alone.map(({ name }) => h("li", {}, named(name))),
    ),
    dependencies.length > MOST
      ? h("p", { class: "quiet" }, `and ${count(dependencies.length - MOST, "more connection")}`)
      : null,
  );

  function named(name: string): Child {
    const one = replicas.get(name);
    const size = one === undefined || one.external ? "external" : String(one.replicas);
    return [h("code", {}, name), ` (${size})`];
  }
}
