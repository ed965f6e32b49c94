/**
 * Assigns the nodes of a directed graph to layers: a node's layer is the length of the longest path to it. Takes linear time.
 * Reasoning graphs should have no cycles; nodes on a cycle or after one go into the last layer.
 */
export const layers = (ids: readonly string[], edges: readonly { from: string; to: string }[]): string[][] => {
  const known = new Set(ids);
  const out = new Map<string, string[]>();
  // For each node without a layer: the number of incoming edges from nodes without a layer.
  const waiting = new Map(ids.map((id) => [id, 0]));
  for (const { from, to } of edges) {
    if (!known.has(from) || !known.has(to)) continue;
    out.set(from, [...(out.get(from) ?? []), to]);
    waiting.set(to, (waiting.get(to) ?? 0) + 1);
  }
  const rows: string[][] = [];
  let row = ids.filter((id) => waiting.get(id) === 0);
  while (row.length > 0) {
    rows.push(row);
    const next: string[] = [];
    for (const id of row) {
      waiting.delete(id);
      for (const to of out.get(id) ?? []) {
        const left = (waiting.get(to) ?? 0) - 1;
        waiting.set(to, left);
        if (left === 0) next.push(to);
      }
    }
    row = next;
  }
  if (waiting.size > 0) rows.push([...waiting.keys()]);
  return rows;
};
