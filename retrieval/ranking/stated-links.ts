import { cacheByText } from '../../core/cache-by-text.ts';
import type { Scope } from '../../core/document.ts';
import type { Triple } from '../../core/knowledge.ts';
import type { IndexedPassage, NameUse, PassageIndex, PostingList } from '../../stores/index.ts';
import { contentStems } from './stems.ts';
import { hubDiscount, type Link } from './title-links.ts';

/** Reads the facts with these entities as subject or object, up to a limit per entity. */
export type ReadFacts = (entityIds: readonly string[], scopes: readonly Scope[]) => Promise<readonly Triple[]>;

/** Weight of a link over a stated fact. For comparison, a page's exact title in a passage has 1. */
const STATED = 0.6;
/** Maximum number of passages to which a fact links by one of its names. */
const MAX_ABOUT = 20;
/** Maximum number of facts followed from one passage. */
const MAX_FACTS = 100;

/** Characters of cached facts: some ten thousand, which return search after search and for each passage with their name. */
const MAX_CACHED_CHARS = 1_500_000;
const stemsOfFact = cacheByText((text): ReadonlySet<string> => new Set(contentStems(text)), MAX_CACHED_CHARS);

/**
 * Links over stated facts, which come from table rows, property lists, models or ingested triples. They lead from a passage
 * that names one end of a fact to the pages with the other end as title (or else to the passages that name it), and to the
 * passage that states the fact. Links are discounted by the number of passages that name the start (`hubDiscount`), because
 * facts about a very frequent name would connect everything.
 *
 * @returns the links of each passage, in the order of `passages`
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
      // Facts that the passage itself states are skipped: its names lead to the same pages.
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
  const fact = { text, stems: stemsOfFact(text), ends: [name, key === subject ? objectName : subjectName] };
  const targets = other === key ? new Uint32Array() : about.get(other)!.passages;
  const weight = stated * Math.max(1, targets.length) ** -0.5;
  return [
    { to: targets, weight, through, fact },
    { to: Uint32Array.from(passageIds.flatMap((id) => stating.get(id) ?? [])), weight: stated, through, fact },
  ];
};
