// One replica of one service, or one that waits to become one: `become` says of which service, and the
// process that started it also says when to look at its callees' health. HTTP on a port of its own.
import { createServer } from "node:http";
import { newClient } from "./client.mjs";
import { carryOut } from "./plan.mjs";
import { newQueue } from "./queue.mjs";
import { newStore } from "./store.mjs";

let server = null;
let role = null;
/** Work that no caller waits for. */
const background = new Set();

function newRole({ service, kind, plans, callees }) {
  const clients = new Map(callees.map((one) => [one.name, newClient(one)]));
  return {
    service,
    kind,
    plans: new Map(plans),
    clients,
    store: newStore(),
    queue: newQueue(clients),
    /** Requests that it has served. */
    served: new Set(),
  };
}

async function serve(operation, request, body) {
  if (operation === "health") return [200, ""];
  if (role.kind === "store") return role.store(operation, request, body);
  if (role.kind === "queue") {
    inBackground(role.queue.accept(request));
    return [200, ""];
  }
  const { clients, plans, served } = role;
  if (role.kind === "ingress") {
    const [client] = clients.values();
    return [(await client.call(operation, request)) ? 200 : 503, ""];
  }
  const done = await carryOut(plans.get(operation), {
    call: (name) => clients.get(name).call("work", request),
    send: (name) => inBackground(clients.get(name).call("publish", request)),
  });
  if (done) served.add(request);
  return [done ? 200 : 503, ""];
}

function inBackground(work) {
  background.add(work);
  work.finally(() => background.delete(work));
}

function onRequest(request, response) {
  let body = "";
  request.setEncoding("utf8");
  request.on("data", (chunk) => {
    body += chunk;
  });
  request.on("end", async () => {
    const [, service, operation] = request.url.split("/");
    const isMeant = service === role?.service;
    const [status, text] = isMeant
      ? await serve(operation, request.headers["x-request"], body)
      : [421, ""];
    response.writeHead(status, { connection: "close" }).end(text);
  });
}

const commands = {
  /** Answers with its port. */
  async become(message) {
    await commands.rest();
    role = newRole(message.role);
    server = createServer(onRequest);
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    return { port: server.address().port };
  },
  async rest() {
    server?.closeAllConnections();
    server?.close();
    server = null;
    role = null;
    return {};
  },
  async look({ patienceMs }) {
    await Promise.all([...role.clients.values()].map((client) => client.look(patienceMs)));
    return {};
  },
  /** Answers when it has nothing left to do but what waits for others. */
  async settle() {
    while (background.size > 0) await Promise.all(background);
    return { waiting: role.kind === "queue" ? await role.queue.redeliver() : 0 };
  },
  async served({ request }) {
    return { served: role.served.has(request) };
  },
};

process.on("message", async (message) => {
  process.send({ id: message.id, ...(await commands[message.do](message)) });
});
// Nobody is left to say what to do.
process.on("disconnect", () => process.exit());
