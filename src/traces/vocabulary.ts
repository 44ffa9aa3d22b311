import type { Meaning, Peer } from "./calls.ts";
import { type Clues, openClues } from "./clues.ts";
import { type Describer, openDescriber } from "./describe.ts";
import { type EmitterName, INSTANCE_RANKS, readEmitter } from "./emitter.ts";
import { openTable, type Table } from "./intern.ts";
import { openNamespaces, type SharedName } from "./namespaces.ts";
import type { Numbers } from "./records.ts";
import { readSampling } from "./sampling.ts";
import type { Emitter, Span } from "./span.ts";

/** What spans say in words, each once. */
export type Vocabulary = {
  readonly emitters: Table<EmitterName>;
  readonly meanings: Table<Meaning>;
  readonly peers: Table<Peer>;
  /** The numbers of what a span says. One object is used again for every span. */
  readonly numbersOf: (span: Span) => Numbers;
  /** How many spans were told less of than they say, since a table was full. */
  readonly folded: () => number;
  /** Services that several namespaces have one name for. */
  readonly shared: () => readonly SharedName[];
};

export type VocabularyLimits = {
  readonly emitters: number;
  readonly meanings: number;
  readonly peers: number;
};

/** Some 100 MB where all of it is used, which no system of services comes near. */
const LIMITS: VocabularyLimits = { emitters: 200_000, meanings: 50_000, peers: 50_000 };

/** Texts and combinations of them that are known by number at a time. */
const MOST_KNOWN = 65_536;

/** Beyond the limits a span keeps its kind, its protocol and how it ended, and loses its names. */
export function openVocabulary(limits: VocabularyLimits = LIMITS): Vocabulary {
  const clues = openClues();
  const describer = openDescriber(clues);
  const emitters = openTable<EmitterName>(limits.emitters);
  const meanings = openTable<Meaning>(limits.meanings);
  const peers = openTable<Peer>(limits.peers);
  const namespaces = openNamespaces();
  let folded = 0;
  const readMeaning = (span: Span): number => {
    const meaning = describer.meaningOf(span);
    const id = meanings.intern(meaningKey(meaning), () => meaning);
    if (id >= 0) return id;
    const plain: Meaning = { ...meaning, ...NAMELESS };
    return FULL - meanings.add(meaningKey(plain), plain);
  };
  const readPeer = (span: Span): number => {
    const peer = describer.peerOf(span);
    if (peer === null) return -1;
    const key = `${peer.name ?? ""}\n${peer.address ?? ""}\n${peer.port ?? ""}`;
    const id = peers.intern(key, () => peer);
    return id < 0 ? FULL : id;
  };
  const readName = (emitter: Emitter): number => {
    const name = readEmitter(emitter);
    namespaces.add(emitter);
    const id = emitters.intern(`${name.rank}\n${name.service}\n${name.instance}`, () => name);
    if (id >= 0) return id;
    const plain = { ...name, instance: null, rank: INSTANCE_RANKS };
    return FULL - emitters.add(`${INSTANCE_RANKS}\n${name.service}`, plain);
  };
  const meaningOf = openShortcut(clues, describer, readMeaning);
  const peerOf = openPeerShortcut(clues, readPeer);
  const emitterOf = openEmitterShortcut(readName);
  /** A number below -1 is one that a full table gave. */
  const unfold = (id: number): number => {
    if (id > FULL) return id;
    folded++;
    return FULL - id;
  };
  const numbers = { emitter: 0, meaning: 0, peer: 0, sampling: 0 };
  const numbersOf = (span: Span): Numbers => {
    clues.read(span.attributes);
    numbers.meaning = unfold(meaningOf(span));
    const peer = peerOf(span);
    if (peer === FULL) folded++;
    numbers.peer = peer === FULL ? -1 : peer;
    numbers.emitter = unfold(emitterOf(span.emitter));
    numbers.sampling = readSampling(clues);
    return numbers;
  };
  return { emitters, meanings, peers, numbersOf, folded: () => folded, shared: namespaces.shared };
}

/** That a table was full; numbers of what stands for what it lacks go down from here. */
const FULL = -2;

const KINDS = ["internal", "server", "client", "producer", "consumer"];

/**
 * Meanings by the numbers of the few texts they are made of, so that most spans need no reading. What a
 * failure says is no part of them: a span that failed is read.
 */
function openShortcut(
  clues: Clues,
  describer: Describer,
  read: (span: Span) => number,
): (span: Span) => number {
  let known = new Map<number, Map<number, number>>();
  let count = 0;
  const texts = openNumbers();
  return (span) => {
    if (span.failed || span.remote !== null) return read(span);
    const path = describer.pathOf();
    const name = texts(span.name);
    const asked = path === null ? 0 : texts(path);
    if (name < 0 || asked < 0) return read(span);
    const words = name * MOST_NUMBERS + asked;
    const gist = clues.gist() * 8 + 1 + (span.kind === null ? -1 : KINDS.indexOf(span.kind));
    let byGist = known.get(words);
    if (byGist === undefined) {
      if (count > MOST_KNOWN) {
        known = new Map();
        count = 0;
      }
      byGist = new Map();
      known.set(words, byGist);
    }
    let id = byGist.get(gist);
    if (id === undefined) {
      id = read(span);
      byGist.set(gist, id);
      count++;
    }
    return id;
  };
}

/** Peers by the two texts that most callers tell. */
function openPeerShortcut(clues: Clues, read: (span: Span) => number): (span: Span) => number {
  const known = new Map<string, number>();
  return (span) => {
    if (span.kind === "server") return -1;
    const address = clues.raw("serverAddress");
    if (span.kind !== "client" || span.remote !== null || typeof address !== "string") {
      return span.kind === "internal" && !clues.has("messagingSystem") ? -1 : read(span);
    }
    if (clues.has("peerName") || address.length > 253) return read(span);
    const port = clues.raw("serverPort");
    const key = port === undefined ? address : `${address} ${port}`;
    let id = known.get(key);
    if (id === undefined) {
      id = read(span);
      if (known.size >= MOST_KNOWN) known.clear();
      known.set(key, id);
    }
    return id;
  };
}

function openEmitterShortcut(read: (emitter: Emitter) => number): (emitter: Emitter) => number {
  const known = new Map<Emitter, number>();
  let last: Emitter | null = null;
  let lastId = 0;
  return (emitter) => {
    if (emitter === last) return lastId;
    let id = known.get(emitter);
    if (id === undefined) {
      id = read(emitter);
      if (known.size >= 256) known.clear();
      known.set(emitter, id);
    }
    last = emitter;
    lastId = id;
    return id;
  };
}

const MOST_NUMBERS = 0x4000000;

/** Numbers for texts, from 1; none is given twice, though texts are forgotten. -1: there are no more. */
function openNumbers(): (text: string) => number {
  let numbers = new Map<string, number>();
  let last = 0;
  return (text) => {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    if (last === MOST_NUMBERS - 1) return -1;
    if (numbers.size >= MOST_KNOWN) numbers = new Map();
    last++;
    if (text.length <= 512) numbers.set(text, last);
    return last;
  };
}

const NAMELESS = {
  name: "",
  method: null,
  route: null,
  path: null,
  rpc: null,
  destination: null,
  resend: null,
} satisfies Partial<Meaning>;

function meaningKey(meaning: Meaning): string {
  const { protocol, name, method, route, path, rpc, system } = meaning;
  const { destination, messaging, status, grpc, ending, resend } = meaning;
  return `${protocol}\n${name}\n${method}\n${route}\n${path}\n${rpc}\n${system}\n${destination}\n${messaging}\n${status}\n${grpc}\n${ending}\n${resend}`;
}
