import { planOf, secretOf } from '../pages.ts';
import type { Simulation } from '../simulation.ts';

/** Every store has each page as it is now, or not at all: documents, words, passages, facts. */
export const checkStores = async (simulation: Simulation): Promise<void> => {
  const { pages, stored } = simulation;
  const { documents, lexical, passageIndex } = stored.records;
  const { graph } = stored.servers;
  const everyScope = [
    ...new Set([...(await documents.scopes()), ...pages.ids.flatMap((id) => pages.current(id)?.scopes ?? [])]),
  ];
  for (const id of pages.ids) {
    const state = pages.current(id);
    if (!state) continue;
    const passage = `${id}#0`;
    const secret = secretOf(id, state.version);
    const there = {
      document: (await documents.document(id, everyScope))?.text === state.text,
      passages: (await documents.passages([passage], everyScope)).map(({ text }) => text).join() === (state.text ?? ''),
      words:
        (await lexical.search(secret, 5, everyScope)).some(({ id: found }) => found === passage) ===
        (state.text !== undefined),
      'passage index':
        ((await passageIndex?.numbersOf([passage], everyScope))?.size ?? 0) === (state.text === undefined ? 0 : 1),
      scopes:
        state.text === undefined ||
        (await documents.document(id, everyScope))?.scopes.toSorted().join() === [...state.scopes].toSorted().join(),
      facts: (await statedIn(graph, id, everyScope)).join() === (state.text === undefined ? '' : secret),
    };
    const wrong = Object.entries(there).flatMap(([name, right]) => (right ? [] : [name]));
    if (wrong.length > 0)
      simulation.violated(
        'stores-agree',
        `${id} should ${state.text === undefined ? 'be gone' : `hold ${secret}`}; otherwise in: ${wrong.join(', ')}`,
      );
    for (let version = 1; version < state.version + (state.text === undefined ? 1 : 0); version += 1)
      if ((await lexical.search(secretOf(id, version), 5, everyScope)).some(({ id: found }) => found === passage))
        simulation.violated('stores-agree', `words of ${id} are still those of version ${version}`);
  }
};

/** What the facts of a page say. */
const statedIn = async (
  graph: Simulation['stored']['servers']['graph'],
  id: string,
  scopes: readonly string[],
): Promise<string[]> => {
  const triples = await graph.triplesOf([planOf(id)], 100, scopes);
  return triples.filter(({ documentIds }) => documentIds.includes(id)).map(({ objectName }) => objectName);
};
