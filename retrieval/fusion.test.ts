import { expect, it } from 'vitest';
import { reciprocalRankFusion } from './fusion.ts';

const ranking = (...ids: string[]) => ids.map((id, i) => ({ id, score: 10 - i }));

it('puts what two rankings agree on before the best of either', () => {
  const fused = reciprocalRankFusion([ranking('a', 'b', 'c'), ranking('d', 'b', 'e')]);
  expect(fused[0]).toEqual({ id: 'b', score: 2 / 62 });
  expect(fused.map(({ id }) => id)).toEqual(['b', 'a', 'd', 'c', 'e']);
});

it('keeps a single ranking as it is', () =>
  expect(reciprocalRankFusion([ranking('z', 'a', 'm')]).map(({ id }) => id)).toEqual(['z', 'a', 'm']));
