import { describe, expect, it } from 'vitest';
import { inEnglish } from './in-english.ts';

describe('a text read word by word in English', () => {
  it.each([
    ['de', 'Den Urlaub beantragst du im Portal.', 'the holiday you should request in portal.'],
    ['de', 'Die Frist endet am 31.3.2026 um 7:30 Uhr, die Gebühr beträgt 1.250,50 Euro.', '2026-03-31 at 7:30'],
    ['de', 'Über 2.000 Euro entscheidet Frau Weber.', 'over 2000 euros'],
    ['de', 'Über 2.000 Euro entscheidet Frau Weber.', 'Frau Weber'],
    ['de', 'Im Gebäude darf nicht geraucht werden.', 'in building may not smoking are.'],
    ['fr', "L'équipe rembourse les frais jusqu'à 1 250,50 € avant 9h30.", 'the team refund'],
    ['fr', "L'équipe rembourse les frais jusqu'à 1 250,50 € avant 9h30.", '1250.50 € before 9:30'],
    ['es', 'Hay que enviar el formulario antes del 31.03.2026.', 'must send the form'],
  ] as const)('%s: %s', (language, text, part) => expect(inEnglish(text, language)).toContain(part));

  it('gives the forms of a word that no list has one stem', () => {
    const [one, other] = ['Die Abschreibung läuft.', 'Alle Abschreibungen laufen.'].map((text) =>
      inEnglish(text, 'de')
        .split(' ')
        .find((word) => word.startsWith('abschreib')),
    );
    expect(one).toBeDefined();
    expect(one).toBe(other);
  });

  it('reads a compound by its parts', () => {
    expect(inEnglish('Hotelgrenze', 'de')).toBe('hotel limit');
    expect(inEnglish('Urlaubsvertretung', 'de')).toBe('holiday replacement');
  });

  it('leaves English, addresses of lines and marks as they are', () => {
    expect(inEnglish('The office opens at 8.', undefined)).toBe('The office opens at 8.');
    expect(inEnglish('Küche:\n\n- Tür', 'de')).toBe('kitchen:\n\n- door');
  });
});
