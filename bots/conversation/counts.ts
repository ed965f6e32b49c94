/** Counters by name. A counter that reaches zero is removed; an undefined name is ignored. */
export const createCounts = () => {
  const counts = new Map<string, number>();
  return {
    of: (name: string | undefined) => (name === undefined ? 0 : (counts.get(name) ?? 0)),
    add(name: string | undefined, change: 1 | -1) {
      if (name === undefined) return;
      const count = (counts.get(name) ?? 0) + change;
      if (count === 0) counts.delete(name);
      else counts.set(name, count);
    },
  };
};
