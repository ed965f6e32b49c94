import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Turn } from '../../core/conversation.ts';
import { threadHistory, titleOf } from './history.ts';

const turn = (id: string, scopes: string[], status: Turn['status'] = 'done'): Turn => ({
  id,
  conversationId: 'c',
  eventId: `e-${id}`,
  askerId: 'ann',
  question: `question ${id}`,
  scopes,
  status,
  askedAt: '2026-01-01T00:00:00.000Z',
  answer: {
    question: `question ${id}`,
    text: `answer ${id}`,
    shortAnswer: '',
    verdict: 'answered',
    confidence: 1,
    citations: [],
    strategy: 'vanilla',
    usage: { calls: 0, inputTokens: 0, outputTokens: 0, seconds: 0 },
    mode: 'quote',
    trace: [],
  },
});

describe('thread history', () => {
  it('contains only answered turns, not the running one', async () => {
    const turns = [turn('1', ['everyone']), turn('2', ['everyone'], 'failed'), turn('3', ['everyone'], 'running')];
    expect(await threadHistory(turns, { turnId: '3', scopes: ['everyone'] })).toEqual([
      { question: 'question 1', answer: 'answer 1' },
    ]);
  });

  it('never contains an answer made with a scope that the asker lacks', async () => {
    const scope = fc.constantFrom<string>('everyone', 'a', 'b', 'c');
    const scopes = fc.uniqueArray(scope, { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(fc.array(scopes), scopes, async (made, mine) => {
        const turns = made.map((needed, i) => turn(String(i), needed));
        const shown = await threadHistory(turns, { turnId: 'x', scopes: mine });
        const allowed = turns.filter(({ scopes }) => scopes.every((one) => mine.includes(one)));
        expect(shown.map(({ answer }) => answer)).toEqual(allowed.map(({ answer }) => answer!.text));
      }),
    );
  });
});

describe('title of a thread', () => {
  it('is the question on one line', () => expect(titleOf('  How many\n days? ')).toBe('How many days?'));
  it('is cut at a word', () => expect(titleOf('aaaa bbbb cccc', 12)).toBe('aaaa bbbb…'));
  it('never exceeds its limit', () =>
    fc.assert(fc.property(fc.string({ maxLength: 300 }), (text) => titleOf(text, 40).length <= 40)));
});
