// `npm run bench`: the committed command line. `npm run bench -- engine [work]`: the engine beside its
// peers, or those works alone whose name holds the word.
const [subject, word] = process.argv.slice(2);

if (subject === undefined) {
  const { benchCommands } = await import("./commands.mjs");
  benchCommands();
} else if (subject === "engine") {
  const { benchEngine } = await import("./engine/bench.mjs");
  await benchEngine(word ?? "");
} else {
  console.error(`there is no benchmark "${subject}"; write "engine [work]", or nothing`);
  process.exitCode = 2;
}
