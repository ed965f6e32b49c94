import { expect, it } from 'vitest';
import { threadMarkdown } from './thread-markdown.ts';

it('names each source by its title, which is no markup, and links to its address alone', () => {
  const citations = [
    { n: 1, title: 'Owls](https://evil.example) [x', url: 'https://docs.example/owls(1)>' },
    { n: 2, title: '*Moles* at `evil.example`' },
  ];
  const text = threadMarkdown('Animals', [
    { question: 'When are owls\nfed?', answer: { text: 'At dusk. [1]', citations } },
  ]);
  expect(text.split('\n\n')).toEqual([
    '# Animals',
    '## When are owls fed?',
    'At dusk. [1]',
    '[1] [Owls\\](https://evil.example) \\[x](<https://docs.example/owls(1)%3E>)  \n[2] \\*Moles\\* at `evil.example`',
    '',
  ]);
});

it('says of a question that it was not answered', () => {
  expect(threadMarkdown('Animals', [{ question: 'When?' }])).toContain('## When?\n\n_Not answered._');
});
