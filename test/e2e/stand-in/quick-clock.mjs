// To be imported before the Action: time passes ten times as fast for whatever waits, and the calendar is off by the
// seconds of `shift`. What is committed runs as it stands, and a test need not wait for minutes.
const FASTER = 10;
const shift = Number(new URL(import.meta.url).searchParams.get("shift") ?? 0) * 1000;

const { setTimeout: wait } = globalThis;
globalThis.setTimeout = Object.assign(
  (work, milliseconds = 0, ...rest) => wait(work, milliseconds / FASTER, ...rest),
  wait,
);
const timeout = AbortSignal.timeout.bind(AbortSignal);
AbortSignal.timeout = (milliseconds) => timeout(Math.ceil(milliseconds / FASTER));
const now = performance.now.bind(performance);
performance.now = () => now() * FASTER;
const today = Date.now.bind(Date);
Date.now = () => today() + shift;
