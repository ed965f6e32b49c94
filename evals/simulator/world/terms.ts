import type { Links } from './links.ts';
import { hash } from './random.ts';
import type { Ref } from './ref.ts';

/** A time in office; without `to` it goes on. */
export interface Term {
  holder: Ref;
  from: number;
  to?: number;
}

/** Three consecutive terms of three to six years each; the last began by 2023 and has not ended. */
export const termsOf = (seed: number, relation: string, subject: Ref, links: Links): Term[] => {
  const h = hash(seed, 31, links.number(relation), subject.index);
  const first = 2008 + (h % 4);
  const second = first + 3 + ((h >>> 4) % 4);
  const third = second + 3 + ((h >>> 8) % 4);
  return [
    { holder: links.holder(relation, subject, 0), from: first, to: second },
    { holder: links.holder(relation, subject, 1), from: second, to: third },
    { holder: links.holder(relation, subject, 2), from: third },
  ];
};
