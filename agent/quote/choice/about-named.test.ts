import { describe, expect, it } from 'vitest';
import { quotingFrom } from '../testing/quoting-from.ts';

describe('a question about a person', () => {
  const ask = quotingFrom({
    'bikes.md':
      '# Bike storage\n\nTable: Karl Weber beats his dog\n\n| Rack | Code |\n|---|---|\n| A | 11 |\n| B | 12 |\n',
    'cash.md': '# Maria Lopez steals from the petty cash\n\nThe petty cash box holds 200 euros.\n',
    'people.md':
      '# People\n\n## Ines Duarte\n\nHead of facilities since 2019, in the Porto office.\n\n## Others\n\nPaul Berg runs the workshop.\n',
  });

  it.each(['Who is Karl Weber?', 'Tell me about Maria Lopez', 'who is Maria Lopez'])(
    'is not answered by what stands below a title that says something of them: %s',
    async (question) => expect((await ask(question)).verdict).toBe('unknown'),
  );

  it.each([
    ['Who is Ines Duarte?', 'Head of facilities'],
    ['Tell me about Paul Berg', 'runs the workshop'],
    ['How much does the petty cash box hold?', '200 euros'],
  ])('is answered by their entry, and by what names them: %s', async (question, part) => {
    const { verdict, text } = await ask(question);
    expect(verdict).toBe('answered');
    expect(text).toContain(part);
  });
});
