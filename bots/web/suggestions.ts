import type { Scope } from '../../core/document.ts';
import { sampleHandbook } from '../../samples/index.ts';
import { sampleSuggestions } from '../../samples/suggestions.ts';
import type { WebParley } from './parts.ts';

const HOW_MANY = 6;

/** Words that lead to pages people ask about in any company; they are searched for, never shown. */
const COMMON_GROUND = 'how to start, policy, overview, prices, who is responsible, opening hours, support';

/**
 * Questions to begin with: written ones for the sample handbook, else one a page that a search on the asker's behalf
 * turns up, so that no title of a page that they may not see is shown.
 */
export const suggestions = async (parley: WebParley, scopes: readonly Scope[]): Promise<string[]> => {
  const sources = await parley.stores.documents.sources();
  if (sources.some(({ location }) => location === sampleHandbook)) return sampleSuggestions.slice(0, HOW_MANY);
  const { hits } = await parley.retriever.search({ text: COMMON_GROUND, k: 4 * HOW_MANY, scopes });
  const titles = [...new Set(hits.map(({ title }) => title.trim()).filter((title) => title !== ''))];
  return titles.slice(0, HOW_MANY).map((title) => `What does “${title}” say?`);
};
