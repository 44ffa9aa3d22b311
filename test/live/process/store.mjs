// A replica of a store: it keeps what is written, and knows of no other replica.

/** @returns a handler of operations: `[status, body]` */
export function newStore() {
  const kept = new Map();
  return (operation, key, value) => {
    if (operation === "write") {
      kept.set(key, value);
      return [200, value];
    }
    return kept.has(key) ? [200, kept.get(key)] : [404, ""];
  };
}
