import type { Scope } from '../../core/document.ts';
import type { Triple } from '../../core/knowledge.ts';
import type { IndexedPassage, NameUse, PassageIndex, PostingList } from '../../stores/index.ts';
import { contentStems } from './stems.ts';
import { hubDiscount, type Link } from './title-links.ts';

/** Reads the facts of entities, on either side; the fewer of a hub. */
export type ReadFacts = (entityIds: readonly string[], scopes: readonly Scope[]) => Promise<readonly Triple[]>;

/** Weight of a link over a stated fact, where a page's exact title in a passage is 1. */
const STATED = 0.6;
/** A name in more passages than this is not what a fact is about. */
const MAX_ABOUT = 20;
/** Facts followed from one passage. */
const MAX_FACTS = 100;

/**
 * Links over stated facts: a table's row, a property list, a triple that a model read or that was handed in. From a passage
 * that names one end of a fact to the pages titled like the other end, else to the passages that name it, and to the
 * passage that states it. The two passages need not share a name. Discounted by how many passages name the end that the link
 * starts from (`hubDiscount`): of a name that stands everywhere, every fact would lead everywhere.
 *
 * @returns The links of each passage, in the order given
 */
export const statedLinks = async (
  index: PassageIndex,
  passages: readonly IndexedPassage[],
  scopes: readonly Scope[],
  readFacts: ReadFacts,
  passageCount: number,
): Promise<Link[][]> => {
  const names = passages.map((passage) => passage.names.filter(({ wide }) => !wide));
  const keys = [...new Set(names.flatMap((uses) => uses.map(({ key }) => key)))];
  const facts = keys.length > 0 ? await readFacts(keys, scopes) : [];
  if (facts.length === 0) return passages.map(() => []);
  const byEntity = new Map<string, Triple[]>();
  for (const fact of facts)
    for (const end of new Set([fact.subject, fact.object])) {
      const known = byEntity.get(end);
      if (known) known.push(fact);
      else byEntity.set(end, [fact]);
    }
  const ends = [...byEntity.keys()];
  const [titled, naming, stating] = await Promise.all([
    index.lists('title', ends, scopes, MAX_ABOUT),
    index.lists('entity', ends, scopes, MAX_ABOUT),
    index.numbersOf([...new Set(facts.flatMap(({ passageIds }) => passageIds))], scopes),
  ]);
  const discounts = new Map(ends.map((end, i) => [end, hubDiscount(naming[i]!.total, passageCount)]));
  const about = new Map(ends.map((end, i) => [end, titled[i]!.passages.length > 0 ? titled[i]! : naming[i]!]));
  return names.map((uses, i) =>
    uses
      .flatMap((use) => (byEntity.get(use.key) ?? []).map((fact) => ({ use, fact })))
      // What a passage states itself, its own names lead to already.
      .filter(({ fact }) => !fact.passageIds.includes(passages[i]!.passageId))
      .slice(0, MAX_FACTS)
      .flatMap(({ use, fact }) => linksOver(fact, use, STATED * discounts.get(use.key)!, about, stating)),
  );
};

const linksOver = (
  { subject, object, subjectName, predicate, objectName, passageIds }: Triple,
  { key, name, sentences }: NameUse,
  stated: number,
  about: ReadonlyMap<string, PostingList>,
  stating: ReadonlyMap<string, number>,
): Link[] => {
  const other = key === subject ? object : subject;
  const text = `${subjectName} ${predicate} ${objectName}`;
  const through = { name, sentences };
  const fact = { text, stems: new Set(contentStems(text)), ends: [name, key === subject ? objectName : subjectName] };
  const targets = other === key ? [] : [...about.get(other)!.passages];
  const weight = stated * Math.max(1, targets.length) ** -0.5;
  return [
    ...targets.map((to) => ({ to, weight, through, fact })),
    ...passageIds.flatMap((id) => {
      const to = stating.get(id);
      return to === undefined ? [] : [{ to, weight: stated, through, fact }];
    }),
  ];
};
