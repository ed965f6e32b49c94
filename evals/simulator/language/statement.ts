import { fill } from './fill.ts';
import { isName, type Name, namePattern, readName, writeName } from './names.ts';
import { type Pattern, pattern } from './pattern.ts';
import { relation, relations } from './relations.ts';
import type { Relation } from './schema.ts';
import { readDate, readNumber, type Value, valueInWords } from './values.ts';

/** What a sentence states. Times are years: `from`/`to` of a term, `at` of a single year. */
export interface Statement {
  relation: string;
  subject: Name;
  object: Name | Value;
  from?: number;
  to?: number;
  at?: number;
}

/** True for a thing with a name, false for a value. */
export const isNamed = (object: Name | Value): object is Name => 'name' in object;

const slotFor =
  (spec: Relation) =>
  (slot: string): string => {
    if (slot === 'from' || slot === 'to' || slot === 'at') return '\\d{4}';
    if (slot === 'g') return 'sister|brother|sibling';
    if (slot === 's') return namePattern;
    if (spec.object === 'number') return '-?[\\d,]+';
    if (spec.object === 'year') return '\\d{4}';
    if (spec.object === 'date') return '\\d{1,2} [A-Z][a-z]+ \\d{4}|[A-Z][a-z]+ \\d{1,2}, \\d{4}|\\d{4}-\\d{2}-\\d{2}';
    return spec.object === 'word' ? '[\\w ]{1,40}?' : namePattern;
  };

const patterns: { spec: Relation; pattern: Pattern }[] = relations
  .flatMap((spec) =>
    [...new Set([...spec.states, ...(spec.inverse ?? []), ...(spec.was ?? []), ...(spec.statesAt ?? [])])].map(
      (template) => ({ spec, pattern: pattern(template, slotFor(spec)) }),
    ),
  )
  .sort((a, b) => b.pattern.weight - a.pattern.weight);

/** Reads the object of a relation from its words; undefined when the words are of another kind. */
export const readObject = (spec: Relation, text: string): Name | Value | undefined => {
  if (spec.object === 'date') {
    const day = readDate(text);
    return day ? { kind: 'date', value: day } : undefined;
  }
  if (spec.object === 'year' || spec.object === 'number') {
    const bare = spec.unit ? text.replace(new RegExp(` ${spec.unit}$`), '') : text;
    const number = readNumber(bare);
    return number === undefined ? undefined : { kind: spec.object, value: number };
  }
  if (spec.object === 'word') return { kind: 'word', value: text };
  return isName(text) ? readName(text) : undefined;
};

const year = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text));
const pronouns = /^(?:She|He|It)$/i;

/**
 * Reads a sentence in any of the world's wordings. `topic` is what a pronoun stands for (the page's own thing).
 * @returns undefined when the sentence states nothing that the world can state
 */
export const readStatement = (sentence: string, topic?: Name): Statement | undefined => {
  for (const { spec, pattern: candidate } of patterns) {
    const slots = candidate.match(sentence);
    if (!slots) continue;
    const isPronoun = pronouns.test(slots.s!);
    if (isPronoun && !topic) continue;
    const object = readObject(spec, slots.o!);
    if (!object) continue;
    const own = isPronoun ? topic! : readName(slots.s!);
    return {
      relation: spec.id,
      subject: topic && !own.qualifier && own.name === topic.name ? topic : own,
      object: topic && isNamed(object) && !object.qualifier && object.name === topic.name ? topic : object,
      ...withoutUndefined({ from: year(slots.from), to: year(slots.to), at: year(slots.at) }),
    };
  }
  return undefined;
};

const withoutUndefined = (times: Record<'from' | 'to' | 'at', number | undefined>) =>
  Object.fromEntries(Object.entries(times).filter(([, time]) => time !== undefined)) as Pick<
    Statement,
    'from' | 'to' | 'at'
  >;

/** What a relation leads to, in words. */
export const objectInWords = (object: Name | Value): string =>
  isNamed(object) ? writeName(object) : valueInWords(object);

/** A statement as one of the world's sentences, so that whoever reads it can read it back. */
export const writeStatement = ({ relation: id, subject, object, from, to, at }: Statement): string => {
  const spec = relation(id);
  const wording =
    at !== undefined && spec.statesAt
      ? spec.statesAt[0]!
      : to !== undefined && spec.was
        ? spec.was[0]!
        : (spec.states[0] ?? spec.statesAt![0]!);
  return fill(wording, {
    s: writeName(subject),
    o: objectInWords(object),
    g: 'sibling',
    from: String(from ?? ''),
    to: String(to ?? ''),
    at: String(at ?? ''),
  });
};
