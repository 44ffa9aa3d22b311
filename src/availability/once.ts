/** The same answer, as the identical object, to the same question; kept no longer than the question. */
export function once<K extends object, V>(answer: (question: K) => V): (question: K) => V {
  const known = new WeakMap<K, { readonly value: V }>();
  return (question) => {
    const before = known.get(question);
    if (before !== undefined) return before.value;
    const value = answer(question);
    known.set(question, { value });
    return value;
  };
}
