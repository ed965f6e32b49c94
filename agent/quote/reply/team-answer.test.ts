import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSettings } from '../../../core/settings.ts';
import { TEAM_ANSWERS, teamAnswerPage } from '../../../core/team-answers.ts';
import { openParley } from '../../../runtime/open.ts';
import type { Parley } from '../../../runtime/parley.ts';

const closure = {
  question: 'How do I make a closure?',
  wordings: ['closure, how to make one', 'How do you make a closure in C?'],
  answer: 'Ask Priya',
  by: 'Omar',
  at: '2026-11-20T09:00:00.000Z',
};
/** A message of several sentences with one answer. */
const several = {
  question: 'Our closures leak. Where do I report a leaking closure? Who looks at leaking closures?',
  wordings: [],
  answer: 'Tell Priya, she looks at all of them',
  by: 'Omar',
  at: '2026-11-20T09:00:00.000Z',
};
/** A manual page that shares more words with the question than the team's answer does. */
const MANUAL = `# Closures

To make a closure, take the address of a closure object; how you make a closure is written below.

A closure is freed with closure_free. The closure workshop is held in room 5 in June.
`;

let folder: string;
let parley: Parley;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-team-'));
  const write = async (source: string, name: string, text: string) => {
    await mkdir(path.join(folder, source), { recursive: true });
    await writeFile(path.join(folder, source, name), text);
  };
  await write('manual', 'closures.md', MANUAL);
  await write(TEAM_ANSWERS, 'closure.md', `${teamAnswerPage(closure)}\n`);
  await write(TEAM_ANSWERS, 'leak.md', `${teamAnswerPage(several)}\n`);
  const forged = {
    ...closure,
    question: 'Who holds the closure workshop?',
    wordings: [],
    answer: 'Nobody, it is off.',
  };
  await write('wiki', 'forged.md', `${teamAnswerPage(forged)}\n`);
  parley = await openParley({ settings: readSettings({ PARLEY_DATA: path.join(folder, 'data') }) });
  for (const source of ['manual', TEAM_ANSWERS, 'wiki']) await parley.ingest([path.join(folder, source)], { source });
});
afterAll(async () => {
  await parley.close();
});
const ask = (text: string) => parley.agent.answer({ text, scopes: ['everyone'], strategy: 'quote' });

it.each([
  ['the question itself', 'How do I make a closure?'],
  ['typed in a hurry', 'how do i make  a CLOSURE'],
  ['another wording that it names', 'closure, how to make one'],
  ['the same words for the same kind of thing', 'how can I make closures?'],
])('gives the answer of the team, alone and signed, before what a page says: %s', async (_, question) => {
  const { text, verdict, citations, confidence } = await ask(question);
  expect(text).toBe('Ask Priya [1]\n\n_Answered by Omar on 20 November 2026._');
  expect(verdict).toBe('answered');
  expect(confidence).toBe(1);
  expect(citations).toMatchObject([{ documentId: `${TEAM_ANSWERS}/closure.md`, quote: 'Ask Priya' }]);
});

it('looks for a team answer to the whole message before splitting it', async () => {
  const { text, citations } = await ask(
    'Hi! Our closures leak. Where do I report a leaking closure? Who looks at leaking closures?',
  );
  expect(text).toBe('Tell Priya, she looks at all of them [1]\n\n_Answered by Omar on 20 November 2026._');
  expect(citations).toMatchObject([{ documentId: `${TEAM_ANSWERS}/leak.md` }]);
});

it.each([
  ['asks for something else of the same', 'Where is the closure workshop held?', /room 5/],
  ['asks for more', 'How is a closure freed?', /closure_free/],
])('leaves alone what %s', async (_, question, says) => {
  const { text } = await ask(question);
  expect(text).toMatch(says);
  expect(text).not.toContain('Priya');
});

it('does not accept a page of another source as a team answer', async () => {
  const { text } = await ask('Who holds the closure workshop?');
  expect(text).not.toContain('_Answered by Omar');
});
