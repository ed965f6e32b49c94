import { suggestQuestions } from '../../agent/index.ts';
import type { Scope } from '../../core/document.ts';
import { sampleHandbook } from '../../samples/index.ts';
import { sampleSuggestions } from '../../samples/suggestions.ts';
import type { WebParley } from './dependencies.ts';

const MAX_SUGGESTIONS = 6;

/**
 * Questions to begin with, from pages that the asker may see and that answer them. The sample handbook has written ones, for
 * as long as it is all that there is.
 */
export const suggestions = async (parley: WebParley, scopes: readonly Scope[]): Promise<string[]> => {
  const sources = (await parley.stores.documents.sources()).filter(({ documents }) => documents > 0);
  if (sources.length > 0 && sources.every(({ location }) => location === sampleHandbook))
    return sampleSuggestions.slice(0, MAX_SUGGESTIONS);
  return suggestQuestions(parley, scopes, MAX_SUGGESTIONS);
};
