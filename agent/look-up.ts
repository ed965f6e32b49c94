import { asParleyError } from '../core/errors.ts';
import type { SearchResult } from '../retrieval/index.ts';
import type { ToolName, ToolTypes } from '../tools/index.ts';
import type { QuestionContext } from './question-context.ts';
import { tracedSearch } from './traced-hits.ts';

/**
 * Calls a tool as a model would, by a tool call with an id, and records it in the node's state and in the trace.
 * @returns the tool's artifact. @throws what the tool throws (a store that is down, CANCELLED)
 */
export const lookUp = async <Name extends ToolName>(
  context: QuestionContext,
  name: Name,
  args: ToolTypes[Name]['arguments'],
): Promise<ToolTypes[Name]['found']> => {
  context.signal.throwIfAborted();
  const startedAt = context.clock.now();
  const doing = inWords[name];
  const aim = 'query' in args ? args.query : 'expression' in args ? args.expression : undefined;
  context.status(aim ? `${doing}: ${aim.slice(0, 120)}` : doing);
  const id = `${context.node}-${name}-${startedAt.toString(36)}-${context.toolCalls.length}`;
  const done = (found: unknown, failed?: { code: string; message: string }) => {
    const ms = context.clock.now() - startedAt;
    const shown = { arguments: args as Record<string, unknown>, found, ...(failed ? { failed } : {}) };
    context.toolCalls.push({ id, node: context.node, name, ms, ...shown });
    context.trace({ kind: 'tool', name, label: doing, ms, data: shown });
  };
  try {
    const message = await context.tools[name].invoke({ type: 'tool_call', id, name, args }, { signal: context.signal });
    const found = (message as { artifact: ToolTypes[Name]['found'] }).artifact;
    const { notice } = (found ?? {}) as Partial<SearchResult>;
    if (notice) context.notices.add(notice);
    done(summary(found));
    return found;
  } catch (error) {
    const failure = context.signal.aborted ? asParleyError(context.signal.reason) : asParleyError(error);
    done(null, { code: failure.code, message: failure.message });
    throw failure;
  }
};

/** What a look-up does, in plain words for the asker. */
const inWords: Record<ToolName, string> = {
  search_passages: 'Searching the pages',
  search_tables: 'Searching the tables',
  link_entities: 'Finding what the names stand for',
  neighbours: 'Reading what is known about them',
  find_paths: 'Following what connects them',
  query_graph: 'Following names from page to page',
  calculate: 'Calculating',
  clock: 'Looking at the clock',
};

/** What the trace keeps of a find: passages in short, whole what is small. */
const summary = (artifact: unknown): unknown =>
  (artifact as Partial<SearchResult> | null)?.hits ? tracedSearch(artifact as SearchResult) : artifact;
