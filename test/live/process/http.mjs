// One request over a connection of its own. No keep-alive: a connection that is open already would hide
// that a link was cut or a process killed. HTTP/1.0, whose answer ends with its connection: a third of the
// work of `http.request`.
import { connect } from "node:net";

/** Long enough to be told from any answer: where the system has no time-out, none is hoped for. */
const PATIENCE_MS = 20_000;

/**
 * @returns `{ status, body }`, or `"lost"` where the connection broke, or `"late"` where no answer came in
 *   time
 */
export function ask(port, path, { headers = {}, body = "", timeoutMs = PATIENCE_MS } = {}) {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    let text = "";
    const timer = setTimeout(() => settle("late"), timeoutMs);
    const settle = (outcome) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(outcome);
    };
    socket.setEncoding("utf8");
    socket.on("data", (chunk) => {
      text += chunk;
    });
    socket.on("end", () => settle(answerOf(text)));
    socket.on("error", () => settle("lost"));
    const lines = Object.entries({ ...headers, "content-length": body.length });
    const head = [`POST ${path} HTTP/1.0`, ...lines.map(([name, value]) => `${name}: ${value}`)];
    socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
  });
}

function answerOf(text) {
  const end = text.indexOf("\r\n\r\n");
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1];
  if (end < 0 || status === undefined) return "lost";
  return { status: Number(status), body: text.slice(end + 4) };
}
