import pg from 'pg';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { PassageAnalysis } from '../passage-index.ts';
import { collect, evalCase, knowledge, page, unitVector, vectorsOf } from '../testing/samples.ts';
import { missing, testStores } from '../testing/test-stores.ts';
import { openPostgres } from './index.ts';

interface Statement {
  sql: string;
  values: unknown[];
}
interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Plan Rows'?: number;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  Plans?: Plan[];
}
type Explained = { 'QUERY PLAN': [{ Plan: Plan }] };

const analysis = (id: string): PassageAnalysis => {
  const use = { key: id, count: 1, inTitle: false, sentences: 1 };
  return {
    passageId: `${id}#0`,
    documentId: id,
    scopes: ['everyone'],
    title: id,
    length: 1,
    sentenceLengths: [1],
    titleLength: 0,
    stems: [use],
    names: [{ ...use, name: id, wide: false }],
    titles: [id],
    titleParts: [id],
    places: [id],
    fields: ['type:page'],
    links: [],
  };
};

/**
 * Tables that may be read as a whole: those with few rows, the outbox (first row by key), and the statistics of the full text,
 * which are cached for seconds and only used without a passage index.
 */
const READ_WHOLE = new Set(['sources', 'scope_sets', 'outbox', 'lexical_passages', 'spent']);

/** Makes every call of the stores that the rest of Parley uses, once. */
const useEverything = async (
  {
    documents,
    lexical,
    passageIndex,
    conversations,
    keyValues,
    cases,
    vectors,
    graph,
    ...opened
  }: ReturnType<typeof openPostgres>,
  used: { vectors: boolean; graph: boolean },
) => {
  const records = opened.records(used);
  const [now, day] = ['2026-01-01T00:00:00.000Z', '2026-01-01'];
  const scopes = ['everyone'];
  if (used.vectors) await vectors.open({ encoder: 'test', dimensions: 8 });
  const put = ['a', 'b'].map((id) => {
    const made = page(id, ['one two'], { tables: 1 });
    return {
      ...made,
      analyses: [analysis(id)],
      knowledge: knowledge(id, ['Ada', 'Tea'], [['Ada', 'drinks', 'Tea']]),
      ...(used.vectors && { vectors: vectorsOf(made, 8) }),
    };
  });
  await documents.putSource({ id: 'samples', kind: 'folder', location: '/samples', scopes: [] });
  const { entryId } = await records.commit({ put, delete: ['c'] }, { entry: Buffer.from('entry') });
  await records.oldestEntry();
  await records.removeEntry(entryId!);
  await records.commit({ put });
  await documents.sources();
  await documents.document('a', scopes);
  await documents.passages(['a#0'], scopes);
  await documents.passagesOf('a', scopes);
  await documents.tables(['a!0'], scopes);
  await documents.tablesOf(['a'], scopes);
  await collect(documents.stamps());
  await collect(documents.stamps('samples'));
  await documents.stampsOf(['a']);
  await collect(documents.hydrate());
  await documents.scopes();
  await lexical.search('one two', 5, scopes);
  if (used.vectors) {
    await vectors.search(unitVector('one', 8), 5, scopes);
    await vectors.search(unitVector('one', 8), 5, scopes, ['a#0', 'b#0']);
    await vectors.vectors(['a#0']);
  }
  const [fact] = await graph.triplesOf(['ada'], 5, scopes);
  await graph.triples([fact!.id], scopes);
  await graph.entities(['ada'], scopes);
  await graph.findEntities('Ada', 5, scopes);
  await graph.mentionsOf(['a#0'], scopes);
  await graph.passagesMentioning(['ada'], 5, scopes);
  await collect(graph.allTriples());
  await collect(graph.allEntities());
  await collect(graph.allMentions());
  await collect(graph.knowledge());
  await graph.rescope([{ documentId: 'a', scopes: ['private'] }]);
  for (const kind of ['stem', 'entity', 'title', 'title-part', 'place', 'field'] as const)
    await passageIndex.lists(kind, ['a'], scopes);
  const numbers = [...(await passageIndex.numbersOf(['a#0'], scopes)).values()];
  await passageIndex.idsOf(numbers, scopes);
  await passageIndex.passages(numbers, scopes);
  await passageIndex.size(scopes);
  await conversations.claim('event', 'me', 1000);
  await conversations.renewClaim('event', 'me');
  await conversations.finishClaim('event', 'me');
  await conversations.putConversation({ id: 'c', platform: 'web', title: 'C', createdAt: now, updatedAt: now });
  await conversations.conversation('c');
  await conversations.putTurn({
    id: 't',
    conversationId: 'c',
    eventId: 'event',
    askerId: 'ann',
    question: 'Q?',
    scopes,
    status: 'running',
    askedAt: now,
  });
  await conversations.turn('t');
  await conversations.turnByEvent('event');
  await conversations.turns('c', 5);
  await conversations.conversations('web', 'ann', 5);
  await conversations.putFeedback({ turnId: 't', askerId: 'ann', at: now, rating: 'up' });
  await conversations.feedback('t');
  await collect(conversations.allFeedback());
  await collect(conversations.allConversations());
  await collect(conversations.allTurns());
  await collect(conversations.doneEvents());
  await conversations.spend(day, 'ann', { questions: 1, tokens: 1 });
  await collect(conversations.allSpent());
  await conversations.forgetPerson('ann');
  await keyValues.put('kind', 'key', { a: 1 }, { personId: 'ann' });
  await keyValues.add('kind', 'other', { a: 1 });
  await keyValues.get('kind', 'key');
  await keyValues.list('kind', { prefix: 'k', after: 'a', limit: 5 });
  await collect(keyValues.all());
  await keyValues.forgetPerson('ann');
  await keyValues.delete('kind', 'other');
  await cases.put(evalCase('case'));
  await cases.put(evalCase('case', { version: 2 }));
  await cases.restore(evalCase('case', { version: 7 }));
  await cases.get('case');
  for (const status of [undefined, 'new'] as const) await cases.list({ status, limit: 5 });
  await cases.withKey('a key');
  await cases.ofTurn('t');
  await cases.counts();
  await collect(cases.all());
  await cases.forgetPerson('ann');
  await records.commit({ delete: ['b'] });
  await documents.deleteSource('samples');
};

/** The distinct SELECT, UPDATE and DELETE statements that `work` sends. */
const statementsOf = async (work: () => Promise<unknown>): Promise<Statement[]> => {
  const said = new Map<string, Statement>();
  const real = pg.Client.prototype.query;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...call: unknown[]) {
    const [asked, given] = call as [string | pg.QueryConfig, unknown[]];
    const { text: sql, values } = typeof asked === 'string' ? { text: asked, values: given } : asked;
    if (/^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)/i.test(sql) && !/advisory|set_config/.test(sql))
      said.set(sql, { sql, values: Array.isArray(values) ? values : [] });
    return (real as (...all: unknown[]) => unknown).apply(this, call);
  } as never);
  await work().finally(() => spy.mockRestore());
  return [...said.values()];
};

const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];

/** `max(key)` reads the first row of an index from its end: no condition, and one row. */
const readsOneRow = (plan: Plan) => plan['Node Type'] === 'Limit' && plan['Plan Rows'] === 1;
const readInFull = (plan: Plan): Plan[] => (readsOneRow(plan) ? [] : [plan, ...(plan.Plans ?? []).flatMap(readInFull)]);

const servers = [
  { server: 'POSTGRES_URL', used: { vectors: false, graph: true } },
  { server: 'PGVECTOR_URL', used: { vectors: true, graph: true } },
] as const;
describe.each(servers)('every statement on the Postgres of $server', ({ server, used }) => {
  if (missing([server])) return it.skip(`is not tried: ${server} is not set`);
  const place = testStores([server]);
  const url = process.env[server]!;
  afterAll(() => place.dispose());

  it('has an index to go by: none reads a table from end to end because it must', async () => {
    const schema = place.settings.PARLEY_NAMESPACE!;
    const stores = openPostgres(url, schema);
    if (used.vectors) expect(await stores.openVectorExtension()).toBeUndefined();
    await stores.documents.count();
    const said = await statementsOf(() => useEverything(stores, used));
    await stores.close();
    expect(said.length).toBeGreaterThan(50);

    const client = new pg.Client({ connectionString: url });
    await client.connect();
    // Makes sequential scans very expensive, so that plans which still contain one have no usable index.
    await client.query(
      `SET search_path = "${schema}", public; SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off`,
    );
    const scans: string[] = [];
    for (const { sql, values } of said) {
      const { rows } = await client.query<Explained>(`EXPLAIN (FORMAT JSON) ${sql}`, values);
      for (const node of readInFull(rows[0]!['QUERY PLAN'][0].Plan))
        if (
          node['Node Type'] === 'Seq Scan' ||
          (node['Node Type'].startsWith('Index') && !('Index Cond' in node || 'Order By' in node))
        )
          if (!READ_WHOLE.has(node['Relation Name']!))
            scans.push(`${node['Relation Name']}: ${sql.replace(/\s+/g, ' ')}`);
    }
    await client.end();
    expect(scans).toEqual([]);
  });

  it('reads the lists that were asked for and no others, in one statement, though nothing is known of the tables yet', async () => {
    const schema = place.settings.PARLEY_NAMESPACE!;
    const { passageIndex, close } = openPostgres(url, schema);
    const put = Array.from({ length: 600 }, (_, at) => analysis(`p${at}`));
    await passageIndex.put(put);
    const keys = ['p1', 'p5', 'nowhere'];
    const asked = await statementsOf(() =>
      Promise.all([
        passageIndex.lists('title', keys, ['everyone']),
        passageIndex.lists('entity', keys, ['everyone'], 3),
        passageIndex.lists('stem', ['p7'], ['everyone'], 0),
        passageIndex.lists('place', [], ['everyone']),
      ]).then((lists) => {
        expect(lists.map((kind) => kind.map(({ total }) => total))).toEqual([[1, 1, 0], [1, 1, 0], [1], []]);
        expect(lists[2]![0]!.passages).toHaveLength(0);
      }),
    );
    await close();
    expect(asked).toHaveLength(1);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(`SET search_path = "${schema}"`);
    const [{ sql, values }] = asked as [Statement];
    const { rows } = await client.query<Explained>(`EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`, values);
    await client.end();
    const read = nodes(rows[0]!['QUERY PLAN'][0].Plan).filter((node) => node['Relation Name'] === 'index_lists');
    expect(read.map((node) => node['Node Type'])).toEqual(['Index Scan']);
    expect(read[0]!['Actual Loops']! * read[0]!['Actual Rows']!).toBeLessThanOrEqual(7);
  });
});
