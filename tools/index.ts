import type { StructuredToolInterface } from '@langchain/core/tools';
import type { Passage } from '../core/document.ts';
import type { KnowledgePath, Triple } from '../core/knowledge.ts';
import type { SearchFilter } from '../retrieval/filters/filter.ts';
import type { SearchResult } from '../retrieval/retriever.ts';
import { type Calculation, calculate } from './calculate.ts';
import { clock, type Moment } from './clock.ts';
import { findPaths } from './find-paths.ts';
import { type LinkedEntity, linkEntities } from './link-entities.ts';
import { neighbours } from './neighbours.ts';
import { queryGraph } from './query-graph.ts';
import { readAround } from './read-around.ts';
import { readPassages } from './read-passages.ts';
import { searchPassages } from './search-passages.ts';
import { searchTables } from './search-tables.ts';
import { statingPassages, type WantedFact } from './stating-passages.ts';
import type { ToolContext } from './tool-context.ts';

export { type Calculation, evaluateExpression } from './calculate.ts';
export type { Moment } from './clock.ts';
export { pathText } from './find-paths.ts';
export type { LinkedEntity } from './link-entities.ts';
export { tripleText } from './neighbours.ts';
export type { ToolContext } from './tool-context.ts';

/** Arguments of each tool, and its result (the artifact of its message). */
export interface ToolTypes {
  search_passages: {
    arguments: {
      query: string;
      k?: number;
      seeds?: { entities?: string[]; passageIds?: string[] };
      sources?: string[];
    } & SearchFilter;
    found: SearchResult;
  };
  search_tables: { arguments: { query: string; k?: number }; found: SearchResult };
  read_passages: { arguments: { passageIds: string[] }; found: Passage[] };
  read_around: { arguments: { passageId: string; before?: number; after?: number }; found: Passage[] };
  link_entities: { arguments: { names: string[] }; found: LinkedEntity[] };
  neighbours: { arguments: { entities: string[]; limit?: number }; found: Triple[] };
  find_paths: { arguments: { from: string; to: string[]; maxHops?: number; limit?: number }; found: KnowledgePath[] };
  stating_passages: { arguments: { facts: WantedFact[] }; found: (Passage | undefined)[] };
  query_graph: { arguments: { query: string; entities?: string[]; k?: number }; found: SearchResult };
  calculate: { arguments: { expression: string }; found: Calculation };
  clock: { arguments: Record<string, never>; found: Moment };
}
export type ToolName = keyof ToolTypes;
export type Tools = Record<ToolName, StructuredToolInterface>;

/** Creates all tools for one question's context, by name. A model can be bound to each of them. */
export const createTools = (context: ToolContext): Tools => ({
  search_passages: searchPassages(context),
  search_tables: searchTables(context),
  read_passages: readPassages(context),
  read_around: readAround(context),
  link_entities: linkEntities(context),
  neighbours: neighbours(context),
  find_paths: findPaths(context),
  stating_passages: statingPassages(context),
  query_graph: queryGraph(context),
  calculate: calculate(),
  clock: clock(context),
});
