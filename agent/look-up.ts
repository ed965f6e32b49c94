import { randomUUID } from 'node:crypto';
import { AIMessage, ToolMessage } from '@langchain/core/messages';
import type { StructuredToolInterface } from '@langchain/core/tools';
import { asParleyError, ParleyError } from '../core/errors.ts';
import type { SearchResult } from '../retrieval/index.ts';
import type { ToolName, ToolTypes } from '../tools/index.ts';
import type { LiveTool } from '../tools/live-sources.ts';
import type { QuestionContext } from './question-context.ts';
import { tracedPassages, tracedSearch } from './traced-hits.ts';

/**
 * Characters of a tool's result that its message keeps, so that states with many searches stay small in memory and
 * checkpoints.
 */
const MAX_CONTENT_CHARS = 1_200;
/** Facts or paths of a result that a message keeps. */
const MAX_ARTIFACT_ITEMS = 40;
/** Characters of a query in a status line. */
const MAX_STATUS_CHARS = 120;
/** Characters of a live source's answer in the trace. */
const MAX_LIVE_CHARS = 300;

/** Shortens a query to whole words, because a truncated address would not be recognised and made inert. */
const clipToWords = (query: string): string =>
  query.length <= MAX_STATUS_CHARS ? query : `${query.slice(0, MAX_STATUS_CHARS).replace(/\S*$/, '').trimEnd()} …`;

/**
 * Calls one of the question's tools as a model would. Records the call and its result in the state's `messages` and in
 * the trace.
 * @returns the tool's complete result (its artifact); the message keeps a shortened one
 * @throws what the tool throws (a store that is down, CANCELLED)
 */
export const lookUp = async <Name extends ToolName>(
  context: QuestionContext,
  name: Name,
  args: ToolTypes[Name]['arguments'],
): Promise<ToolTypes[Name]['found']> => {
  const label = LABELS[name];
  const query = 'query' in args ? args.query : 'expression' in args ? args.expression : undefined;
  context.status(query ? `${label}: ${clipToWords(query)}` : label);
  const { artifact } = await callTool(context, context.tools[name], { ...args }, label, ({ artifact }) =>
    shorten(name, artifact),
  );
  const found = artifact as ToolTypes[Name]['found'];
  const { notice } = (found ?? {}) as Partial<SearchResult>;
  if (notice) context.notices.add(notice);
  return found;
};

/**
 * Calls a tool of a live source and records it as `lookUp` does. Removes addresses from the arguments that only a page
 * contains.
 * @returns the tool's answer as text
 * @throws LIVE_SOURCE_FAILED for any failure of the server or its connection; CANCELLED, BUDGET_EXHAUSTED
 */
export const askLiveTool = async (
  context: QuestionContext,
  { tool, title, server }: LiveTool,
  asked: Record<string, unknown>,
): Promise<string> => {
  const clean = (message: ToolMessage) => context.quarantine.cleanText(message.text, `live:${title}`) ?? '';
  const keep = (answer: ToolMessage) => clean(answer).slice(0, MAX_LIVE_CHARS);
  const args = context.outgoing.clean(server, asked);
  try {
    const answer = clean(await callTool(context, tool, args, `Asking ${title}`, keep, clean));
    context.outgoing.recordAnswer(server, answer);
    return answer;
  } catch (error) {
    // A server's timeout looks like a cancelled call, but only the asker's signal cancels the answer.
    if (context.signal.aborted) throw error;
    throw new ParleyError('LIVE_SOURCE_FAILED', {
      message: `The live source ${title} could not answer; this answer goes without it.`,
      remedy: 'Ask again later, or check the server that PARLEY_MCP names.',
      cause: error,
      details: { reason: error instanceof Error ? error.message : String(error) },
    });
  }
};

/** Calls a tool with a call id and records the call with its result. */
const callTool = async (
  context: QuestionContext,
  tool: StructuredToolInterface,
  args: Record<string, unknown>,
  label: string,
  keep: (message: ToolMessage) => unknown,
  textOf: (message: ToolMessage) => string = (message) => message.text,
): Promise<ToolMessage> => {
  context.signal.throwIfAborted();
  const startedAt = context.clock.now();
  const call = { type: 'tool_call' as const, id: randomUUID(), name: tool.name, args };
  const record = (content: string, found: unknown, failed?: { code: string; message: string }) => {
    const status = failed ? ('error' as const) : ('success' as const);
    context.toolMessages.push(
      new AIMessage({ name: context.node, content: '', tool_calls: [call] }),
      new ToolMessage({ tool_call_id: call.id, name: tool.name, content, artifact: firstItems(found), status }),
    );
    const data = { arguments: args, found, ...(failed && { failed }) };
    context.trace({ kind: 'tool', name: tool.name, label, ms: context.clock.now() - startedAt, data });
  };
  try {
    const message: ToolMessage = await tool.invoke(call, { signal: context.signal });
    record(clip(textOf(message)), keep(message));
    return message;
  } catch (error) {
    const failure = asParleyError(context.signal.aborted ? context.signal.reason : error);
    record(failure.message, null, { code: failure.code, message: failure.message });
    throw failure;
  }
};

/** Status texts for the asker. */
const LABELS: Record<ToolName, string> = {
  search_passages: 'Searching the pages',
  search_tables: 'Searching the tables',
  read_passages: 'Reading the pages',
  read_around: 'Reading on in the page',
  link_entities: 'Finding what the names stand for',
  neighbours: 'Reading what is known about them',
  find_paths: 'Following what connects them',
  stating_passages: 'Finding the pages that state it',
  query_graph: 'Following names from page to page',
  calculate: 'Calculating',
  clock: 'Looking at the clock',
};

/** The part of a result for the trace: passages shortened, other results in full. */
const shorten = (name: ToolName, artifact: unknown): unknown => {
  if (name === 'read_passages' || name === 'read_around')
    return tracedPassages(artifact as ToolTypes['read_passages']['found']);
  if (name === 'stating_passages')
    return tracedPassages(
      (artifact as ToolTypes['stating_passages']['found']).filter((passage) => passage !== undefined),
    );
  return (artifact as Partial<SearchResult> | null)?.hits ? tracedSearch(artifact as SearchResult) : artifact;
};

const firstItems = (found: unknown) => (Array.isArray(found) ? found.slice(0, MAX_ARTIFACT_ITEMS) : found);

const clip = (text: string) => (text.length > MAX_CONTENT_CHARS ? `${text.slice(0, MAX_CONTENT_CHARS)} …` : text);
