import type { StructuredToolInterface } from '@langchain/core/tools';
import type { KnowledgePath, Triple } from '../core/knowledge.ts';
import type { SearchResult } from '../retrieval/retriever.ts';
import { type Calculation, calculate } from './calculate.ts';
import { clock, type Moment } from './clock.ts';
import { findPaths } from './find-paths.ts';
import { type LinkedEntity, linkEntities } from './link-entities.ts';
import { neighbours } from './neighbours.ts';
import { queryGraph } from './query-graph.ts';
import { searchPassages } from './search-passages.ts';
import { searchTables } from './search-tables.ts';
import type { ToolContext } from './tool-context.ts';

export { type Calculation, evaluateExpression } from './calculate.ts';
export type { Moment } from './clock.ts';
export { pathText } from './find-paths.ts';
export type { LinkedEntity } from './link-entities.ts';
export { tripleText } from './neighbours.ts';
export type { ToolContext } from './tool-context.ts';

/** What each tool takes, and what it finds (the artifact of its answer). */
export interface ToolTypes {
  search_passages: {
    arguments: { query: string; k?: number; seeds?: { entities?: string[]; passageIds?: string[] } };
    found: SearchResult;
  };
  search_tables: { arguments: { query: string; k?: number }; found: SearchResult };
  link_entities: { arguments: { names: string[] }; found: LinkedEntity[] };
  neighbours: { arguments: { entities: string[]; limit?: number }; found: Triple[] };
  find_paths: { arguments: { from: string; to: string[]; maxHops?: number; limit?: number }; found: KnowledgePath[] };
  query_graph: { arguments: { query: string; entities?: string[]; k?: number }; found: SearchResult };
  calculate: { arguments: { expression: string }; found: Calculation };
  clock: { arguments: Record<string, never>; found: Moment };
}
export type ToolName = keyof ToolTypes;
export type Tools = Record<ToolName, StructuredToolInterface>;

/** Every tool over one question's surroundings, by name. */
export const createTools = (lookUp: ToolContext): Tools => ({
  search_passages: searchPassages(lookUp),
  search_tables: searchTables(lookUp),
  link_entities: linkEntities(lookUp),
  neighbours: neighbours(lookUp),
  find_paths: findPaths(lookUp),
  query_graph: queryGraph(lookUp),
  calculate: calculate(),
  clock: clock(lookUp),
});
