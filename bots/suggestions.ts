import { suggestQuestions } from '../agent/index.ts';
import { EVERYONE, type Scope } from '../core/document.ts';
import type { Parley } from '../runtime/parley.ts';
import { sampleHandbook } from '../samples/index.ts';
import { sampleSuggestions } from '../samples/suggestions.ts';

/** Questions to begin with. */
export interface Suggestions {
  questions: readonly string[];
  /** They are about the sample handbook, which is all there is so far; whoever shows them says so. */
  sample: boolean;
}

export type SuggestionSources = { stores: Pick<Parley['stores'], 'documents' | 'lexical' | 'passageIndex'> } & Partial<
  Pick<Parley, 'retriever' | 'encoder'>
>;

const MAX_SUGGESTIONS = 6;
/**
 * Each question is put to the pages before it is shown, so they are found anew only now and then, and when pages come or
 * go.
 */
const REMEMBERED_MS = 3_600_000;
const remembered = new WeakMap<object, Map<string, { documents: number; at: number; questions: readonly string[] }>>();

/**
 * Questions to begin with, from pages that the asker may see and that answer them. The sample handbook has written ones, for
 * as long as it is all that there is; beside pages of the team it gives none. None where nothing can be searched.
 */
export const suggestions = async (
  { stores, retriever, encoder }: SuggestionSources,
  scopes: readonly Scope[] = [EVERYONE],
): Promise<Suggestions> => {
  const sources = (await stores.documents.sources()).filter(({ documents }) => documents > 0);
  const own = sources.filter(({ location }) => location !== sampleHandbook);
  if (sources.length > 0 && own.length === 0)
    return { questions: sampleSuggestions.slice(0, MAX_SUGGESTIONS), sample: true };
  if (!retriever) return { questions: [], sample: false };
  const known = remembered.get(stores.documents) ?? new Map();
  remembered.set(stores.documents, known);
  const key = [...scopes].sort().join('\n');
  const documents = sources.reduce((sum, source) => sum + source.documents, 0);
  const before = known.get(key);
  if (before && before.documents === documents && Date.now() - before.at < REMEMBERED_MS)
    return { questions: before.questions, sample: false };
  const questions = await suggestQuestions({ stores, retriever, encoder }, scopes, MAX_SUGGESTIONS, {
    from: own.map(({ id }) => id),
  });
  // Who sees which pages is a short list; a long one is a store that was shared by mistake.
  if (known.size >= MAX_AUDIENCES) known.clear();
  known.set(key, { documents, at: Date.now(), questions });
  return { questions, sample: false };
};
const MAX_AUDIENCES = 100;
