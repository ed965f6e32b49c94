import { describe, expect, it } from 'vitest';
import { languageOf } from './detect.ts';

const TEXTS = {
  en: 'Everyone who works here for a full year has twenty-eight days of holiday, and may take ten of them over into the next spring.',
  de: 'Wer ein ganzes Jahr hier arbeitet, hat achtundzwanzig Tage Urlaub und darf zehn davon bis in den nächsten Frühling mitnehmen.',
  fr: 'Toute personne qui travaille ici depuis un an a droit à vingt-huit jours de congé, dont dix peuvent être reportés au printemps.',
  es: 'Quien trabaja aquí durante un año completo tiene veintiocho días de vacaciones y puede pasar diez de ellos a la primavera.',
  nl: 'Wie hier een heel jaar werkt, heeft achtentwintig vakantiedagen en mag er tien van meenemen naar het volgende voorjaar.',
  ru: 'Каждый, кто работает здесь целый год, имеет двадцать восемь дней отпуска и может перенести десять из них на весну.',
  ar: 'كل من يعمل هنا لمدة سنة كاملة له ثمانية وعشرون يوما من الإجازة ويمكنه ترحيل عشرة منها إلى الربيع التالي.',
  ja: 'ここで一年間働いた人は二十八日間の休暇があり、そのうち十日間を来年の春まで持ち越すことができます。',
};

describe('the language of a page', () => {
  it.each(Object.entries(TEXTS))('%s, undeclared', async (language, text) =>
    expect(await languageOf(text)).toBe(language),
  );

  it('is what is written, when a template declares another, and keeps a declared region', async () => {
    expect(await languageOf(`${TEXTS.de} ${TEXTS.de}`, 'en')).toBe('de');
    expect(await languageOf(`${TEXTS.en} ${TEXTS.en}`, 'en-GB')).toBe('en-GB');
    const danish =
      'Alle som arbeider her et helt år har åtteogtjue dager ferie og kan ta ti av dem med seg til neste vår. ';
    expect(await languageOf(danish.repeat(3), 'nb')).toBe('nb');
  });

  it('is what is declared for a few words, and nothing for none', async () => {
    expect(await languageOf('Menu', 'fi')).toBe('fi');
    expect(await languageOf('404')).toBeUndefined();
  });

  it('goes by prose, not by code and tables', async () => {
    const code = '```\nfor (const value of values) if (value) return the value and not the other one from here\n```\n';
    const table = '| the name | of the thing |\n| - | - |\n| this and that | with the others |\n';
    expect(await languageOf(`${code}${table}\n${TEXTS.de}`)).toBe('de');
  });
});
