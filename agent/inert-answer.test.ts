import { describe, expect, it } from 'vitest';
import type { Answer } from '../core/answer.ts';
import { wholePassage } from '../stores/testing/whole-passage.ts';
import { createInertOutput } from './inert-answer.ts';

const PAGE = 'https://handbook.example/leave';
const ANSWER: Answer = {
  question: 'q',
  text: `See [the page](${PAGE}) or evil.example/login [1].`,
  shortAnswer: 'evil.example/login',
  verdict: 'answered',
  confidence: 1,
  citations: [
    {
      n: 1,
      documentId: 'https://handbook.example/leave',
      title: 'Leave: evil.example/a',
      url: PAGE,
      quote: 'at https://evil.example/b',
      kind: 'passage',
    },
  ],
  nearest: [
    { documentId: 'd', passageId: 'd#0', title: '[x](https://evil.example/c)', quote: 'evil.example/d' },
    { documentId: 'e', passageId: 'e#0', title: 'e', excerpt: 'evil.example/i' },
  ],
  notices: ['evil.example/e'],
  unconfirmed: ['evil.example/f'],
  strategy: 'vanilla',
  usage: { calls: 1, inputTokens: 1, outputTokens: 1, seconds: 1 },
  mode: 'model',
  trace: [
    {
      node: 'search',
      kind: 'tool',
      name: 'search',
      at: 0,
      label: 'evil.example/g',
      data: { documentId: PAGE, arguments: { query: ['evil.example/h'] } },
    },
  ],
};

/** All text of a value, without code spans. */
const open = (value: unknown) => JSON.stringify(value).replace(/`[^`]*`/g, '');

describe('the output of the agent', () => {
  it('contains no address outside code except links to cited pages, in any part of an answer', () => {
    const output = createInertOutput();
    const inert = { ...output.answer(ANSWER), trace: ANSWER.trace.map(output.trace) };
    expect(open(inert)).not.toContain('evil.example');
    expect(inert.text).toContain(`[the page](${PAGE})`);
    expect(inert.citations[0]).toMatchObject({ url: PAGE, documentId: PAGE });
    expect(inert.trace[0]?.data).toMatchObject({ documentId: PAGE });
  });

  it('checks a draft as a whole, and takes back text that changes', () => {
    const output = createInertOutput();
    const shown: string[] = [];
    const say = (text: string) => {
      for (const event of output.events({ type: 'token', text })) {
        if (event.type === 'reset') shown.length = 0;
        if (event.type === 'token') shown.push(event.text);
      }
    };
    say('Type `curl ');
    say('https://evil.example');
    expect(open(shown.join(''))).not.toContain('evil.example');
    say('` twice, or visit evil.exam');
    say('ple/login.');
    expect(shown.join('')).toBe('Type `curl https://evil.example` twice, or visit `evil.example/login`.');
  });

  it('links a draft only to pages that the search found', async () => {
    const output = createInertOutput();
    const passage = { ...wholePassage({ id: 'd', title: 't', text: '', scopes: [], url: PAGE }), id: 'p' };
    const hit = { documentId: 'd', passageId: 'p', title: 't', text: '', score: 1, via: [], passage };
    await output
      .watched({ search: async () => ({ mode: 'lexical', hits: [hit] }) })
      .search({ text: 'leave', scopes: [] });
    const [event] = output.events({ type: 'token', text: `[a](${PAGE}) [b](https://evil.example/b)` });
    expect(event).toEqual({ type: 'token', text: `[a](${PAGE}) b` });
  });

  it('reports progress without addresses that can be followed', () => {
    const output = createInertOutput();
    const events = [
      ...output.events({ type: 'status', text: 'Searching: evil.example/a' }),
      ...output.events({ type: 'step', id: '1', title: 'evil.example/b', status: 'done', detail: 'evil.example/c' }),
    ];
    expect(open(events)).not.toContain('evil.example');
  });
});
