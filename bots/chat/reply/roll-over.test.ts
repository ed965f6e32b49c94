import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { portions } from './roll-over.ts';

const limits = { soft: 60, hard: 120 };
const shown = (text: string) =>
  portions(text, limits).map((part) => part.before + text.slice(part.start, part.end) + part.after);

const markdown = fc
  .array(
    fc.oneof(
      fc.lorem({ maxCount: 12 }),
      fc.constant('\n\n'),
      fc.constant('\n'),
      fc.constant('\n```js\nconst a = 1;\n'),
      fc.constant('\n```\n'),
      fc.constant('\n| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n'),
      fc.constant('😀'.repeat(40)),
      fc.string({ maxLength: 200 }),
    ),
    { maxLength: 30 },
  )
  .map((pieces) => pieces.join(' '));

describe('dividing a long text over messages', () => {
  it('leaves a short text alone', () => expect(shown('One.\n\nTwo.')).toEqual(['One.\n\nTwo.']));

  it('loses nothing, adds nothing, and keeps every message within the limit', () => {
    fc.assert(
      fc.property(markdown, (text) => {
        const parts = portions(text, limits);
        expect(parts.map((part) => text.slice(part.start, part.end)).join('')).toBe(text);
        for (const message of shown(text)) expect(message.length).toBeLessThanOrEqual(limits.hard);
      }),
    );
  });

  it('never moves a cut as the text grows', () => {
    fc.assert(
      fc.property(markdown, fc.nat({ max: 500 }), (text, length) => {
        const early = portions(text.slice(0, length), limits);
        const late = portions(text, limits);
        expect(late.slice(0, early.length - 1)).toEqual(early.slice(0, -1));
        expect(late[early.length - 1]?.start).toBe(early.at(-1)?.start);
      }),
    );
  });

  it('closes a code fence and opens it again', () => {
    const text = `Look:\n\`\`\`ts\n${'const line = 1;\n'.repeat(12)}\`\`\`\nDone.`;
    for (const message of shown(text)) expect((message.match(/```/g) ?? []).length % 2).toBe(0);
    expect(shown(text)[1]).toMatch(/^```ts\n/);
  });

  it('closes a code fence on a line of its own, also where a cut goes through a line', () => {
    const [within, ...others] = shown(`\`\`\`\n${'x'.repeat(300)}\n\`\`\``);
    expect(within).toMatch(/x\n```$/);
    expect(others.at(-1)).toMatch(/^```\nx+\n```$/);
    const lines = shown(`\`\`\`\n${'const line = 1;\n'.repeat(12)}\`\`\``);
    for (const message of lines) expect(message).toMatch(/;\n```$/);
  });

  it("repeats a table's header", () => {
    const text = `| city | people |\n|---|---|\n${'| Rome | 2,800,000 |\n'.repeat(12)}`;
    for (const message of shown(text)) expect(message.startsWith('| city | people |\n|---|---|\n')).toBe(true);
  });

  it('never cuts a character in two', () => {
    for (const message of shown('😀'.repeat(200))) expect(message).not.toMatch(/(^[\udc00-\udfff])|([\ud800-\udbff]$)/);
  });
});
