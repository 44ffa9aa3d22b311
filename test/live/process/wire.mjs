// The network between the processes: a line from each caller, by each route, to each replica of a callee.
// A line is open, cut (connections are reset) or mute (they are accepted and nothing comes of them), and
// may hold back the first attempts of a call for longer than anyone waits.
import { connect, createServer } from "node:net";

let lines = [];

async function newLine() {
  const line = { port: 0, target: 0, state: "cut", late: 0, sockets: new Set(), server: null };
  line.server = createServer((socket) => onConnection(line, socket));
  await new Promise((resolve) => line.server.listen(0, "127.0.0.1", resolve));
  line.port = line.server.address().port;
  return line;
}

function onConnection(line, socket) {
  line.sockets.add(socket);
  socket.on("close", () => line.sockets.delete(socket));
  socket.on("error", () => socket.destroy());
  if (line.state === "cut") socket.resetAndDestroy();
  else if (line.state === "mute") socket.resume();
  else socket.once("data", (first) => onRequest(line, socket, first));
}

function onRequest(line, socket, first) {
  // As Envoy counts them in `x-envoy-attempt-count`. A health check counts none, and is not held back.
  const attempt = /\r\nx-attempt: (\d+)\r\n/i.exec(first.toString("latin1"))?.[1];
  if (attempt !== undefined && Number(attempt) <= line.late) {
    socket.resume();
    return;
  }
  const onward = connect({ port: line.target, host: "127.0.0.1" });
  onward.on("error", () => socket.resetAndDestroy());
  onward.on("close", () => socket.end());
  socket.on("close", () => onward.destroy());
  onward.write(first);
  socket.pipe(onward).pipe(socket);
}

const commands = {
  async open({ count }) {
    for (const { server, sockets } of lines) {
      server.close();
      for (const socket of sockets) socket.destroy();
    }
    lines = await Promise.all(Array.from({ length: count }, newLine));
    return { ports: lines.map(({ port }) => port) };
  },
  async set({ states }) {
    states.forEach(({ target, state, late }, at) => {
      const line = lines[at];
      Object.assign(line, { target, state, late });
      if (state === "open") return;
      for (const socket of line.sockets) socket.resetAndDestroy();
    });
    return {};
  },
};

process.on("message", async (message) => {
  process.send({ id: message.id, ...(await commands[message.do](message)) });
});
process.on("disconnect", () => process.exit());
