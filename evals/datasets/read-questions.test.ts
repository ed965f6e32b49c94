import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { planCorpus, readCorpus } from './corpus.ts';
import { pacificTime } from './crag.ts';
import type { EvalQuestion } from './question.ts';
import { readQuestions, subset } from './read-questions.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-datasets-'));
let files = 0;
const file = (content: string | object[], name = `set${files++}.jsonl`): string => {
  const path = join(folder, name);
  const text = typeof content === 'string' ? content : content.map((row) => JSON.stringify(row)).join('\n');
  writeFileSync(path, name.endsWith('.gz') ? gzipSync(text) : text);
  return path;
};
const first = async (path: string): Promise<EvalQuestion> => (await readQuestions(path)).questions[0]!;
const corpus = async (path: string) => {
  const rows = [];
  for await (const row of readCorpus(path)) rows.push(row);
  return rows;
};

describe('our own question file', () => {
  it('reads every field that docs/evals.md names', async () => {
    const row = {
      id: 7,
      question: 'When does it close?',
      answers: ['6 pm'],
      supporting_ids: ['hours'],
      answerable: true,
      kind: 'one-hop',
      as_of: '2026-01-01T00:00:00Z',
      scopes: ['workspace:T1'],
      history: [{ question: 'Where is it?', answer: 'Oslo' }],
    };
    expect(await first(file([row], 'own.jsonl.gz'))).toEqual({
      id: '7',
      question: 'When does it close?',
      answers: ['6 pm'],
      supportingIds: ['hours'],
      answerable: true,
      falsePremise: false,
      kind: 'one-hop',
      rule: 'squad',
      asOf: '2026-01-01T00:00:00Z',
      scopes: ['workspace:T1'],
      history: [{ question: 'Where is it?', answer: 'Oslo' }],
    });
  });

  it('names broken lines, rows without id and repeated ids, and keeps the rest', async () => {
    const path = file(
      '{"id":"a","question":"A?","answers":[]}\n{broken\n{"question":"No id?"}\n{"id":"a","question":"Again?"}\n\n{"id":"b","question":"B?"}',
    );
    const { questions, problems } = await readQuestions(path);
    expect(questions.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(problems.map(({ place }) => place)).toEqual([`${path}:2`, `${path}:3`, `${path}:4`]);
    expect(problems[1]!.message).toBe('id is missing');
    expect(problems[2]!.message).toContain('repeats the id a');
  });

  it('refuses what holds no question, and what is not there', async () => {
    await expect(readQuestions(file('{"question":"x"}'))).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringMatching(/:1 id is missing\.$/),
    });
    await expect(readQuestions(file(''))).rejects.toMatchObject({ code: 'BAD_INPUT' });
    await expect(readQuestions(join(folder, 'none.jsonl'))).rejects.toMatchObject({ code: 'INPUT_NOT_FOUND' });
    const cut = join(folder, 'cut.jsonl.gz');
    writeFileSync(cut, gzipSync('{"id":"a","question":"A?"}\n'.repeat(2000)).subarray(0, 60));
    await expect(readQuestions(cut)).rejects.toMatchObject({ code: 'INPUT_UNREADABLE' });
  });

  it('grades by the script of the dataset that a row is from', async () => {
    const rule = async (row: object) => (await first(file([{ id: 'x', question: 'Q?', ...row }]))).rule;
    expect(await rule({ src: 'wikontic-hotpotqa200' })).toBe('hotpotqa');
    expect(await rule({ id: '2hop__1_2' })).toBe('musique');
    expect(await rule({ src: 'migres-2wiki200' })).toBe('2wiki');
    expect(await rule({ scoring: 'squad', src: 'hotpotqa' })).toBe('squad');
  });
});

// {"id":"a","question":"A?"} and a line break, as bzip2 packs them.
const packed = Buffer.from(
  'QlpoOTFBWSZTWUoV7yUAAAzdgAAQEAQAEKAAJiGuCiAAMU0yMTExCINGmgafqg2nZDDvLM02UIWsAL8XckU4UJBKFe8l',
  'base64',
);
const hasBzip2 = spawnSync('bzip2', ['--help']).error === undefined;

it.skipIf(!hasBzip2)('reads .bz2 where the bzip2 program is there, and names a cut file', async () => {
  const path = join(folder, 'crag.jsonl.bz2');
  writeFileSync(path, packed);
  expect(await first(path)).toMatchObject({ id: 'a' });
  writeFileSync(path, packed.subarray(0, 40));
  await expect(readQuestions(path)).rejects.toMatchObject({ code: 'INPUT_UNREADABLE' });
});

describe("the field's own files", () => {
  const hotpot = {
    _id: '5ab',
    question: 'Which?',
    answer: 'yes',
    type: 'bridge',
    level: 'hard',
    supporting_facts: [['B', 0]],
    context: [
      ['A', ['One.', ' Two.']],
      ['B', ['Three.']],
    ],
  };

  it('HotpotQA: one JSON array, its context the corpus, gold by title', async () => {
    const path = file(JSON.stringify([hotpot], null, 1), 'hotpot_dev.json');
    const documents = await corpus(path);
    expect(documents).toMatchObject([
      { title: 'A', text: 'One. Two.' },
      { title: 'B', text: 'Three.' },
    ]);
    const question = await first(path);
    expect(question).toMatchObject({ id: '5ab', answers: ['yes'], kind: 'bridge', rule: 'hotpotqa' });
    expect(question.supportingIds).toEqual([(documents[1] as { id: string }).id]);
    expect(await planCorpus(path)).toEqual({ kind: 'convert', input: path });
  });

  it('HotpotQA as its mirrors have it, in columns', async () => {
    const { _id, ...rest } = hotpot;
    const path = file([
      {
        ...rest,
        id: _id,
        supporting_facts: { title: ['B'], sent_id: [0] },
        context: { title: ['A', 'B'], sentences: [['One.', ' Two.'], ['Three.']] },
      },
    ]);
    expect(await first(path)).toEqual(await first(file([hotpot])));
  });

  it('2WikiMultihopQA: told by its evidences', async () => {
    const path = file(JSON.stringify([{ ...hotpot, evidences: [['a', 'b', 'c']], type: 'compositional' }]), 'dev.json');
    expect((await readQuestions(path)).format).toBe('2wiki');
    expect(await first(path)).toMatchObject({ rule: '2wiki', kind: 'compositional' });
  });

  it('MuSiQue: aliases, gold paragraphs, and an unanswerable twin under the same id', async () => {
    const row = {
      id: '2hop__1_2',
      question: 'Who?',
      answer: 'Ada',
      answer_aliases: ['Ada Byron'],
      answerable: true,
      paragraphs: [
        { idx: 0, title: 'T', paragraph_text: 'x', is_supporting: false },
        { idx: 1, title: 'T', paragraph_text: 'y', is_supporting: true },
      ],
    };
    const path = file([row, { ...row, answerable: false }]);
    const { questions, problems } = await readQuestions(path);
    expect(problems).toEqual([]);
    expect(questions[0]).toMatchObject({ answers: ['Ada', 'Ada Byron'], kind: '2hop', rule: 'musique' });
    expect(questions[1]).toMatchObject({ answers: [], answerable: false });
    const documents = await corpus(path);
    expect(documents).toHaveLength(2);
    expect(questions[0]!.supportingIds).toEqual([(documents[1] as { id: string }).id]);
  });

  it('CRAG: alternatives as a list or as Python text, Pacific time, pages as documents', async () => {
    const path = file([
      {
        interaction_id: 'i1',
        query_time: '03/05/2024, 23:18:31 PT',
        question_type: 'false_premise',
        query: 'who?',
        answer: 'invalid question',
        alternative_answers: "['it\\'s none', \"n/a\"]",
        search_results: [
          {
            page_name: 'P',
            page_url: 'https://example.com/p',
            page_result: '<p>x</p>',
            page_last_modified: 'Tue, 05 Mar 2024 10:00:00 GMT',
          },
          { page_name: 'empty', page_url: 'https://example.com/e', page_result: '' },
        ],
      },
    ]);
    expect(await first(path)).toMatchObject({
      answers: ['invalid question', "it's none", 'n/a'],
      falsePremise: true,
      asOf: '2024-03-06T07:18:31.000Z',
    });
    expect(await corpus(path)).toEqual([
      {
        id: 'https://example.com/p',
        title: 'P',
        html: '<p>x</p>',
        url: 'https://example.com/p',
        updated_at: '2024-03-05T10:00:00.000Z',
      },
    ]);
    expect(pacificTime('07/01/2024, 00:30:00 PT')).toBe('2024-07-01T07:30:00.000Z');
  });

  it('WebQuestions: Lisp lists, and ids made from the question', async () => {
    const path = file(
      JSON.stringify([
        {
          url: 'u',
          targetValue: '(list (description "Jazmyn Bieber") (description Jaxon))',
          utterance: 'what is the name?',
        },
      ]),
      'webquestions.examples.test.json',
    );
    const question = await first(path);
    expect(question).toMatchObject({
      question: 'what is the name?',
      answers: ['Jazmyn Bieber', 'Jaxon'],
      kind: 'what',
    });
    expect(question.id).toMatch(/^webquestions:[0-9a-f]{12}$/);
  });

  it('FEVER: pages out of nested evidence, labels instead of words', async () => {
    const path = file([
      {
        id: 1,
        claim: 'It rains.',
        label: 'REFUTES',
        evidence: [
          [
            [0, 1, 'Rain', 3],
            [0, 2, 'Sun', 0],
          ],
        ],
      },
      { id: 2, claim: 'It snows.', label: 'NOT ENOUGH INFO', evidence: [[[0, 1, null, null]]] },
    ]);
    const { questions } = await readQuestions(path);
    expect(questions[0]).toMatchObject({ answers: ['REFUTES'], supportingIds: ['Rain', 'Sun'], rule: 'label' });
    expect(questions[1]).toMatchObject({ answerable: false, supportingIds: [] });
  });

  it('GenMedGPT and MindMap: entities, and triples with underscores', async () => {
    const path = file([
      { question: 'Doctor?', answer: 'Rest.', question_entities: ['Flu'], answer_entities: ['rest'] },
    ]);
    expect(await first(path)).toMatchObject({ answers: [], answerEntities: ['rest'] });
    expect(await corpus(file([{ s: 'Panic_disorder', r: 'has_symptom', o: 'Anxiety' }]))).toEqual([
      { subject: 'Panic disorder', predicate: 'has symptom', object: 'Anxiety' },
    ]);
  });

  it('BEIR: a folder of corpus, queries and qrels; unjudged queries are not asked', async () => {
    const beir = mkdtempSync(join(folder, 'beir-'));
    mkdirSync(join(beir, 'qrels'));
    writeFileSync(join(beir, 'queries.jsonl'), '{"_id":"1","text":"q one"}\n{"_id":"2","text":"q two"}\n');
    writeFileSync(join(beir, 'corpus.jsonl'), '{"_id":"d1","title":"T","text":"x"}\n');
    writeFileSync(join(beir, 'qrels', 'test.tsv'), 'query-id\tcorpus-id\tscore\n1\td1\t2\n1\td2\t0\n2\td1\t0\n');
    const { questions } = await readQuestions(beir);
    expect(questions).toMatchObject([{ id: '1', question: 'q one', supportingIds: ['d1'] }]);
    const plan = await planCorpus(beir);
    expect(plan.kind).toBe('convert');
    expect(await corpus(plan.input)).toEqual([{ id: 'd1', title: 'T', text: 'x' }]);
  });
});

it('a corpus of our own form goes to ingest as it is, and so does what is no dataset', async () => {
  const own = file([{ id: 'd', title: 'T', text: 'x' }]);
  expect(await planCorpus(own)).toEqual({ kind: 'as-is', input: own });
  expect(await planCorpus('https://example.com/')).toEqual({ kind: 'as-is', input: 'https://example.com/' });
});

it('a subset is decided by seed and ids alone, and a smaller one is part of a bigger one', () => {
  const questions = Array.from({ length: 50 }, (_, i) => ({ id: `q${i}` }) as EvalQuestion);
  const ids = (set: EvalQuestion[]) => set.map(({ id }) => id);
  const ten = ids(subset(questions, 10, 1));
  expect(ten).toHaveLength(10);
  expect(new Set(ids(subset([...questions].reverse(), 10, 1)))).toEqual(new Set(ten));
  expect(ids(subset(questions, 20, 1))).toEqual(expect.arrayContaining(ten));
  expect(ids(subset(questions, 10, 2))).not.toEqual(ten);
});
