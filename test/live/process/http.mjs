// One request over a connection of its own, as short as it can be told. No keep-alive: a connection that
// is open already would hide that a link was cut or a process killed.
import { request } from "node:http";

/** Long enough to be told from any answer: where the system has no time-out, none is hoped for. */
const PATIENCE_MS = 20_000;

/**
 * @returns `{ status, body }`, or `"lost"` where the connection broke, or `"late"` where no answer came in
 *   time
 */
export function ask(port, path, { headers = {}, body = "", timeoutMs = PATIENCE_MS } = {}) {
  return new Promise((resolve) => {
    const options = { port, path, headers, method: "POST", host: "127.0.0.1", agent: false };
    const asked = request(options, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () => settle({ status: response.statusCode, body: text }));
      response.on("error", () => settle("lost"));
    });
    const timer = setTimeout(() => settle("late"), timeoutMs);
    const settle = (outcome) => {
      clearTimeout(timer);
      resolve(outcome);
      asked.destroy();
    };
    asked.on("error", () => settle("lost"));
    asked.end(body);
  });
}
