import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach } from "vitest";

export const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

export type Answer = (request: IncomingMessage, response: ServerResponse, query: string) => void;

/** The address of a server that answers so. */
export async function serve(answer: Answer): Promise<string> {
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? "", "http://x");
    answer(request, response, searchParams.get("query") ?? "");
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
