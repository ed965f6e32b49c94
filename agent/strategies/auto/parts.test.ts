import { describe, expect, it } from 'vitest';
import type { NumberedReference } from '../../references/reference.ts';
import { shortenLaterPassages } from './parts.ts';

const PROSE = 'Ada Berg is a potter. She likes rain. Her studio lies in Oslo. The sun came out. It sells bowls.';
const source = (text: string, n: number, kind: NumberedReference['kind'] = 'passage'): NumberedReference => ({
  n,
  kind,
  documentId: `d${n}`,
  title: 'T',
  headings: [],
  text,
});
const QUESTION = 'Where is the studio of the potter who sells bowls?';
/** The text of a fourth source, as the first call shows it. */
const fourth = (text: string, kind?: NumberedReference['kind'], question = QUESTION): string | undefined =>
  shortenLaterPassages([1, 2, 3].map((n) => source(PROSE, n)).concat(source(text, 4, kind)), question)[3]?.text;

describe('passages after the third', () => {
  it('keep their first sentence and those that share a word with the question', () => {
    expect(fourth(PROSE)).toBe('Ada Berg is a potter. … Her studio lies in Oslo. … It sells bowls.');
    expect(fourth('The rain stopped. The sun came out.')).toBe('The rain stopped.');
  });

  it('keep what shares a word with a search in other words', () => {
    const sources = [1, 2, 3, 4].map((n) => source(PROSE, n));
    expect(shortenLaterPassages(sources, QUESTION, ['potter rain'])[3]?.text).toBe(
      'Ada Berg is a potter. She likes rain. Her studio lies in Oslo. … It sells bowls.',
    );
  });

  it('begin with their first sentence, not with a heading, and keep none', () => {
    expect(fourth('## Work\n\nAda Berg is a potter. It rained.\n\n## Life\n\nThe sun came out. It sells bowls.')).toBe(
      'Ada Berg is a potter. … It sells bowls.',
    );
    expect(fourth('## The studio\n')).toBe('## The studio\n');
  });

  it.each([
    ['a list', 'Opening hours of the studio:\n\n- Monday: nine to five\n- Tuesday: closed'],
    ['a table in the text', 'Prices\n| thing | price |\n| bowl | 20 |'],
    ['what people say', 'Ana: Hello!\nOle: The rain stopped.\nAna: The studio is in Oslo.'],
    ['another language', 'Das ist Ada Berg und sie ist mit der Kunst groß geworden. Es regnet auf die Stadt.'],
  ])('are whole if they hold %s', (_, text) => {
    expect(fourth(text)).toBe(text);
  });

  it('are whole for a question in another language, and so is what is no passage', () => {
    expect(fourth(PROSE, 'passage', 'Wo ist die Werkstatt der Töpferin?')).toBe(PROSE);
    expect(fourth(PROSE, 'attachment')).toBe(PROSE);
  });

  it('are whole if they are of a page that the question names', () => {
    const sources = [1, 2, 3, 4].map((n) => ({ ...source(PROSE, n), title: 'Ada Berg (potter)' }));
    expect(shortenLaterPassages(sources, 'Where is the studio of Ada Berg?')).toEqual(sources);
    expect(shortenLaterPassages(sources, 'Where is the studio of Ole Lund?')[3]?.text).not.toBe(PROSE);
    const films = sources.map((one) => ({ ...one, title: 'The Yellow Promise (1977 film)' }));
    expect(shortenLaterPassages(films, 'Who directed the 1977 film The Yellow Promise?')).toEqual(films);
  });
});

it('the first three passages are whole, whatever stands before them', () => {
  const sources = [source(PROSE, 9, 'attachment'), ...[1, 2, 3].map((n) => source(PROSE, n))];
  expect(shortenLaterPassages(sources, QUESTION)).toEqual(sources);
});
