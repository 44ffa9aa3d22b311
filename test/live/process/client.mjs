// How a service calls another: in turn those replicas that answered when they were last looked at, by the
// first route that leads to any; again where an answer is late, as often as it was told to.
import { ask } from "./http.mjs";

/** How long a health check waits, where nothing is cut and nothing dead. */
const LOOK_MS = 5_000;

/**
 * @param callee `{ name, routes, checked, timeoutMs, retries, store }`: `routes` has a list of ports each,
 *   one for each replica; without `checked` every replica is taken for healthy; `store` is how many must
 *   acknowledge, or `null`
 */
export function newClient(callee) {
  const { name, routes, checked, timeoutMs, retries, store } = callee;
  let healthy = routes;
  let turn = 0;

  /** Ask every replica how it is: the look of a health check. */
  async function look() {
    if (!checked) return;
    healthy = await Promise.all(
      routes.map(async (ports) => {
        const answers = await Promise.all(
          ports.map((port) => ask(port, `/${name}/health`, { timeoutMs: LOOK_MS })),
        );
        return ports.filter((_, at) => answers[at].status === 200);
      }),
    );
  }

  /** True where the callee did what it was asked to. */
  async function call(operation, request) {
    for (let attempt = 1; attempt <= retries + 1; attempt++) {
      const outcome = await attemptOnce(operation, request, attempt);
      if (outcome !== "late") return outcome.status === 200;
    }
    return false;
  }

  function attemptOnce(operation, request, attempt) {
    const ports = healthy.find((some) => some.length > 0);
    if (ports === undefined) return "lost";
    const to = { headers: { "x-request": request, "x-attempt": attempt }, timeoutMs };
    if (store !== null) return agree(ports, store, request, to);
    turn++;
    return ask(ports[turn % ports.length], `/${name}/${operation}`, to);
  }

  /** Write to every replica and read back what was written, each with so many acknowledgements. */
  async function agree(ports, quorum, request, to) {
    for (const operation of ["write", "read"]) {
      const answers = await Promise.all(
        ports.map((port) => ask(port, `/${name}/${operation}`, { ...to, body: request })),
      );
      const acknowledged = answers.filter(
        ({ status, body }) => status === 200 && body === request,
      ).length;
      if (acknowledged >= quorum) continue;
      const isLate = answers.filter((one) => one === "late").length >= quorum - acknowledged;
      return isLate ? "late" : "lost";
    }
    return { status: 200 };
  }

  return { look, call };
}
