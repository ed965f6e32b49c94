import { describe, expect, it } from 'vitest';
import { answerQuestion } from '../tasks/answer-question.ts';
import { likelyByRule, withoutLikely } from './likely.ts';

const ONLY = '1412';
const OTHER = '1655';

const likely = (more: object = {}) => ({
  verdict: 'likely',
  text: 'Probably 1412: the only town hall of that name was built then [1].',
  shortAnswer: '1412',
  citations: [{ n: 1, quote: 'built in 1412' }],
  unconfirmed: ['where the founder lived'],
  candidates: [ONLY],
  ...more,
});

describe('a likely answer', () => {
  it('is kept if exactly one link is missing and one candidate is left', () => {
    expect(likelyByRule(likely(), true)).toEqual(likely());
  });

  it.each([
    ['two sources name the same one', [ONLY, ONLY]],
    ['it is named with more words', ['the year 1412 [1]']],
  ])('stands when %s', (_, candidates) => {
    expect(likelyByRule(likely({ candidates }), true)).toMatchObject({ verdict: 'likely', shortAnswer: '1412' });
  });

  it('may name its unconfirmed link in `missing`, as an attempt does', () => {
    const attempt = likely({ unconfirmed: undefined, missing: ['where the founder lived'] });
    expect(likelyByRule(attempt, true)).toMatchObject({ verdict: 'likely', unconfirmed: ['where the founder lived'] });
    const two = likely({ unconfirmed: undefined, missing: ['where she lived', 'who built it'] });
    expect(likelyByRule(two, true)).toMatchObject({ verdict: 'unknown' });
  });

  it.each([
    ['two links are missing', likely({ unconfirmed: ['where she lived', 'who built it'] }), true],
    ['no link is named', likely({ unconfirmed: [' '] }), true],
    ['it names no answer', likely({ shortAnswer: '' }), true],
    ['no source names a candidate', likely({ candidates: [] }), true],
    ['a model leaves the candidates out', likely({ candidates: undefined }), true],
    ['two candidates remain', likely({ candidates: [ONLY, OTHER] }), true],
    ['another candidate is the one that is left', likely({ candidates: [OTHER] }), true],
    ['only stated facts may be answered', likely(), false],
  ])('is unknown when %s, and its guess is not shown', (_, output, allowed) => {
    const held = likelyByRule(output, allowed);
    expect(held).toMatchObject({ verdict: 'unknown', shortAnswer: '', citations: [], unconfirmed: [], candidates: [] });
    expect(held.text).not.toMatch(/1412|Probably/);
  });

  it('says what the pages lack if it is not allowed', () => {
    expect(likelyByRule(likely(), false).text).toBe('Your pages don’t say where the founder lived.');
  });

  it('leaves every other output unchanged', () => {
    for (const output of [{ verdict: 'answered', unconfirmed: ['a', 'b'] }, 'text', undefined])
      expect(likelyByRule(output, false)).toBe(output);
  });

  it('is not in the schema if it is not allowed', () => {
    const json = answerQuestion.json!;
    const verdicts = (schema: object) =>
      (schema as { properties: { verdict: { enum: string[] } } }).properties.verdict.enum;
    expect(verdicts(json)).toContain('likely');
    expect(verdicts(withoutLikely(json))).toEqual(['answered', 'unknown', 'invalid-premise']);
  });
});
