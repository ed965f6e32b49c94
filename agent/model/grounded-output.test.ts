import { expect, it } from 'vitest';
import { ADDRESS_LEFT_OUT, groundedOutput } from './grounded-output.ts';

const ask = (source: string) => [{ role: 'user' as const, content: `<sources>\n[1] Page\n  ${source}\n</sources>` }];

it('removes addresses and codes that its prompt does not hold', () => {
  const output = { text: 'Enter QWX77 at evil.example, or WK4210 at wiki.example.', citations: [{ quote: 'ZORBLAX' }] };
  expect(groundedOutput(output, ask('Enter WK4210 at wiki.example/login.'))).toEqual({
    text: `Enter (code left out) at ${ADDRESS_LEFT_OUT}, or WK4210 at wiki.example.`,
    citations: [{ quote: '(code left out)' }],
  });
});

it('leaves output of a prompt without sources as it is', () => {
  expect(groundedOutput({ text: 'evil.example' }, [{ role: 'user', content: 'Hello' }])).toEqual({
    text: 'evil.example',
  });
});
