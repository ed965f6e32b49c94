import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSettings } from '../core/settings.ts';
import { openParley } from '../runtime/open.ts';
import type { Parley } from '../runtime/parley.ts';
import { startStubServer } from './testing/stub-server.ts';

const PAGES = {
  'annual-leave.md': '# Annual leave\n\nEverybody gets 28 days of annual leave per year.\n',
  'annual-leave-new.md':
    '---\nupdated_at: 2099-01-01\n---\n# Annual leave (new)\n\nEverybody gets 45 days of annual leave per year.\n',
  'sessions.md': '# Idle sessions\n\nA session may stay idle for 15 minutes.\n',
  'sessions-copy.md': '# Sessions\n\nA session may stay idle for 15 minutes at most.\n',
  'on-call.md':
    '# On call\n\nWhen the payment service is down, the platform team is paged first, then the duty manager after 15 minutes.\n',
  'who-is-paged.md':
    '# Who is paged\n\nWhen the payment service is down, the person in the on-call handbook is paged.\n',
  'boiler.md':
    '# Boiler\n\nWhen the boiler of the annex is down, the heating team is phoned first, then the caretaker after 15 minutes.\n',
  'boiler-annex.md':
    '# Boiler (annex)\n\nWhen the boiler of the annex is down, the person in the yellow folder is phoned.\n',
  'printers.md': '# Printers\n\nThe printer on floor 3 is called Osprey.\n',
};

/** A model that repeats one page's statement and cites it. */
const startCredulousModel = async (believes: () => string) =>
  startStubServer(({ user }) => {
    const line = user.split('\n').find((one) => one.includes(believes()));
    const n = user.slice(0, user.indexOf(line ?? '')).match(/^\[(\d+)\]/gm)?.length ?? 1;
    const quote = line?.trim() ?? '';
    return {
      json: {
        reasoning: '',
        verdict: line ? 'answered' : 'unknown',
        text: line ? `${quote} [${n}]` : 'The sources do not state it.',
        shortAnswer: '',
        citations: line ? [{ n, quote }] : [],
        unconfirmed: [],
        candidates: [],
      },
    };
  });

let folder: string;
let parley: Parley;
let model: Awaited<ReturnType<typeof startCredulousModel>>;
let believed = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-other-page-'));
  model = await startCredulousModel(() => believed);
  const settings = readSettings({
    PARLEY_MODEL: 'openai:credulous',
    PARLEY_MODEL_BASE_URL: model.url,
    PARLEY_MODEL_API_KEY: 'k',
  });
  parley = await openParley({ data: path.join(folder, 'data'), settings });
  for (const [name, text] of Object.entries(PAGES)) {
    await writeFile(path.join(folder, name), text);
    await parley.ingest([path.join(folder, name)], { source: 'handbook' });
  }
});
afterAll(async () => {
  await parley.close();
  await model.close();
});

const ask = async (text: string, strategy: string) => {
  const answer = await parley.agent.answer({ text, scopes: ['everyone'], strategy });
  return { ...answer, titles: answer.citations.map(({ title }) => title) };
};

describe.each(['quote', 'vanilla'])('%s', (strategy) => {
  it('shows another page’s different answer, and names both pages', async () => {
    for (believed of ['45 days', '28 days']) {
      const { text, titles } = await ask('How many days of annual leave do we get?', strategy);
      expect(text).toContain('28 days');
      expect(text).toContain('45 days');
      expect(titles.sort()).toEqual(['Annual leave', 'Annual leave (new)']);
      expect(text).toContain('“Annual leave” (handbook)');
    }
  });

  it('shows no date in the future', async () => {
    believed = '28 days';
    const { text } = await ask('How many days of annual leave do we get?', strategy);
    expect(text).toContain('“Annual leave (new)” (handbook)');
    expect(text).not.toContain('2099');
  });

  it('adds nothing if both pages say the same, or only one answers', async () => {
    believed = '15 minutes.';
    expect((await ask('How long may a session stay idle?', strategy)).citations).toHaveLength(1);
    believed = 'Osprey';
    expect((await ask('What is the printer on floor 3 called?', strategy)).citations).toHaveLength(1);
  });
});

it('shows another page beside a closest passage, and links both', async () => {
  const { text, verdict, nearest } = await ask('Who is paged when the payment service is down?', 'quote');
  expect(verdict).toBe('unknown');
  expect(text).toContain('the platform team is paged first');
  expect(text).toContain('the person in the on-call handbook is paged');
  expect(
    nearest
      ?.slice(0, 2)
      .map(({ title }) => title)
      .toSorted(),
  ).toEqual(['On call', 'Who is paged']);
});

// A stored answer is shown without the pages that are gone by then, and these are told by its citations and nearest pages.
it('names each page whose words are shown, also two of one name, and beside an answer to another question', async () => {
  const one = await ask('Who is phoned when the boiler of the annex is down?', 'quote');
  expect(one.text).toContain('the heating team is phoned first');
  expect(one.text).toContain('the person in the yellow folder is phoned');
  const pages = ({ nearest = [] }: Pick<typeof one, 'nearest'>) =>
    nearest.filter(({ quote }) => quote !== undefined).map(({ documentId }) => documentId.split('/').at(-1));
  expect(pages(one).toSorted()).toEqual(['boiler-annex.md', 'boiler.md']);

  const both = await ask(
    'What is the printer on floor 3 called? Who is phoned when the boiler of the annex is down? Who is paged when the payment service is down?',
    'quote',
  );
  expect(both.verdict).toBe('answered');
  expect(both.text).toContain('the person in the yellow folder is phoned');
  expect(both.text).toContain('the person in the on-call handbook is paged');
  expect(pages(both).toSorted()).toEqual(['boiler-annex.md', 'boiler.md', 'on-call.md', 'who-is-paged.md']);
});

it('shows the other page while the answer streams, and in the trace', async () => {
  believed = '45 days';
  let draft = '';
  const answer = await parley.agent.answer(
    { text: 'How many days of annual leave do we get?', scopes: ['everyone'], strategy: 'vanilla' },
    (event) => {
      if (event.type === 'token') draft += event.text;
    },
  );
  expect(draft).toContain('28 days');
  expect(answer.trace.some(({ name }) => name === 'other-page')).toBe(true);
});
