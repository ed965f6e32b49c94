import type { Triple } from '../../../core/knowledge.ts';
import { contentStems, shareIn } from '../../../core/text/content-stems.ts';
import { pathText, tripleText } from '../../../tools/index.ts';
import { node } from '../../node.ts';
import { fromPassage } from '../../references/from-hits.ts';
import type { NumberedReference } from '../../references/reference.ts';
import { joinStatements, type Statement, splitStatements } from '../../references/statements.ts';
import type { Rok, RokUpdate } from './state.ts';
import { passagesStating } from './stating-passages.ts';

/** Minimum share of a name's words in a statement that names it. */
const MIN_SHARE_OF_NAME = 0.6;
/** Maximum facts per answer for which pages are looked up. */
const MAX_FACTS = 40;

/**
 * Replaces cited paths by the passages that state the edges mentioned in each statement, because the paper's answers
 * cite no sources. An edge that no page states keeps the citation of its path.
 */
export const citePages = node<Rok, RokUpdate>('cite', async ({ written, references, paths, branches }, context) => {
  if (!written) return {};
  const edgesOf = new Map<string, readonly Triple[]>([
    ...branches.map((triple) => [tripleText(triple), [triple]] as const),
    ...paths.map((path) => [pathText(path), path.steps.map(({ triple }) => triple)] as const),
  ]);
  const walks = new Map(
    references.flatMap(({ n, kind, text }) => {
      const edges = kind === 'path' ? edgesOf.get(text) : undefined;
      return edges ? [[n, edges] as const] : [];
    }),
  );
  const statements = splitStatements(written.text).map((statement) => ({
    statement,
    edges: edgesBehind(statement, walks),
  }));
  const wanted = [...new Set(statements.flatMap(({ edges }) => edges))].slice(0, MAX_FACTS);
  if (wanted.length === 0) return {};
  const passages = await passagesStating(wanted, context);
  const pageOf = new Map<Triple, NumberedReference>();
  for (const [at, passage] of passages.entries()) {
    const edge = wanted[at];
    const [page] = passage && edge ? context.references.add([fromPassage(passage)]) : [];
    if (edge && page) pageOf.set(edge, page);
  }
  const text = joinStatements(
    statements.map(({ statement, edges }) => {
      const pages = edges.flatMap((edge) => pageOf.get(edge)?.n ?? []);
      const hasUncitedEdge = edges.some((edge) => !pageOf.has(edge));
      const kept = statement.cited.filter((n) => !walks.has(n) || hasUncitedEdge || edges.length === 0);
      return { ...statement, cited: [...new Set([...kept, ...pages])] };
    }),
  );
  return { written: { ...written, text }, references: [...pageOf.values()] };
});

/** The edges of the cited paths whose two ends a statement names; all of them if it names none. */
const edgesBehind = (statement: Statement, walks: ReadonlyMap<number, readonly Triple[]>): Triple[] => {
  const edges = [...new Set(statement.cited.flatMap((n) => walks.get(n) ?? []))];
  const said = contentStems(statement.text);
  const isNamed = (name: string) => shareIn(contentStems(name.replace(/\s*\([^)]*\)/g, '')), said) >= MIN_SHARE_OF_NAME;
  const spoken = edges.filter(({ subjectName, objectName }) => isNamed(subjectName) && isNamed(objectName));
  return spoken.length > 0 ? spoken : edges;
};
