import { spawn } from "node:child_process";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, dirname } from "node:path";

/** What an origin is asked: for what it has, or for commits (gitprotocol-http(5)). */
export type Phase = "refs" | "pack";

/** What `git http-backend` would say. */
export type GitReply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
};

/** A request that goes wrong. */
export type Asked = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  /** The address of this origin by another name, to which no token belongs. */
  readonly elsewhere: string;
  /** What is said where nothing goes wrong; by an older protocol, and with other settings, where these are given. */
  readonly reply: (how?: Saying) => Promise<GitReply>;
};

export type Saying = {
  readonly protocol?: string;
  readonly config?: Readonly<Record<string, string>>;
};

export type GitFault = {
  readonly at: Phase;
  readonly answer: (asked: Asked) => void | Promise<void>;
};

/** The repositories of a folder over HTTP on the loopback device, as GitHub serves them, until something goes wrong. */
export type GitOrigin = {
  readonly url: string;
  /** Each request so far: its phase, and what it says of who asks. */
  readonly requests: readonly {
    readonly phase: Phase;
    readonly host: string;
    readonly authorization: string | undefined;
  }[];
  /** From now on; `times`: how often. `null`: all is well. */
  readonly misbehave: (fault: GitFault | null, times?: number) => void;
  readonly close: () => Promise<void>;
};

/** @param folder of a bare repository */
export async function serveGit(folder: string): Promise<GitOrigin> {
  const requests: GitOrigin["requests"][number][] = [];
  let fault: GitFault | null = null;
  let left = 0;
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? "/";
    const phase = request.method === "GET" ? "refs" : "pack";
    const { host = "", authorization } = request.headers;
    requests.push({ phase, host, authorization });
    const wrong = fault?.at === phase && left > 0 ? fault : null;
    if (wrong !== null) left -= 1;
    const body = await bytesOf(request);
    const reply = (how: Saying = {}) => backend(dirname(folder), request, body, how);
    const elsewhere = `http://localhost:${port}`;
    if (wrong !== null) await wrong.answer({ request, response, path, elsewhere, reply });
    else send(response, await reply());
  }

  return {
    url: `http://127.0.0.1:${port}/${basename(folder)}`,
    requests,
    misbehave: (wrong, times = Number.POSITIVE_INFINITY) => {
      fault = wrong;
      left = times;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export function send(response: ServerResponse, { status, headers, body }: GitReply): void {
  response.writeHead(status, headers).end(body);
}

async function bytesOf(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** git-http-backend(1), which is a program of CGI (RFC 3875): variables and a body in, a header and a body out. */
async function backend(
  root: string,
  request: IncomingMessage,
  body: Buffer,
  { protocol, config = {} }: Saying,
): Promise<GitReply> {
  const [path = "", query = ""] = (request.url ?? "").split("?");
  const { headers } = request;
  const settings = Object.entries(config);
  const child = spawn("git", ["http-backend"], {
    stdio: ["pipe", "pipe", "ignore"],
    env: {
      PATH: process.env.PATH,
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: "1",
      PATH_INFO: path,
      QUERY_STRING: query,
      REQUEST_METHOD: request.method,
      REMOTE_ADDR: "127.0.0.1",
      CONTENT_TYPE: headers["content-type"] ?? "",
      CONTENT_LENGTH: String(body.length),
      HTTP_CONTENT_ENCODING: headers["content-encoding"] ?? "",
      GIT_PROTOCOL: protocol ?? String(headers["git-protocol"] ?? ""),
      GIT_CONFIG_COUNT: String(settings.length),
      ...Object.fromEntries(
        settings.flatMap(([key, value], index) => [
          [`GIT_CONFIG_KEY_${index}`, key],
          [`GIT_CONFIG_VALUE_${index}`, value],
        ]),
      ),
    },
  });
  child.stdin.on("error", () => {});
  child.stdin.end(body);
  const said = await bytesOf(child.stdout);
  const end = said.indexOf("\r\n\r\n");
  const lines = said.subarray(0, end).toString("latin1").split("\r\n");
  const pairs = lines.map((line) => line.split(": ") as [string, string]);
  const { Status = "200", ...others } = Object.fromEntries(pairs);
  return { status: Number.parseInt(Status, 10), headers: others, body: said.subarray(end + 4) };
}
