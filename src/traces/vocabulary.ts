import type { Meaning, Peer } from "./calls.ts";
import { openDescriber } from "./describe.ts";
import { type EmitterName, INSTANCE_RANKS, readEmitter } from "./emitter.ts";
import { openTable, type Table } from "./intern.ts";
import type { Numbers } from "./records.ts";
import type { Emitter, Span } from "./span.ts";

/** What spans say in words, each once. */
export type Vocabulary = {
  readonly emitters: Table<EmitterName>;
  readonly meanings: Table<Meaning>;
  readonly peers: Table<Peer>;
  readonly numbersOf: (span: Span) => Numbers;
  /** How many spans were told less of than they say, since a table was full. */
  readonly folded: () => number;
};

export type VocabularyLimits = {
  readonly emitters: number;
  readonly meanings: number;
  readonly peers: number;
};

/** Some 100 MB where all of it is used, which no system of services comes near. */
const LIMITS: VocabularyLimits = { emitters: 200_000, meanings: 50_000, peers: 50_000 };

/** Beyond the limits a span keeps its kind, its protocol and how it ended, and loses its names. */
export function openVocabulary(limits: VocabularyLimits = LIMITS): Vocabulary {
  const emitters = openTable<EmitterName>(limits.emitters);
  const meanings = openTable<Meaning>(limits.meanings);
  const peers = openTable<Peer>(limits.peers);
  const describe = openDescriber();
  let folded = 0;
  let last: Emitter | null = null;
  let lastId = 0;

  const emitterOf = (emitter: Emitter): number => {
    if (emitter === last) return lastId;
    const name = readEmitter(emitter);
    let id = emitters.intern(
      `${name.rank}\n${name.service ?? ""}\n${name.instance ?? ""}`,
      () => name,
    );
    if (id < 0) {
      folded++;
      id = emitters.add(`\n${name.service ?? ""}`, {
        ...name,
        instance: null,
        rank: INSTANCE_RANKS,
      });
    }
    last = emitter;
    lastId = id;
    return id;
  };

  const meaningOf = (meaning: Meaning): number => {
    const id = meanings.intern(meaningKey(meaning), () => meaning);
    if (id >= 0) return id;
    folded++;
    const plain: Meaning = { ...meaning, ...NAMELESS };
    return meanings.add(meaningKey(plain), plain);
  };

  const numbersOf = (span: Span): Numbers => {
    const { meaning, peer } = describe(span);
    let peerId = -1;
    if (peer !== null) {
      const key = `${peer.name ?? ""}\n${peer.address ?? ""}\n${peer.port ?? ""}`;
      peerId = peers.intern(key, () => peer);
      if (peerId < 0) folded++;
    }
    return { emitter: emitterOf(span.emitter), meaning: meaningOf(meaning), peer: peerId };
  };
  return { emitters, meanings, peers, numbersOf, folded: () => folded };
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
