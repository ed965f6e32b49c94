import type { StructuredToolInterface } from '@langchain/core/tools';
import type { SearchResult } from '../retrieval/retriever.ts';
import type { LookUp } from './look-up.ts';
import { searchPassages } from './search-passages.ts';

export type { LookUp } from './look-up.ts';

/** What each tool takes, and what it finds (the artifact of its answer). */
export interface ToolTypes {
  search_passages: {
    arguments: { query: string; k?: number; known?: { entities?: string[]; passageIds?: string[] } };
    found: SearchResult;
  };
}
export type ToolName = keyof ToolTypes;
export type Tools = Record<ToolName, StructuredToolInterface>;

/** Every tool over one question's surroundings, by name. */
export const createTools = (lookUp: LookUp): Tools => ({
  search_passages: searchPassages(lookUp),
});
