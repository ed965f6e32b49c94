import { describe, expect, it } from 'vitest';
import { sharedFolder, sharedRows } from '../../core/shared-data.ts';
import { questionRowSchema } from '../datasets/question.ts';
import { answerF1, bestOverAliases, exactMatch } from './answer-match.ts';
import { estimate } from './bootstrap.ts';

/**
 * The official scripts' own means over these rows, printed by Python with repr(), for answers made by a rule: the gold one
 * dressed up, six words of a gold page, or the gold's first word with others behind.
 */
const official = [
  { set: 'musique_dev', n: 199, em: 0.33668341708542715, f1: 0.49550686610988165 },
  { set: 'hotpotqa_dev', n: 197, em: 0.3350253807106599, f1: 0.47335025380710655 },
  { set: '2wiki_dev200', n: 101, em: 0.32673267326732675, f1: 0.47419670538482417 },
];

describe.skipIf(sharedFolder() === undefined)('on real rows (skipped where the shared data is not)', () => {
  it.each(official)('$set: EM and F1 equal the official script to the last digit', ({ set, n, em, f1 }) => {
    const pages = new Map(sharedRows<{ id: string; text: string }>(`${set}_corpus`).map(({ id, text }) => [id, text]));
    const graded = sharedRows(`${set}_questions`).flatMap((row, i) => {
      const { answers, supportingIds, rule } = questionRowSchema.parse(row);
      const [gold] = answers;
      if (gold === undefined) return [];
      const page = pages.get(supportingIds[0] ?? '') ?? '';
      const given = [
        `The ${gold.toUpperCase()}!`,
        page.split(' ').slice(0, 6).join(' '),
        `${gold.split(' ')[0]} and the rest`,
      ][i % 3]!;
      return [
        {
          em: bestOverAliases(answers, (one) => exactMatch(given, one))!,
          f1: bestOverAliases(answers, (one) => answerF1(given, one, rule))!,
        },
      ];
    });
    expect(graded).toHaveLength(n);
    expect(estimate(graded.map((one) => one.em))!.value).toBe(em);
    expect(estimate(graded.map((one) => one.f1))!.value).toBe(f1);
  });
});
