import type { Drawing } from '../../../core/drawing.ts';
import type { KnowledgePath, Triple } from '../../../core/knowledge.ts';
import { contentStems, shareIn } from '../../../core/text/content-stems.ts';
import { pathText, tripleText } from '../../../tools/index.ts';
import { lookUp } from '../../look-up.ts';
import { node } from '../../node.ts';
import { fromPassage } from '../../references/from-hits.ts';
import { fromPath, fromTriples } from '../../references/from-paths.ts';
import { bareFact } from './facts.ts';
import { readMark } from './mentions.ts';
import type { Auto } from './state.ts';

/** Paths, facts and passages behind them that one round adds. */
const MAX = { paths: 5, facts: 8, passages: 4 };

/** Entities whose names are less like a name may be other things: a path from them leads nowhere. */
const MIN_LINK_SCORE = 0.8;

/**
 * Follows the things that the question and the facts name through the knowledge graph (RoK's paths, ranked by what they
 * share with the question), and fetches the passages that state them. None linked: nothing is added.
 */
export const followPaths = node('paths', async (state: Auto, context) => {
  const { standalone, facts, attempt, read } = state;
  const names = namesIn([standalone, ...facts.map(bareFact), attempt?.missing ?? '', attempt?.guess ?? '']);
  const linked = names.length > 0 ? await lookUp(context, 'link_entities', { names }) : [];
  const ids = [...new Set(linked.filter(({ score }) => score >= MIN_LINK_SCORE).map(({ entity }) => entity.id))];
  const [from, ...to] = ids;
  if (from === undefined) return { effort: 'paths' as const, found: [] };
  const wanted = contentStems(`${standalone} ${attempt?.missing ?? ''}`);
  const [paths, triples] = await Promise.all([
    to.length > 0 ? lookUp(context, 'find_paths', { from, to, maxHops: 3, limit: 100 }) : [],
    lookUp(context, 'neighbours', { entities: ids, limit: 40 }),
  ]);
  const near = best(triples, tripleText, wanted, MAX.facts);
  const chosen = best(paths, pathText, wanted, MAX.paths);
  context.trace({
    kind: 'state',
    name: 'paths',
    data: { ...drawPaths(chosen), entities: ids, facts: near.map(tripleText) },
  });
  const passageIds = [...new Set([...chosen.flatMap(triplesOf), ...near].flatMap((triple) => triple.passageIds))];
  const passages =
    passageIds.length > 0
      ? await lookUp(context, 'read_passages', { passageIds: passageIds.slice(0, MAX.passages) })
      : [];
  const references = context.references.add([
    ...passages.map(fromPassage),
    ...chosen.map(fromPath),
    ...fromTriples(near),
  ]);
  const seen = new Set(read);
  const isNew = references.some(({ n }) => !seen.has(readMark(n)));
  return {
    effort: 'paths' as const,
    found: isNew ? [{ query: names.join(', '), names, references, mentions: [] }] : [],
  };
});

/** The paths as a page draws them, each thing by the name it has where it is stated. */
export const drawPaths = (paths: readonly KnowledgePath[]): Drawing => ({
  drawing: 'paths',
  paths: paths.map(({ nodes, steps, score }) => ({
    nodes: [
      ...steps.slice(0, 1).map(({ triple, forward }) => (forward ? triple.subjectName : triple.objectName)),
      ...steps.map(({ triple, forward }) => (forward ? triple.objectName : triple.subjectName)),
      ...(steps.length === 0 ? nodes : []),
    ],
    steps: steps.map(({ triple, forward }) => ({ predicate: triple.predicate, forward })),
    ...(score === undefined ? {} : { score }),
  })),
});

const triplesOf = ({ steps }: KnowledgePath): Triple[] => steps.map(({ triple }) => triple);

const best = <T>(items: readonly T[], textOf: (item: T) => string, wanted: ReadonlySet<string>, max: number): T[] =>
  items
    .map((item) => ({ item, share: shareIn(wanted, contentStems(textOf(item))) }))
    .sort((a, b) => b.share - a.share)
    .slice(0, max)
    .map(({ item }) => item);

/** Names in texts: runs of capitalised words and numbers, the first word of a sentence only with another. */
const namesIn = (texts: readonly string[]): string[] => {
  const names = texts.flatMap(
    (text) => text.match(/(?:\p{Lu}[\p{L}\p{N}'’-]*)(?:\s+(?:of|the|de|van|von|&)?\s*\p{Lu}[\p{L}\p{N}'’-]*)*/gu) ?? [],
  );
  const asking =
    /^(?:who|what|when|where|which|why|how|in|is|are|was|were|do|does|did|the|a|an|of|and|or|on|at|for)\b\s*/i;
  return [...new Set(names.map((name) => name.replace(asking, '').trim()).filter((name) => name.length > 1))].slice(
    0,
    20,
  );
};
