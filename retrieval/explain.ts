import type { Ranked } from './ranking/rank.ts';
import type { MatchReason } from './retriever.ts';

/**
 * The reasons why a passage was found, as `search --json` prints them: the question's words in it, its cosine, its title,
 * and the link from another passage, or the path if there are several links.
 *
 * @param terms the question's words, one per stem
 * @param idOf passage ids by their numbers in the index
 */
export const explain = (
  { passage, features, lexical, path, cosine, title }: Ranked,
  terms: readonly string[],
  idOf: ReadonlyMap<number, string>,
): MatchReason[] => {
  const via: MatchReason[] = [];
  const held = lexical.stemsIn(passage);
  const found = terms.filter((_, i) => held[i] === 1);
  if (found.length > 0) via.push({ kind: 'terms', terms: found, score: round(features.lexical) });
  if (cosine !== undefined) via.push({ kind: 'vector', cosine: round(cosine) });
  if (title !== undefined) via.push({ kind: 'title', title });
  const passages = path.flatMap(({ from }) => idOf.get(from) ?? []);
  if (path.length === 0 || passages.length < path.length) return via;
  const facts = path.flatMap(({ fact }) => (fact ? [fact.text] : []));
  const [only] = path;
  if (path.length === 1 && facts.length === 0)
    via.push({ kind: only!.kind, from: passages[0]!, through: only!.through });
  else {
    const names = path.flatMap(({ fact, through }) => fact?.ends ?? [through]);
    via.push({ kind: 'path', entities: names.filter((name, i) => name !== names[i - 1]), passages, facts });
  }
  return via;
};

const round = (value: number): number => Math.round(value * 1e4) / 1e4;
