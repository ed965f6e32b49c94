import { expect, it } from 'vitest';
import { questionLine } from './send-digests.ts';

it('sends no link and no call of the asker in Parley’s name', () => {
  const question = 'Did you [sign in again](https://evil.example/a)?\nSee https://evil.example/b, @everyone <!channel>';
  const open = { question, at: '2026-03-02T09:00:00Z', why: 'unknown' } as Parameters<typeof questionLine>[0];
  expect(questionLine(open)).toEqual({
    question: 'Did you sign in again? See `https://evil.example/b`, `@everyone` `<!channel>`',
    note: '2026-03-02, not found in your pages',
  });
});
