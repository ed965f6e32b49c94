import { afterEach, describe, expect, it } from 'vitest';
import { ParleyError } from '../core/errors.ts';
import { silentLog } from '../core/log.ts';
import { openEmbedded } from '../stores/embedded/index.ts';
import type { DocumentChange, Stores } from '../stores/index.ts';
import { createFactReader } from './fact-reader.ts';
import { createRetriever, indexDocuments } from './index.ts';
import { readHops } from './ranking/hops.ts';
import { page, stating } from './testing/pages.ts';

const CITIES = 'Oslo Bergen Turin Porto Lyon Gdansk Malmo Ghent Graz Basel Lagos Cork'.split(' ');
const NAMES = 'Ada Bo Cleo Dag Eli Finn Gro Hana Ivo Juno Kai Liv'.split(' ');
/** Twelve people with one similar sentence each, so that only links can distinguish them. */
const PEOPLE = NAMES.map((name, i) =>
  page(`people/${name}`, `${name} Lind${i}`, `Sits in ${CITIES[i]}, on the third floor, and likes lunch at noon.`),
);
const ENGINE = page('engine', 'Falcon', 'Falcon is the billing engine. It went live in May.');
const QUESTION = 'In which city does the lead of Falcon sit?';
const LEAD = 'people/Hana';

let stores: Stores | undefined;
afterEach(() => stores?.close());

const search = async (pages: readonly DocumentChange[], scopes = ['everyone']) => {
  stores = openEmbedded(':memory:');
  await indexDocuments({ stores }, pages);
  return createRetriever({ stores, log: silentLog }).search({ text: QUESTION, scopes, k: 3 });
};
const found = ({ hits }: Awaited<ReturnType<typeof search>>) => hits.map(({ documentId }) => documentId);

describe('a bridge that no shared name makes', () => {
  it('is not there without the fact', async () => {
    expect(found(await search([ENGINE, ...PEOPLE])).slice(0, 2)).not.toContain(LEAD);
  });

  it('is a triple that was handed in', async () => {
    const facts = stating(page('facts', 'Facts', ''), [['Falcon', 'lead', 'Hana Lind7']]);
    const result = await search([ENGINE, ...PEOPLE, { ...facts, passages: [] }]);
    expect(found(result).slice(0, 2)).toEqual(['engine', LEAD]);
    expect(result.hits[1]!.via).toContainEqual({
      kind: 'path',
      entities: ['Falcon', 'Hana Lind7'],
      passages: ['engine#0'],
      facts: ['Falcon lead Hana Lind7'],
    });
  });

  it('is a row of a table, whose page is found as well', async () => {
    const table = page('owners', 'Owners', '| system | lead |\n| falcon | hana lind7 |\n| heron | bo lind1 |');
    const facts = [
      ['falcon', 'lead', 'hana lind7'],
      ['heron', 'lead', 'bo lind1'],
    ] as const;
    const result = await search([ENGINE, ...PEOPLE, stating(table, facts, 'owners#0')]);
    expect(found(result)).toContain(LEAD);
    expect(found(result)).toContain('owners');
    expect(found(result)).not.toContain('people/Bo');
  });

  it('says little where the name that it starts from stands everywhere', async () => {
    const weight = async (others: number) => {
      const hub = Array.from({ length: others }, (_, i) =>
        page(`news/${i}`, `News ${i}`, 'Lunch was late, said Falcon.'),
      );
      const facts = stating(page('facts', 'Facts', ''), [['Falcon', 'lead', 'Hana Lind7']]);
      await search([ENGINE, ...PEOPLE, { ...facts, passages: [] }, ...hub]);
      const index = stores!.passageIndex!;
      const ids = ['engine#0', `${LEAD}#0`];
      const numbers = await index.numbersOf(ids, ['everyone']);
      const [from, to] = ids.map((id) => numbers.get(id)!);
      const [hops] = await readHops(index, [from!], ['everyone'], {
        passageCount: await index.count(),
        readFacts: createFactReader(stores!.graph, silentLog).forSearch().read,
      });
      await stores!.close();
      return hops!.links.find((link) => link.to.includes(to!))!.weight;
    };
    // 0.6 · ln(500 / (1 + n)) / ln 500, where n passages name Falcon
    expect(await weight(0)).toBeCloseTo(0.533, 3);
    expect(await weight(60)).toBeCloseTo(0.202, 3);
  });

  it('is a hyperlink', async () => {
    const linked = page('engine', 'Falcon', 'Falcon is the billing engine. Ask its lead.', { links: [LEAD] });
    expect(found(await search([linked, ...PEOPLE])).slice(0, 2)).toEqual(['engine', LEAD]);
  });

  it('is not followed by who may not see the fact', async () => {
    const facts = {
      ...stating(page('facts', 'Facts', '', { scopes: ['board'] }), [['Falcon', 'lead', 'Hana Lind7']]),
      passages: [],
    };
    const outside = await search([ENGINE, ...PEOPLE, facts]);
    expect(found(outside).slice(0, 2)).not.toContain(LEAD);
    expect(JSON.stringify(outside.hits.map(({ via }) => via))).not.toContain('Hana Lind7');
    await stores!.close();
    expect(found(await search([ENGINE, ...PEOPLE, facts], ['everyone', 'board']))).toContain(LEAD);
  });

  it('goes when its document goes', async () => {
    const facts = { ...stating(page('facts', 'Facts', ''), [['Falcon', 'lead', 'Hana Lind7']]), passages: [] };
    await search([ENGINE, ...PEOPLE, facts]);
    await stores!.apply({ delete: ['facts'] });
    const { hits } = await createRetriever({ stores: stores!, log: silentLog }).search({
      text: QUESTION,
      scopes: ['everyone'],
    });
    expect(JSON.stringify(hits.map(({ via }) => via))).not.toContain('Falcon lead');
  });
});

it('shows the path where a page is reached over two links', async () => {
  const pages = [
    page('engine', 'Falcon', 'Falcon is the billing engine. Its owner is the Kestrel Group.'),
    page('group', 'Kestrel Group', 'Head: Hana Lind7.'),
    ...PEOPLE,
  ];
  stores = openEmbedded(':memory:');
  await indexDocuments({ stores }, pages);
  const { hits } = await createRetriever({ stores, log: silentLog }).search({
    text: 'In which city does whoever owns Falcon sit?',
    scopes: ['everyone'],
  });
  const lead = hits.find(({ documentId }) => documentId === LEAD)!;
  expect(lead.via).toContainEqual({
    kind: 'path',
    entities: ['Kestrel Group', 'Hana Lind7'],
    passages: ['engine#0', 'group#0'],
    facts: [],
  });
});

it('searches on without facts while the graph is down, and says so', async () => {
  stores = openEmbedded(':memory:');
  await indexDocuments({ stores }, [ENGINE, ...PEOPLE]);
  let asked = 0;
  const triplesOf = () => {
    asked++;
    return Promise.reject(new ParleyError('STORE_UNAVAILABLE', { message: 'Neo4j is away.', remedy: 'Start it.' }));
  };
  const graph = { ...stores.graph, triplesOf };
  const warned: unknown[] = [];
  const log = { ...silentLog, warn: (...said: unknown[]) => void warned.push(said) };
  const retriever = createRetriever({ stores: { ...stores, graph }, log });
  for (let round = 0; round < 2; round++) {
    const { hits, notice } = await retriever.search({ text: QUESTION, scopes: ['everyone'] });
    expect(hits[0]!.documentId).toBe('engine');
    expect(notice).toBe('Neo4j is away. This search went without stated facts.');
  }
  expect(asked).toBe(1);
  expect(JSON.stringify(warned)).toContain('Neo4j is away. Searches go without the graph meanwhile.');
});
