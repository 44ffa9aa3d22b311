// `npm run bench`: the committed command line. `npm run bench -- engine [work]`: the engine beside its
// peers, or those works alone whose name holds the word. `npm run bench -- study`: the whole study and
// its parts, beside numpy. `npm run bench -- manifests`: many manifests, beside js-yaml alone.
// `npm run bench -- traces`: `discover` on a large file of traces, beside JSON.parse alone.
// `npm run bench -- shards`: one run of the gate, beside shards of it and their merge.
const [subject, word] = process.argv.slice(2);

if (subject === undefined) {
  const { benchCommands } = await import("./commands.mjs");
  benchCommands();
} else if (subject === "engine") {
  const { benchEngine } = await import("./engine/bench.mjs");
  await benchEngine(word ?? "");
} else if (subject === "study") {
  const { benchStudy } = await import("./study/bench.mjs");
  await benchStudy();
} else if (subject === "manifests") {
  const { benchManifests } = await import("./manifests/bench.mjs");
  benchManifests();
} else if (subject === "traces") {
  const { benchTraces } = await import("./traces/bench.mjs");
  await benchTraces();
} else if (subject === "shards") {
  const { benchShards } = await import("./shards/bench.mjs");
  benchShards();
} else {
  console.error(
    `there is no benchmark "${subject}"; write "engine [work]", "study", "manifests", "traces", "shards", or nothing`,
  );
  process.exitCode = 2;
}
