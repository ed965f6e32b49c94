import { describe, expect, it } from 'vitest';
import { quotingFrom } from '../../testing/quoting-from.ts';

const ask = quotingFrom({
  'harbour.md': `# Harbour office

| Post | Name | Since |
|---|---|---|
| Harbour master | Anna Lind | 2021 |
| Deputy harbour master | Ivo Brandt | 2019 |
| Crane driver | Sami Okoro | 2020 |

A mooring costs 14 euros a night. Showers are 2 euros.
`,
  'club.md': `# Sailing club

| Years | Chair |
|---|---|
| 2009–2015 | Petra Holm |
| 2015–2022 | Knut Dahl |

Siri Aas chairs the club. She follows Knut Dahl, who was the chair for seven years.

From 1 March the club boat costs 16 euros a day instead of 14.

The club house opens at 9:00.
`,
  'changelog.md': `# Changelog

## [1.2.0] - 2026-03-01

### Added

- Export of logbooks to CSV.

## [1.1.0] - 2025-11-12

### Added

- Berth map with colours.
`,
});

/** Asks in one thread, and returns the last answer. */
const inThread = async (...said: string[]) => {
  const history: { question: string; answer: string }[] = [];
  for (const text of said.slice(0, -1)) history.push({ question: text, answer: (await ask(text, history)).text });
  return ask(said.at(-1) ?? '', history);
};

describe('what is so now', () => {
  it.each([
    'who was the harbour master before Anna',
    'who used to be the harbour master?',
    'who was harbour master until 2020',
    'what did a mooring cost before',
    'what does a mooring cost from January',
    'how much is a mooring after the end of March',
    'who was the chair before Knut Dahl',
  ])('does not answer "%s"', async (question) => expect((await ask(question)).verdict).toBe('unknown'));

  it.each([
    [['who is the harbour master', 'and before her?']],
    [['who is the harbour master', 'who was it before Anna Lind']],
    [['what does a mooring cost', 'and until June?']],
  ])('does not answer %j', async (said) => expect((await inThread(...said)).verdict).toBe('unknown'));

  it.each([
    ['who is the harbour master', /Anna Lind/],
    ['since when is Anna Lind harbour master', /2021/],
    ['what does a mooring cost', /14 euros/],
  ])('answers "%s"', async (question, said) => {
    const { verdict, text } = await ask(question);
    expect(verdict).toBe('answered');
    expect(text).toMatch(said);
  });
});

describe('what was so before, or will be', () => {
  it('shows the page that tells who came before', async () => {
    expect((await ask('who was the chair before Siri Aas')).text).toMatch(/She follows Knut Dahl/);
  });

  it.each([['what does the club boat cost from March', /16 euros/]])('answers "%s"', async (question, said) => {
    const { verdict, text } = await ask(question);
    expect(verdict).toBe('answered');
    expect(text).toMatch(said);
    expect(text).not.toMatch(/CSV/);
  });
});
