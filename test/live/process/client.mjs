// How a service calls another: in turn those replicas that answered when they were last looked at, by the
// first route that leads to any; again where an answer is late, and where none came if it was told so.
import { ask } from "./http.mjs";

/**
 * @param callee `{ name, routes, isChecked, hasTimeout, retries, retriesLost, store }`: a route is a list of
 *   ports, one for each replica; where it is not checked every replica is taken for healthy; `retriesLost`
 *   further attempts are made where no answer comes; `store` is how many must acknowledge, or `null`
 */
export function newClient(callee) {
  const { name, routes, isChecked, hasTimeout, retries, retriesLost, store } = callee;
  let healthy = routes;
  let timeoutMs;
  let turn = 0;

  /** Ask every replica how it is: the look of a health check. Answers may be late from so long on. */
  async function look(patienceMs) {
    timeoutMs = hasTimeout ? patienceMs : undefined;
    if (!isChecked) return;
    healthy = await Promise.all(
      routes.map(async (ports) => {
        const answers = await Promise.all(ports.map((port) => ask(port, `/${name}/health`)));
        return ports.filter((_, at) => answers[at].status === 200);
      }),
    );
  }

  /** True where the callee did what it was asked to. */
  async function call(operation, request) {
    const left = { late: retries, lost: retriesLost };
    for (let attempt = 1; ; attempt++) {
      const outcome = await attemptOnce(operation, request, attempt);
      if (typeof outcome === "object") return outcome.status === 200;
      if (left[outcome] === 0) return false;
      left[outcome]--;
    }
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
