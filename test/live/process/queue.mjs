// A broker: it acknowledges a message once it has it, and hands it to every group of consumers until that
// acknowledges in turn (at least once). What nobody took waits, and is handed over anew when asked to.

/** @param consumers by name the client that calls one of the group */
export function newQueue(consumers) {
  const waiting = new Map();

  async function deliver(key) {
    const { consumer, message } = waiting.get(key) ?? {};
    if (consumer === undefined) return;
    if (await consumers.get(consumer).call("work", message)) waiting.delete(key);
  }

  return {
    accept(message) {
      const keys = [...consumers.keys()].map((consumer) => `${consumer} ${message}`);
      for (const consumer of consumers.keys()) {
        waiting.set(`${consumer} ${message}`, { consumer, message });
      }
      return Promise.all(keys.map(deliver));
    },
    async redeliver() {
      await Promise.all([...waiting.keys()].map(deliver));
      return waiting.size;
    },
  };
}
