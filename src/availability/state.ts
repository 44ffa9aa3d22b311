import type { Program } from "./program.ts";

/**
 * What is known part way through an exploration, in one array: the status of each service, whether
 * each link is finished with, and how many inputs each gate still lacks. States that allow the same
 * futures are made equal by `normalise`, so that they are evaluated once.
 */
export type State = Uint16Array;

export const UNDECIDED = 0;
/** Live and reached, with links to draw or asked about. */
export const REACHED = 1;
/** Dead, out of reach, or of no further consequence. */
const CLOSED = 2;

/** Of a link: drawn, or of no further consequence. */
const FINISHED = 1;

/** Lacking nothing: the gate has told its parent, or can no longer hold, or is not asked any more. */
const SETTLED = 0;

export type Outcome = "holds" | "fails" | "open";

export function initialState(program: Program): State {
  const { services, links } = program.system;
  const state = new Uint16Array(services.length + links.length + program.gates.length);
  state[0] = REACHED;
  program.gates.forEach(({ k }, gate) => {
    state[services.length + links.length + gate] = k;
  });
  return state;
}

export function isFinished(program: Program, state: State, link: number): boolean {
  return state[program.system.services.length + link] === FINISHED;
}

export function finish(program: Program, state: State, link: number): void {
  state[program.system.services.length + link] = FINISHED;
}

export function close(state: State, service: number): void {
  state[service] = CLOSED;
}

/** r_v holds from now on. */
export function reach(program: Program, state: State, service: number): void {
  state[service] = REACHED;
  for (const gate of program.gatesOfService[service]!) supply(program, state, gate);
}

/** u_d holds from now on. */
export function use(program: Program, state: State, link: number): void {
  for (const gate of program.gatesOfLink[link]!) supply(program, state, gate);
}

function gateOffset({ system }: Program): number {
  return system.services.length + system.links.length;
}

function supply(program: Program, state: State, gate: number): void {
  const offset = gateOffset(program);
  for (let at = gate; at >= 0 && state[offset + at] !== SETTLED; ) {
    state[offset + at]!--;
    if (state[offset + at] !== SETTLED) return;
    at = program.gates[at]!.parent;
  }
}

/** Arrays that `normalise` fills anew on every call. */
export type Scratch = {
  readonly hopeful: Uint8Array;
  readonly wanted: Uint8Array;
  readonly kept: Uint8Array;
  readonly queue: Int32Array;
  readonly inputs: Int32Array;
};

export function scratchFor({ system, gates }: Program): Scratch {
  return {
    hopeful: new Uint8Array(system.services.length),
    wanted: new Uint8Array(system.services.length),
    kept: new Uint8Array(system.services.length),
    queue: new Int32Array(system.services.length),
    inputs: new Int32Array(gates.length),
  };
}

/**
 * Close in place what cannot matter any more: services out of reach, gates that cannot hold, what
 * only such gates ask about, and what leads nowhere else. Says whether the top gate is settled.
 */
export function normalise(program: Program, state: State, scratch: Scratch): Outcome {
  const top = gateOffset(program);
  if (state[top] === SETTLED) return "holds";
  closeOutOfReach(program, state, scratch);
  settleHopeless(program, state, scratch);
  if (state[top] === SETTLED) return "fails";
  closeUnwanted(program, state, scratch);
  return "open";
}

function closeOutOfReach(program: Program, state: State, { hopeful, queue }: Scratch): void {
  const { services } = program.system;
  hopeful.fill(0);
  let length = 0;
  for (let service = 0; service < services.length; service++) {
    if (state[service] === REACHED) queue[length++] = service;
  }
  for (let next = 0; next < length; next++) {
    for (const link of program.outgoing[queue[next]!]!) {
      const to = program.to[link]!;
      if (state[to] !== UNDECIDED || hopeful[to] === 1) continue;
      if (isFinished(program, state, link)) continue;
      hopeful[to] = 1;
      queue[length++] = to;
    }
  }
  for (let service = 0; service < services.length; service++) {
    if (state[service] === UNDECIDED && hopeful[service] === 0) state[service] = CLOSED;
  }
}

/** u_d may still come to hold: its source may be reached, and its target may be live. */
function isOpen(program: Program, state: State, link: number): boolean {
  return (
    !isFinished(program, state, link) &&
    state[program.from[link]!] !== CLOSED &&
    state[program.to[link]!] !== CLOSED
  );
}

function settleHopeless(program: Program, state: State, { inputs }: Scratch): void {
  const { gates, gatesOfService, gatesOfLink, system } = program;
  const offset = gateOffset(program);
  inputs.fill(0);
  for (let service = 0; service < system.services.length; service++) {
    if (state[service] === UNDECIDED) {
      for (const gate of gatesOfService[service]!) inputs[gate]!++;
    }
  }
  for (let link = 0; link < system.links.length; link++) {
    const asking = gatesOfLink[link]!;
    if (asking.length > 0 && isOpen(program, state, link)) {
      for (const gate of asking) inputs[gate]!++;
    }
  }
  for (let gate = gates.length - 1; gate >= 0; gate--) {
    if (state[offset + gate] === SETTLED) continue;
    if (inputs[gate]! < state[offset + gate]!) state[offset + gate] = SETTLED;
    else if (gate > 0) inputs[gates[gate]!.parent]!++;
  }
  for (let gate = 1; gate < gates.length; gate++) {
    if (state[offset + gates[gate]!.parent] === SETTLED) state[offset + gate] = SETTLED;
  }
}

/** One of the gates still waits for inputs. */
function isWaiting(program: Program, state: State, gates: readonly number[]): boolean {
  const offset = gateOffset(program);
  for (let index = 0; index < gates.length; index++) {
    if (state[offset + gates[index]!] !== SETTLED) return true;
  }
  return false;
}

/** u_d is open, and asked about. */
function isAsked(program: Program, state: State, link: number): boolean {
  const gates = program.gatesOfLink[link]!;
  return gates.length > 0 && isWaiting(program, state, gates) && isOpen(program, state, link);
}

function closeUnwanted(program: Program, state: State, scratch: Scratch): void {
  const { from, to, gatesOfService } = program;
  const { wanted, kept, queue } = scratch;
  wanted.fill(0);
  kept.fill(0);
  let length = 0;
  const want = (service: number) => {
    if (state[service] !== UNDECIDED || wanted[service] === 1) return;
    wanted[service] = 1;
    queue[length++] = service;
  };
  for (let service = 0; service < wanted.length; service++) {
    if (isWaiting(program, state, gatesOfService[service]!)) want(service);
  }
  for (let link = 0; link < from.length; link++) {
    if (!isAsked(program, state, link)) continue;
    want(from[link]!);
    // Both ends: that the target is live is part of u_d.
    kept[from[link]!] = 1;
    kept[to[link]!] = 1;
  }
  for (let next = 0; next < length; next++) {
    const incoming = program.incoming[queue[next]!]!;
    for (let index = 0; index < incoming.length; index++) {
      if (!isFinished(program, state, incoming[index]!)) want(from[incoming[index]!]!);
    }
  }
  for (let link = 0; link < from.length; link++) {
    if (isFinished(program, state, link)) continue;
    if (wanted[to[link]!] === 1 && state[from[link]!] !== CLOSED) kept[from[link]!] = 1;
    else if (!isAsked(program, state, link)) finish(program, state, link);
  }
  for (let service = 0; service < wanted.length; service++) {
    if (wanted[service] === 0 && kept[service] === 0) state[service] = CLOSED;
  }
}
