import { type Asked, type GitFault, type GitReply, type Phase, send } from "./git-origin.ts";

type Answer = GitFault["answer"];

const HTML = Buffer.from("<html><body><h1>502 Bad Gateway</h1></body></html>");

function refused(status: number, headers: Readonly<Record<string, string>> = {}): Answer {
  return ({ response }) => {
    response.writeHead(status, { "content-type": "text/plain", ...headers });
    response.end(`refused with ${status}\n::error::refused\n`);
  };
}

/** The true reply with another body. */
function changed(change: (body: Buffer) => Buffer): Answer {
  return async ({ response, reply }) => {
    const sound = await reply();
    send(response, { ...sound, body: change(sound.body) });
  };
}

const half = (body: Buffer): Buffer => body.subarray(0, body.length / 2);

/** One bit of a byte that lies so far into the pack, which begins with its name (gitformat-pack(5)). */
function flipped(share: number): Answer {
  return changed((body) => {
    const bytes = Buffer.from(body);
    const start = bytes.indexOf("PACK");
    // Before the end of the last packet and of the flush that follows it.
    const at = start + Math.floor((bytes.length - 1 - 4 - start) * share);
    bytes[at] = (bytes[at] ?? 0) ^ 4;
    return bytes;
  });
}

const cut: Answer = async ({ request, response, reply }) => {
  const { status, headers, body } = await reply();
  response.writeHead(status, { ...headers, "content-length": String(body.length) });
  response.write(half(body), () => request.socket.destroy());
};

/** Byte by byte: too slow for anybody, and never silent. */
const drip: Answer = async ({ response, reply }) => {
  const { status, headers, body } = await reply();
  response.writeHead(status, headers);
  let at = 0;
  const clock = setInterval(() => {
    if (at < body.length - 1) response.write(body.subarray(at, ++at));
  }, 50);
  response.on("close", () => clearInterval(clock));
};

const packet = (text: string): string =>
  `${(Buffer.byteLength(text) + 4).toString(16).padStart(4, "0")}${text}`;

/** So much a second, as long as anybody listens: some 5 MB. */
function endless(response: Asked["response"], make: (turn: number) => string): void {
  let turn = 0;
  const clock = setInterval(() => {
    const chunk = Array.from({ length: 1000 }, () => make(turn++)).join("");
    if (response.writableLength < 1 << 20) response.write(chunk);
  }, 20);
  response.on("close", () => clearInterval(clock));
}

const ADVERTISEMENT = { "content-type": "application/x-git-upload-pack-advertisement" };
const RESULT = { "content-type": "application/x-git-upload-pack-result" };

const typeOf = (phase: Phase) => (phase === "refs" ? ADVERTISEMENT : RESULT);
const id = (turn: number): string => turn.toString(16).padStart(40, "0");

/** An origin of version 0 that hides what it has. */
const HIDDEN = {
  protocol: "version=0",
  config: { "transfer.hideRefs": "refs/", "uploadpack.allowAnySHA1InWant": "false" },
};

const older = (how: Parameters<Asked["reply"]>[0]): Answer => {
  return async ({ response, reply }) => send(response, await reply(how));
};

/** What may happen to either request. */
function both(at: Phase): Readonly<Record<string, Answer>> {
  const words = packet(`ERR upload-pack: no\u001b[2J\r::error::x\n`);
  const said = at === "refs" ? `${packet("# service=git-upload-pack\n")}0000${words}` : words;
  return {
    "401": refused(401, { "www-authenticate": 'Basic realm="GitHub"' }),
    "403": refused(403),
    "404": refused(404),
    "429 with Retry-After: 3600": refused(429, { "retry-after": "3600" }),
    "500": refused(500),
    "503": refused(503),
    "reset before the reply": ({ request }) => void request.socket.destroy(),
    "reset within the reply": cut,
    "no reply": () => {},
    "slow drip": drip,
    "half of the reply, as if it were all": changed(half),
    "an empty reply": changed(() => Buffer.alloc(0)),
    "another content type": async ({ response, reply }) => {
      const sound = await reply();
      send(response, { ...sound, headers: { "content-type": "application/json" } });
    },
    "a page of a proxy": ({ response }) =>
      send(response, { status: 200, headers: { "content-type": "text/html" }, body: HTML }),
    "a page of a proxy that claims to be git": ({ response }) =>
      send(response, { status: 200, headers: typeOf(at), body: HTML }),
    "an error in git's own words": ({ response }) =>
      send(response, { status: 200, headers: typeOf(at), body: Buffer.from(said) }),
    "redirected to another host": ({ request, response, elsewhere, path }) => {
      if (request.headers.host?.startsWith("localhost")) refused(404)(asOf(request, response));
      else response.writeHead(302, { location: `${elsewhere}${path}` }).end();
    },
    "redirected in a circle": ({ response, path }) =>
      void response.writeHead(302, { location: path }).end(),
  };
}

function asOf(request: Asked["request"], response: Asked["response"]): Asked {
  const reply = async (): Promise<GitReply> => ({ status: 404, headers: {}, body: HTML });
  return { request, response, path: "", elsewhere: "", reply };
}

const ONLY_REFS: Readonly<Record<string, Answer>> = {
  "protocol 0 alone": older({ protocol: "version=0" }),
  "protocol 0, no commit but those of refs": older(HIDDEN),
  "nothing to offer": ({ response }) => {
    const none = `${id(0)} capabilities^{}\0 agent=x\n`;
    const body = `${packet("# service=git-upload-pack\n")}0000${packet(none)}0000`;
    send(response, { status: 200, headers: ADVERTISEMENT, body: Buffer.from(body) });
  },
  "refs without end": ({ response }) => {
    response.writeHead(200, ADVERTISEMENT);
    response.write(`${packet("# service=git-upload-pack\n")}0000`);
    endless(response, (turn) =>
      packet(`${id(turn + 1)} refs/heads/${turn}${turn === 0 ? "\0 agent=x" : ""}\n`),
    );
  },
};

const PACKFILE = packet("packfile\n");

const ONLY_PACK: Readonly<Record<string, Answer>> = {
  "a bit of the pack's head": flipped(0.02),
  "a bit of the pack's middle": flipped(0.5),
  "a bit of the pack's checksum": flipped(0.99),
  "words without end": async ({ response, reply }) => {
    const { status, headers, body } = await reply();
    response.writeHead(status, headers);
    // Where the pack would begin: in whatever comes before it, nobody may speak up (gitprotocol-v2(5)).
    response.write(body.subarray(0, body.indexOf(PACKFILE) + PACKFILE.length));
    endless(response, (turn) => packet(`\u0002still counting objects: ${turn}\n`));
  },
};

/** By name: where an origin, or what stands before it, goes wrong, and how. */
export const GIT_FAULTS: Readonly<Record<string, GitFault>> = Object.fromEntries([
  ...namedAt("refs", { ...both("refs"), ...ONLY_REFS }),
  ...namedAt("pack", { ...both("pack"), ...ONLY_PACK }),
]);

function namedAt(at: Phase, all: Readonly<Record<string, Answer>>): [string, GitFault][] {
  const asked = at === "refs" ? "asked what it has" : "asked for commits";
  return Object.entries(all).map(([name, answer]) => [`${asked}: ${name}`, { at, answer }]);
}
