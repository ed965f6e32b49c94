import { afterEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../core/log.ts';
import { openEmbedded } from '../../stores/embedded/index.ts';
import type { Stores } from '../../stores/index.ts';
import { createRetriever, indexDocuments } from '../index.ts';
import { page } from '../testing/pages.ts';

let stores: Stores | undefined;
afterEach(() => stores?.close());

const first = async (question: string, texts: readonly string[]) => {
  stores = openEmbedded(':memory:');
  await indexDocuments(
    { stores },
    texts.map((text, at) => page(`p${at}`, `Blatt ${at}`, text)),
  );
  const { hits } = await createRetriever({ stores, log: silentLog }).search({ text: question, scopes: ['everyone'] });
  return hits[0]?.documentId;
};

describe('a page and a question in one language', () => {
  it.each([
    [
      'Wie viele Häuser sind das?',
      'Das Haus ist am Fluss und der Hof ist alt.',
      'Der Hafen ist am Fluss und das Boot ist alt.',
    ],
    [
      'Où sont les réservations ?',
      'Il est possible de réserver une salle dans la cour.',
      'Il est possible de fermer une salle dans la cour.',
    ],
    [
      '¿Cuándo se pagan los salarios y las nóminas?',
      'El salario se transfiere el día 28 con la firma de la dirección.',
      'El café se sirve el día 28 con la firma de la dirección.',
    ],
    [
      'Сколько дней отпуска и когда?',
      'Отпуск как правило в июле, и на это есть план.',
      'Погода как правило в июле, и на это есть план.',
    ],
  ])('%s', async (question, right, wrong) => {
    expect(await first(question, [wrong, right, `${wrong} ${wrong}`])).toBe('p1');
  });

  it('leaves a language without a stemmer as it is, and finds its words whole', async () => {
    expect(await first('Gdzie jest pokój narad?', ['Kuchnia jest tutaj.', 'Pokój narad jest na górze.'])).toBe('p1');
    expect(await first('会議室はどこですか', ['食堂は一階です。', '会議室は二階です。'])).toBe('p1');
  });
});
