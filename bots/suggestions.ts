import { suggestQuestions } from '../agent/index.ts';
import { EVERYONE, type Scope } from '../core/document.ts';
import type { Parley } from '../runtime/parley.ts';
import { sampleHandbook } from '../samples/index.ts';
import { sampleSuggestions } from '../samples/suggestions.ts';

/** Example questions for somebody who has not asked anything yet. */
export interface Suggestions {
  questions: readonly string[];
  /** True when the sample handbook is the only source. Interfaces that show the questions say so. */
  sample: boolean;
}

export type SuggestionSources = { stores: Pick<Parley['stores'], 'documents' | 'lexical' | 'passageIndex'> } & Partial<
  Pick<Parley, 'retriever' | 'encoder'>
>;

const MAX_SUGGESTIONS = 6;
/** How long suggestions are cached; finding them runs a search for each. A change in the number of pages ends it early. */
const REMEMBERED_MS = 3_600_000;
const remembered = new WeakMap<object, Map<string, Remembered>>();

interface Remembered {
  documents: number;
  at: number;
  /** A promise, so that people who come while the questions are being found wait for the same search. */
  questions: Promise<readonly string[]>;
}

type Stores = SuggestionSources['stores'];

/** What {@link suggestions} says without its questions, which need searches. */
export const withoutQuestions = async (stores: Pick<Stores, 'documents'>): Promise<Suggestions> => {
  const { sources, own } = await readSources(stores);
  return { questions: [], sample: sources.length > 0 && own.length === 0 };
};

const readSources = async ({ documents }: Pick<Stores, 'documents'>) => {
  const sources = (await documents.sources()).filter((source) => source.documents > 0);
  return { sources, own: sources.filter(({ location }) => location !== sampleHandbook) };
};

/**
 * Suggests questions that pages within the asker's scopes answer. While the sample handbook is the only source, its fixed
 * questions are used; otherwise its pages give none. The list is empty when search is unavailable.
 */
export const suggestions = async (
  { stores, retriever, encoder }: SuggestionSources,
  scopes: readonly Scope[] = [EVERYONE],
): Promise<Suggestions> => {
  const { sources, own } = await readSources(stores);
  if (sources.length > 0 && own.length === 0)
    return { questions: sampleSuggestions.slice(0, MAX_SUGGESTIONS), sample: true };
  if (!retriever) return { questions: [], sample: false };
  const known = remembered.get(stores.documents) ?? new Map<string, Remembered>();
  remembered.set(stores.documents, known);
  const key = [...scopes].sort().join('\n');
  const documents = sources.reduce((sum, source) => sum + source.documents, 0);
  const before = known.get(key);
  if (before && before.documents === documents && Date.now() - before.at < REMEMBERED_MS)
    return { questions: await before.questions, sample: false };
  const questions = suggestQuestions({ stores, retriever, encoder }, scopes, MAX_SUGGESTIONS, {
    from: own.map(({ id }) => id),
  });
  // Few combinations of scopes are expected, so the cache is cleared rather than evicted one by one.
  if (known.size >= MAX_AUDIENCES) known.clear();
  const entry = { documents, at: Date.now(), questions };
  known.set(key, entry);
  // What failed is tried again by the next who asks.
  questions.catch(() => known.get(key) === entry && known.delete(key));
  return { questions: await questions, sample: false };
};
const MAX_AUDIENCES = 100;
