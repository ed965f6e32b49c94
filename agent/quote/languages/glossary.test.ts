import { describe, expect, it } from 'vitest';
import { glossaryOf, translateToEnglish } from './glossary.ts';

describe('the language of a question, by its glossary', () => {
  it.each([
    'hotel limit in spain?',
    'team in porto',
    'train limit',
    'hotel minute',
    'no',
    'manager in Paris',
    'wifi',
    'mail',
  ])('recognises %j as English although other languages share its words', (question) =>
    expect(glossaryOf(question)).toBeUndefined(),
  );

  it.each([
    ['Hotelgrenze Spanien', undefined],
    ['Hotel in Spanien', 'de'],
    ['Urlaub Norwegen', 'de'],
    ['plafond hôtel Espagne', 'fr'],
    ['límite hotel España', 'es'],
  ])('takes %j for %s', (question, language) => expect(glossaryOf(question)).toBe(language));
});

it.each([
  ['combien coûte une nouvelle carte si on a perdu la sienne', 'fr', ['new', 'card', 'lost']],
  ['cuándo pagan el sueldo', 'es', ['pay', 'salary']],
  ['Wie benutze ich die Maschine statt der Hand', 'de', ['use', 'machine', 'instead']],
] as const)('translates everyday words: %s', (question, language, translated) => {
  const english = translateToEnglish(question, language, () => false).split(/\W+/);
  for (const word of translated) expect(english).toContain(word);
});
