/**
 * Remembers the last result of a pure function. Weighing asks the same of one question for each of its candidates, which
 * often takes longer than what it asks of the candidate.
 */
export const ofLast = <Key, Value>(read: (key: Key) => Value): ((key: Key) => Value) => {
  let last: { key: Key; value: Value } | undefined;
  return (key) => {
    if (!last || last.key !== key) last = { key, value: read(key) };
    return last.value;
  };
};
