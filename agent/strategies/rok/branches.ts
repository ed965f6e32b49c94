import type { KnowledgePath, Triple } from '../../../core/knowledge.ts';

/**
 * Neighbours of the key entities, those of most key entities first: an illness that explains three of four symptoms
 * comes before one that explains two. Each key entity counts by the inverse logarithm of its degree, because one with
 * many neighbours says little about each. The rank in G_sub breaks ties. Works without main paths too.
 */
export const rankNeighbours = (
  triples: readonly Triple[],
  keyEntities: ReadonlySet<string>,
  rank: ReadonlyMap<string, number>,
): string[] => {
  const beside = new Map<string, Set<string>>();
  const degree = new Map<string, number>();
  for (const { subject, object } of triples) {
    for (const [key, next] of [
      [subject, object],
      [object, subject],
    ] as const) {
      if (!keyEntities.has(key) || keyEntities.has(next)) continue;
      const keysBeside = beside.get(next) ?? new Set<string>();
      if (!keysBeside.has(key)) degree.set(key, (degree.get(key) ?? 0) + 1);
      beside.set(next, keysBeside.add(key));
    }
  }
  const score = (keys: ReadonlySet<string>) =>
    [...keys].reduce((sum, key) => sum + 1 / Math.log(1 + Math.max(1, degree.get(key)!)), 0);
  return [...beside]
    .map(([entity, keys]) => ({ entity, score: score(keys), rank: rank.get(entity) ?? 0 }))
    .sort((a, b) => b.score - a.score || b.rank - a.rank)
    .map(({ entity }) => entity);
};

/**
 * Neighbour branches (RoK section 4.2.2): first-order triples that are not on a main path. If a main path leaves a key
 * entity by a relation, drops its other neighbours by that relation, since the path is better evidence. A relation and
 * its inverse between two entities count once.
 */
export const neighbourBranches = (
  triples: readonly Triple[],
  keyEntities: ReadonlySet<string>,
  mainPaths: readonly KnowledgePath[],
): Triple[] => {
  const onPath = new Set<string>();
  const pathRelations = new Set<string>();
  for (const { steps } of mainPaths) {
    for (const { triple } of steps) {
      onPath.add(pair(triple));
      pathRelations.add(relationOf(triple.subject, triple)).add(relationOf(triple.object, triple));
    }
  }
  const kept = new Map<string, Triple>();
  for (const triple of triples) {
    const ends = [triple.subject, triple.object].filter((end) => keyEntities.has(end));
    if (onPath.has(pair(triple)) || ends.some((end) => pathRelations.has(relationOf(end, triple)))) continue;
    if (!kept.has(pair(triple))) kept.set(pair(triple), triple);
  }
  return [...kept.values()];
};

const pair = ({ subject, object }: Triple): string =>
  subject < object ? `${subject}\0${object}` : `${object}\0${subject}`;

/** Key of an entity's relation in one direction. */
const relationOf = (entity: string, { subject, predicate }: Triple): string =>
  `${entity}\0${predicate}\0${subject === entity ? 'out' : 'in'}`;
