import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSettings } from '../../core/settings.ts';
import { openParley } from '../../runtime/open.ts';
import type { Parley } from '../../runtime/parley.ts';
import { sampleHandbook } from '../../samples/index.ts';

let folder: string;
let parley: Parley;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-quote-'));
  parley = await openParley({ settings: readSettings({ PARLEY_DATA: folder }) });
  await parley.ingest([sampleHandbook]);
});
afterAll(async () => {
  await parley.close();
});

const ask = (text: string, scopes: string[] = []) =>
  parley.agent.answer({ text, scopes: ['everyone', ...scopes], strategy: 'quote' });

/**
 * Questions in a newcomer's words. The laptop and River plan questions once failed here, so they only guard against
 * regressions.
 */
const PLAIN: [question: string, says: RegExp, page: string][] = [
  ['How many weeks of parental leave do I get?', /26 weeks/, 'people/parental-leave.md'],
  ['What should I do when my laptop gets stolen?', /extension 4911/, 'engineering/equipment.html'],
  ['How much is the River plan a month?', /240/, 'products/prices.html'],
  ['Who is the site lead in Hobart?', /Aroha Bennett/, 'company/offices.html'],
  ['When does the company meet in 2027?', /18.*20 May 2027/, 'news/2026-11-09-gathering.md'],
  ['what do I do if I am sick?', /Tell your manager by 10:00/, 'people/time-off.md'],
  ['How many days may I work from abroad?', /45 working days/, 'people/remote-work.md'],
  ['Can I bring my dog to the Bergen office?', /Allowed on floor 2/, 'company/offices.html'],
  // Hurried typing.
  ['til when do i have to hand in receipts', /within 30 days/, 'people/travel.md'],
  ['response time for on call sev 1', /SEV1.*20 minutes/, 'engineering/incident-response.md'],
  ['how long does a new password have to be', /at least 16 characters/, 'security/passwords.md'],
  // Without a row's name, all rows answer, with the column asked for.
  [
    'is there parking at the office',
    /Harbour House\*\* · Visitor parking: 4 spaces\n.*2 spaces/s,
    'company/offices.html',
  ],
  ['What is the meal allowance per country?', /EUR 85/, 'people/travel.md'],
];

/** Questions without a sure answer, with the page that the reply must name anyway. */
const UNSURE: [question: string, page: string][] = [
  ['How do I report an incident?', 'engineering/incident-response.md'],
  ['maternity leave', 'people/parental-leave.md'],
  ['what are the severity levels?', 'engineering/incident-response.md'],
];

/** Questions answered by tables, with lines that must and must not be shown. */
const TABLES: [question: string, says: RegExp, not: RegExp][] = [
  ['who approves a trip that costs 3200 euros', /EUR 1,500 to 5,000.*head of your department/, /Your manager/],
  ['cheapest Estuary plan', /Creek.*49/, /River/],
  [
    'team leads who joined after 2019',
    /Mei Lin Chow.*Noah Tanner.*Yusuf Karim/s,
    /Priya Raman|Anders Vik|Leah Oyelaran/,
  ],
  ['how many teams sit in The Cannery', /Platform.*Security and IT.*Operations.*3 of 12/s, /Firmware/],
  ['who leads Platform?', /Rui Fonseca/, /Filipa Moura/],
];

describe('quoting the handbook', () => {
  it.each(TABLES)('%s, from a table', async (question, says, not) => {
    const { text } = await ask(question);
    expect(text).toMatch(says);
    expect(text).not.toMatch(not);
  });

  it('answers a question that goes on with the one before by the column that it names', async () => {
    const history = [{ question: 'how much is the wellbeing allowance in Norway?', answer: 'NOK 6,000 [1]' }];
    const { shortAnswer } = await parley.agent.answer({ text: 'and in Portugal?', history, scopes: ['everyone'] });
    expect(shortAnswer).toBe('EUR 500');
  });

  it('calls no row the reason for what it only names', async () => {
    const { verdict } = await parley.agent.answer({
      text: 'why did the gateway go down in March',
      history: [],
      scopes: ['everyone'],
    });
    expect(verdict).toBe('unknown');
  });

  it('answers a question that goes on with the one before by a row that lacks its words', async () => {
    const question = 'Who is the lead of Hardware?';
    const { verdict, text } = await parley.agent.answer({
      text: 'Who is the lead of Calibration?',
      history: [{ question, answer: (await ask(question)).text }],
      scopes: ['everyone'],
    });
    expect(verdict).toBe('answered');
    expect(text).toContain('Leah Oyelaran');
  });

  it('answers with no rows of a period for one thing that happened in it', async () => {
    expect((await ask('What was the cause of the gateway outage in March 2026?')).verdict).toBe('unknown');
  });

  it('shows no passage of another page as the closest to a question that goes on with the one before', async () => {
    const { text } = await ask('How much is the River plan a month and by when do I have to send it?');
    expect(text).toMatch(/240.*\*\*by when do I have to send it\?\*\*\n\nI don't know\./s);
  });

  it('answers four questions of one message, separated by commas or numbered', async () => {
    const { text } = await ask(
      'hey! how much is the River plan a month, who is the site lead in Hobart, where is the gathering 2027 and how many days of holiday do I have in Norway?',
    );
    expect(text.match(/^\*\*.+\?\*\*$/gm)).toHaveLength(4);
    expect(text).toMatch(/240.*Aroha Bennett.*30/s);
    const numbered = await ask('1. How much is the River plan a month? 2. Who is the site lead in Hobart?');
    expect(numbered.text).toMatch(/^\*\*How much is.*240.*\n\*\*Who is.*Aroha Bennett/s);
  });

  it.each(UNSURE)('%s – or at least the page', async (question, page) => {
    const { citations, nearest = [] } = await ask(question);
    expect([...citations, ...nearest].map(({ documentId }) => documentId)).toContain(`handbook/${page}`);
  });

  it.each(PLAIN)('%s', async (question, says, page) => {
    const answer = await ask(question);
    expect(answer.text).toMatch(says);
    expect(answer.citations[0]!.documentId).toBe(`handbook/${page}`);
  });

  it('does not correct an English word into another', async () => {
    expect((await ask('How do I rotate a key?')).notices?.join(' ')).not.toContain('rotate');
    expect((await ask('hottel limit in spain?')).notices?.join(' ')).toContain('hotel');
  });

  it('marks the answering cell, and none if several rows or a whole row answer', async () => {
    expect((await ask('Who is the site lead in Porto?')).text).toContain('Site lead: **Joana Teixeira**');
    expect((await ask('What is the hotel limit per night in Spain?')).text).toContain('night: **EUR 130** ·');
    expect((await ask('Which office opened first?')).text).not.toMatch(/: \*\*/);
  });

  it('never quotes a replaced page if the new one answers, even if its notice is in another passage than its row', async () => {
    const answer = await ask('How much is the River plan a month?');
    expect(answer.citations.map(({ documentId }) => documentId)).not.toContain('handbook/products/prices-2025.html');
  });

  it('shows no note on what the page replaces above the answer', async () => {
    const { text, citations } = await ask('How long is parental leave?');
    expect(text).toMatch(/^\*\*Every parent gets 26 weeks/);
    expect(citations[0]?.quote).toMatch(/^Every parent/);
  });

  it('does not quote a line of links', async () => {
    expect(await ask('what is the refund policy')).toMatchObject({ verdict: 'unknown', citations: [] });
  });

  it.each(['how many holidays do interns get', 'who won the champions league', 'what are the severity levels?'])(
    'does not answer "%s" with a page that only shares a word with it',
    async (question) => expect((await ask(question)).verdict).toBe('unknown'),
  );

  it('shows the days asked for, not those of a neighbouring row that says "half a day"', async () => {
    const answer = await ask('how many days of leave do we have?');
    expect(answer.text).toMatch(/Norway: 30/);
    const shown = answer.citations[0] ?? answer.nearest?.[0];
    expect(shown?.documentId).toBe('handbook/people/benefits.md');
  });

  it('names three pages if it has no answer, and none where no page is near', async () => {
    const far = await ask('How do I bake bread?');
    expect(far.nearest).toBeUndefined();
    expect(far.text).toMatch(/^I don't know: I found nothing about that/);
    const answer = await ask('When does the canteen open?');
    expect(answer).toMatchObject({ verdict: 'unknown', citations: [] });
    expect(answer.nearest?.length).toBe(3);
    expect(answer.text).toMatch(/^I don't know\. These pages come closest:(?:\n- .+\n {2}“.+”){3}$/);
  });
});

describe('a doubt', () => {
  const asked = { question: 'How many weeks of parental leave do I get?', answer: '26 weeks [1].' };
  const thanked = { question: 'thanks!', answer: "You're welcome!" };
  const doubt = (history: { question: string; answer: string }[]) =>
    parley.agent.answer({ text: 'are you sure?', history, scopes: ['everyone'], strategy: 'quote' });

  it.each([[[asked]], [[asked, thanked]]])('shows the page of the earlier answer again', async (history) => {
    const answer = await doubt(history);
    expect(answer.text).toMatch(/as sure as the page.*26 weeks/s);
    expect(answer.citations[0]?.documentId).toContain('parental-leave');
  });

  it('is small talk before any answer', async () => {
    expect((await doubt([])).verdict).toBe('smalltalk');
    expect((await doubt([thanked])).verdict).toBe('smalltalk');
  });
});

describe('a follow-up after thanks', () => {
  it('continues the question before', async () => {
    const answer = await parley.agent.answer({
      text: 'and in Norway?',
      history: [
        { question: 'What is the hotel limit in Germany?', answer: 'EUR 150' },
        { question: 'thanks!', answer: "You're welcome!" },
      ],
      scopes: ['everyone'],
      strategy: 'quote',
    });
    expect(answer.trace.find(({ name }) => name === 'search_passages')?.data).toMatchObject({
      query: expect.stringContaining('hotel limit'),
    });
  });
});
