import { describe, expect, it } from 'vitest';
import type { IndexedPassage, NameUse } from '../../stores/index.ts';
import type { Cosines } from './cosines.ts';
import type { Evidence } from './evidence.ts';
import type { HopOrigins, Shared } from './hops.ts';
import type { LexicalScores } from './lexical-scores.ts';
import { analyseQuestion } from './question.ts';
import { residual, subQuestioner, subQuestions } from './sub-questions.ts';

const question = analyseQuestion('Where was the director of The Cold Winter born?');
const NOTHING = new Set<string>();

describe('the residual of a question', () => {
  it.each([
    ['all of it, where the passage holds none of it', [], 'where the director the cold winter born'],
    [
      'without what the passage holds, and the function words before that',
      ['director', 'cold', 'winter'],
      'where born',
    ],
    ['with a function word only right before a word that stays', ['winter', 'born'], 'where the director the cold'],
    ['the words that ask, at least', ['director', 'cold', 'winter', 'born'], 'where'],
  ])('%s', (_, held, rest) => expect(residual(question, new Set(held))).toBe(rest));

  it('keeps a function word before a word that asks', () => {
    expect(residual(analyseQuestion('In what year and by whom?'), NOTHING)).toBe('in what year by whom');
  });

  it('knows what the passage holds by stems of the question’s own language', () => {
    const german = analyseQuestion('Wo sind die Häuser, und wo ist der Hof?');
    expect(german.stems).toContain('haus');
    expect(residual(german, new Set(['haus']))).not.toContain('hauser');
  });
});

const entity = (name: string, sentences: number, rarity = 0.5): Shared => ({
  entity: { key: name.toLowerCase(), name, sentences, count: 1, inTitle: false, wide: false } satisfies NameUse,
  passages: Uint32Array.of(1, 2),
  rarity,
});
/** Passages 1, 2, … with these entities, a base score of 0.5, and sentence scores of 0.2 and 0.8. */
const departing = (...shared: Shared[][]): HopOrigins => ({
  hops: shared.map((one, i) => ({ passage: { number: i + 1 } as IndexedPassage, links: [], shared: one })),
  base: new Map(shared.map((_, i) => [i + 1, 0.5])),
  sentences: shared.map(() => Float64Array.of(0.2, 0.8)),
});

describe('sub-questions by rule', () => {
  it('ask the residual about an entity, and weigh base · v', () => {
    const held = () => new Set(['director', 'cold', 'winter']);
    expect(subQuestions(question, departing([entity('Ada Marchetti', 0b10)]), held)).toEqual([
      { text: 'where born ada marchetti', weight: 0.5 * 0.8, from: 1 },
    ]);
  });

  it('ask about the four entities best by v · (rarity + .3)', () => {
    // .8 · (.1 + .3) = .32, .2 · (.9 + .3) = .24, .2 · (1 + .3) = .26, .8 · 1.1 = .88, .8 · .9 = .72
    const entities = [
      entity('Ann', 0b10, 0.1),
      entity('Ben', 0b01, 0.9),
      entity('Cid', 0b01, 1),
      entity('Dan', 0b10, 0.8),
      entity('Eve', 0b10, 0.6),
    ];
    const asked = subQuestions(question, departing(entities), () => NOTHING).map(({ text }) => text.split(' ').at(-1));
    expect(asked).toEqual(['dan', 'eve', 'ann', 'cid']);
  });

  it('ask of the best six passages', () => {
    const eight = Array.from({ length: 8 }, (_, i) => [entity(`Ann${i}`, 0b01)]);
    expect(subQuestions(question, departing(...eight), () => NOTHING).map(({ from }) => from)).toEqual([
      1, 2, 3, 4, 5, 6,
    ]);
  });

  it('ask about no entity that the question names, or whose words it has', () => {
    const named = [entity('Cold Winter', 0b10), entity('Winter Director', 0b10), entity('Winter Palace', 0b10)];
    expect(subQuestions(question, departing(named), () => NOTHING).map(({ text }) => text)).toEqual([
      'where the director the cold winter born winter palace',
    ]);
  });
});

describe('what sub-questions say of passages', () => {
  /** Passage 10 is near Ada, 11 far from her, 12 opposite; 1 is where the sub-questions come from. */
  const vectors = new Map(
    [1, 10, 11, 12, 13].map((passage, i) => [passage, Float32Array.of([1, 1, 0.5, -1][i] ?? 0, 0)]),
  );
  vectors.delete(13);
  const evidence = {
    question,
    lexical: { stemsIn: () => new Uint8Array(4) } as unknown as LexicalScores,
    cosines: { vectors: async () => vectors, calibrated: (cosine: number) => cosine } as unknown as Cosines,
  } as unknown as Evidence;
  const ask = (asked: string[][], answer: (text: string) => Float32Array | undefined = () => Float32Array.of(1, 0)) =>
    subQuestioner(evidence, [1, 10, 11, 12, 13], async (texts) => {
      asked.push([...texts]);
      const found = texts.map(answer);
      return found.every((one) => one !== undefined) ? found : undefined;
    });

  it('is the best of base · v · cosine, never below 0, never of the passage that it came from', async () => {
    const asked: string[][] = [];
    const said = await ask(asked)(departing([entity('Ada', 0b10), entity('Bo', 0b01)]));
    expect([...said]).toEqual([
      [10, expect.closeTo(0.5 * 0.8, 6)],
      [11, expect.closeTo(0.5 * 0.8 * 0.5, 6)],
    ]);
    expect(asked.map((texts) => texts.length)).toEqual([2]);
  });

  it('weighs all of them, not only the heaviest', async () => {
    const towards = (text: string) => (text.endsWith('ada') ? Float32Array.of(0.1, 0) : Float32Array.of(1, 0));
    const said = await ask([], towards)(departing([entity('Ada', 0b10), entity('Bo', 0b01)]));
    // .5 · .8 · .1 for Ada, .5 · .2 · 1 for Bo.
    expect(said.get(10)).toBeCloseTo(0.1, 6);
  });

  it('asks once what is asked twice, and nothing without sub-questions', async () => {
    const asked: string[][] = [];
    const questioner = ask(asked);
    const first = await questioner(departing([entity('Ada', 0b10)]));
    expect(await questioner(departing([entity('Ada', 0b10)]))).toEqual(first);
    expect((await questioner(departing([]))).size).toBe(0);
    expect(asked).toEqual([['where the director the cold winter born ada']]);
  });

  it('says nothing where the encoder fails', async () => {
    expect((await ask([], () => undefined)(departing([entity('Ada', 0b10)]))).size).toBe(0);
  });
});
