import { relations } from '../language/relations.ts';
import type { Value } from '../language/values.ts';
import { coin } from './names.ts';
import { hash, hashText, pick } from './random.ts';
import type { Ref } from './ref.ts';

const salts = new Map(relations.map((relation) => [relation.id, hashText(7, relation.id)]));
const two = (n: number): string => String(n).padStart(2, '0');

/** A day between two years, both included. */
const day = (h: number, from: number, to: number): Value => ({
  kind: 'date',
  value: `${from + (h % (to - from + 1))}-${two(1 + ((h >>> 8) % 12))}-${two(1 + ((h >>> 16) % 28))}`,
});
const year = (h: number, from: number, to: number): Value => ({ kind: 'year', value: from + (h % (to - from + 1)) });
const number = (h: number, from: number, to: number): Value => ({
  kind: 'number',
  value: from + (h % (to - from + 1)),
});

/** Years for which pages give a number that changes: the first on pages of today, the second on archived ones. */
export const yearNow = 2024;
/** The year of the number on an archived page. */
export const yearThen = (seed: number, ref: Ref): number => 2015 + (hash(seed, 41, ref.index) % 5);

/** The value behind a relation; `version` moves what a later revision of the page changes. */
export const valueFor = (seed: number, relation: string, ref: Ref, version: number): Value => {
  const h = hash(seed, salts.get(relation)!, ref.index, ref.type.length);
  const moved = hash(seed, salts.get(relation)!, ref.index, version + 1);
  switch (relation) {
    case 'born-on':
      return day(h, 1931, 1995);
    case 'released':
      return year(h, 1961, 2021);
    case 'published':
      return year(h, 1931, 1960);
    case 'founded':
      return year(h, ref.type === 'university' ? 1620 : 1880, ref.type === 'university' ? 1880 : 2005);
    case 'runtime':
      return number(h, 74, 199);
    case 'employees':
      return number(version > 0 ? moved : h, 120, 24000);
    case 'population':
      return number(h, 4000, 990000);
    case 'students':
      return number(h, 900, 48000);
    case 'elevation':
      return number(h, 3, 1900);
    case 'price':
      return number(version > 0 ? moved : h, 19, 4800);
    case 'launched':
      return day(h, 2015, 2023);
    case 'deadline':
      return day(version > 0 ? moved : h, 2026, 2027);
    case 'stadium':
      return { kind: 'word', value: `${coin(h)} ${pick(['Park', 'Arena', 'Field', 'Ground'], h >>> 20)}` };
    case 'currency':
      return { kind: 'word', value: coin(h).toLowerCase() };
    default:
      return { kind: 'word', value: coin(h) };
  }
};

/** The number that an archived page gives for a year long past. */
export const valueThen = (seed: number, relation: string, ref: Ref): Value =>
  valueFor(hash(seed, 42), relation, ref, 0);

/** The wrong value of an old draft page: near the right one, never equal to it. */
export const contradicting = (value: Value, h: number): Value => {
  const by = 1 + (h % 7);
  if (value.kind === 'year' || value.kind === 'number') return { kind: value.kind, value: value.value - by };
  if (value.kind === 'date')
    return { kind: 'date', value: `${Number(value.value.slice(0, 4)) - by}${value.value.slice(4)}` };
  return value;
};
