import { words } from '../../../core/text/words.ts';
import { otherForms } from '../../../retrieval/ranking/irregular-verbs.ts';
import { PHRASAL_GROUPS, RELATED_GROUPS, SYNONYM_GROUPS } from '../lists/synonym-groups.ts';
import { stemOf } from '../words/stems.ts';

/** Stems of verbs equivalent to a phrasal verb: "turn off". */
export const phrasalEquivalents = (phrasal: string): string[] =>
  PHRASAL_GROUPS.filter((group) => group.slice(0, -1).includes(phrasal)).flatMap((group) =>
    words(group.at(-1) ?? '').map(stemOf),
  );

const synonyms = new Map<string, Set<string>>();
const relate = (word: string, others: readonly string[]): void => {
  const set = synonyms.get(word) ?? new Set<string>();
  for (const other of others) if (other !== word) for (const part of words(other)) set.add(part);
  synonyms.set(word, set);
};
for (const [general = [], ...kinds] of RELATED_GROUPS) {
  for (const word of general) relate(word, [...general, ...kinds.flat()]);
  for (const kind of kinds) for (const word of kind) relate(word, [...general, ...kind]);
}

const same = new Map<string, ReadonlySet<string>>();
for (const group of SYNONYM_GROUPS)
  for (const word of group) same.set(word, new Set(group.filter((other) => other !== word)));

/** Stems of words with the same meaning, and of the other forms of an irregular verb. */
export const stemsOfSynonyms = (word: string): string[] => [
  ...Array.from(same.get(word) ?? same.get(word.replace(/s$/, '')) ?? [], stemOf),
  ...otherForms(stemOf(word)),
];

/** Stems of words with the same or a related meaning. */
export const stemsOfRelated = (word: string): string[] => {
  const found = synonyms.get(word) ?? synonyms.get(word.replace(/s$/, ''));
  return [...new Set([...stemsOfSynonyms(word), ...Array.from(found ?? [], stemOf)])];
};

/** Questions for a limit: "How many columns can a table have", "how long may a name be", "largest file". */
const ASKS_A_LIMIT =
  /\bhow (?:many|much|long|big|large|high|old|far)\b.*\b(?:can|may|could|allowed)\b|\b(?:max(?:imum)?|largest|biggest|longest|highest)\b/i;

/** Adds synonyms to a query, for a search by words alone. */
export const withSynonyms = (query: string): string => {
  const limits = ASKS_A_LIMIT.test(query) ? ' maximum limit' : '';
  const more = new Set([
    ...words(query).flatMap((word) => [
      ...(synonyms.get(word) ?? synonyms.get(word.replace(/s$/, '')) ?? []),
      ...otherForms(stemOf(word)),
    ]),
  ]);
  return `${query}${more.size === 0 ? '' : ` ${[...more].join(' ')}`}${limits}`;
};
