import { createAgent } from '../../agent/index.ts';
import { silentLog } from '../../core/log.ts';
import { createRetriever } from '../../retrieval/index.ts';
import type { Stores } from '../../stores/index.ts';
import { unitVector } from '../../stores/testing/samples.ts';
import { createTools, type ToolName } from '../../tools/index.ts';
import { type Asker, questionScopes, type ScopeWorld, SPACE, secretOf } from './scope-world.ts';

/** One way by which a question reads what is stored. */
export interface ReadPath {
  name: string;
  /** True when it gives everything that the asker may read, so that what is missing counts as a difference too. */
  complete: boolean;
  /** @returns everything that reaches the asker or a model on their behalf, as text that holds the documents' words */
  read(asker: Asker): Promise<string>;
}

const QUESTION = 'Which treaty does Ada sign?';

/** Every read path over these stores, without a model: what is quoted is what a model would be shown. */
export const readPaths = (stores: Stores, world: ScopeWorld): ReadPath[] => {
  const retriever = createRetriever({ stores, log: silentLog });
  const agent = createAgent({ retriever, stores });
  const pageIds = world.ids.filter((id) => id.startsWith('page'));
  const passageIds = pageIds.map((id) => `${id}#0`);
  /** The words of documents found by id: stores that give ids alone are held to the same reference. */
  const wordsOf = (ids: Iterable<string>) =>
    Array.from(ids, (id) => {
      const document = world.documents.get(id.replace(/[#!]\d+$/, ''));
      return document ? secretOf(document) : `qkgone0v0z`;
    }).join(' ');
  const entityIds = () => [...world.documents.values()].map((document) => `treaty ${secretOf(document)}`);

  const store = (name: string, read: (scopes: string[]) => Promise<unknown>): ReadPath => ({
    name,
    complete: true,
    read: async (asker) => {
      const found = await read(questionScopes(asker));
      return typeof found === 'string' ? found : JSON.stringify(found);
    },
  });
  const tool = (name: ToolName, args: () => Record<string, unknown>): ReadPath => ({
    name: `tool ${name}`,
    complete: false,
    async read(asker) {
      const tools = createTools({
        retriever,
        stores,
        scopes: questionScopes(asker),
        asOf: '2026-01-01T00:00:00.000Z',
        signal: new AbortController().signal,
      });
      return JSON.stringify(await tools[name].invoke({ type: 'tool_call', id: 'call', name, args: args() }));
    },
  });

  /** As many of these as a tool takes, from a place that moves. */
  const some = (ids: readonly string[], count: number) => {
    const from = world.draw(Math.max(1, ids.length - count));
    return ids.slice(from, from + count);
  };

  return [
    store('documents.document', async (scopes) => {
      const found = await Promise.all(world.ids.map((id) => stores.documents.document(id, scopes)));
      return wordsOf(found.flatMap((document) => document?.id ?? []));
    }),
    store('documents.passages', (scopes) => stores.documents.passages(passageIds, scopes)),
    store('documents.passagesOf', (scopes) =>
      Promise.all(pageIds.map((id) => stores.documents.passagesOf(id, scopes))),
    ),
    store('documents.tables', (scopes) =>
      stores.documents.tables(
        pageIds.map((id) => `${id}!0`),
        scopes,
      ),
    ),
    store('documents.tablesOf', (scopes) => stores.documents.tablesOf(pageIds, scopes)),
    store('lexical.search', async (scopes) =>
      wordsOf((await stores.lexical.search('treaty', 1000, scopes)).map(({ id }) => id)),
    ),
    store('vectors.search', async (scopes) =>
      wordsOf((await stores.vectors.search(unitVector('treaty', SPACE.dimensions), 1000, scopes)).map(({ id }) => id)),
    ),
    store('passageIndex.lists', async (scopes) => {
      const [list] = (await stores.passageIndex?.lists('stem', ['treati'], scopes)) ?? [];
      return wordsOf((await stores.passageIndex?.idsOf([...(list?.passages ?? [])], scopes))?.values() ?? []);
    }),
    store('passageIndex.numbersOf', async (scopes) =>
      wordsOf((await stores.passageIndex?.numbersOf(passageIds, scopes))?.keys() ?? []),
    ),
    store('graph.entities', (scopes) => stores.graph.entities(entityIds(), scopes)),
    store('graph.findEntities', (scopes) => stores.graph.findEntities('treaty', 1000, scopes)),
    store('graph.triplesOf', (scopes) => stores.graph.triplesOf(['ada', 'vault'], 1000, scopes)),
    store('graph.mentionsOf', (scopes) => stores.graph.mentionsOf(passageIds, scopes)),
    store('graph.passagesMentioning', async (scopes) =>
      wordsOf((await stores.graph.passagesMentioning(['ada'], 1000, scopes)).map(({ documentId }) => documentId)),
    ),
    {
      name: 'search',
      complete: false,
      async read(asker) {
        return JSON.stringify(await retriever.search({ text: QUESTION, k: 50, ...asker }));
      },
    },
    tool('search_passages', () => ({ query: QUESTION, k: 50 })),
    tool('search_tables', () => ({ query: 'Which word has the treaty of Rome?', k: 20 })),
    tool('read_passages', () => ({ passageIds: some(passageIds, 50) })),
    tool('link_entities', () => ({ names: some(entityIds(), 40) })),
    tool('neighbours', () => ({ entities: ['ada', 'vault'] })),
    tool('find_paths', () => ({ from: 'ada', to: ['vault'], maxHops: 3 })),
    tool('query_graph', () => ({ query: 'Ada and the Vault', entities: ['ada', 'vault'], k: 50 })),
    {
      name: 'answer with quotes and trace',
      complete: false,
      async read({ scopes, sources }) {
        return JSON.stringify(await agent.answer({ text: QUESTION, scopes, sources }));
      },
    },
  ];
};
