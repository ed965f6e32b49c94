import { type DynamicStructuredTool, type StructuredToolInterface, tool } from '@langchain/core/tools';
import { convertToOpenAIFunction } from '@langchain/core/utils/function_calling';
import { z } from 'zod';
import { isParleyError } from '../../../core/errors.ts';
import { isFiltering } from '../../../retrieval/filters/filter.ts';
import type { LiveTool } from '../../../tools/live-sources.ts';
import { filterFields } from '../../../tools/search-passages.ts';
import { askLiveTool, lookUp } from '../../look-up.ts';
import { compactSchema } from '../../model/compact.ts';
import { mayAnswerLikely, withoutLikely } from '../../model/likely.ts';
import type { FunctionSpec } from '../../model/model.ts';
import { hitsFor } from '../../nodes/search.ts';
import type { QuestionContext } from '../../question-context.ts';
import { fromHit, fromPassage } from '../../references/from-hits.ts';
import { fromPath, fromTriples } from '../../references/from-paths.ts';
import type { Reference } from '../../references/reference.ts';
import { answerQuestion } from '../../tasks/answer-question.ts';

/** Maximum number of sources that one call adds. */
const MAX_FOUND = { passages: 6, tables: 3, facts: 6, paths: 6 };
/** Minimum score of a linked entity. Names that match less may belong to something else. */
const MIN_LINK_SCORE = 0.8;

/** Result of one tool call: what it found, best first; undefined for a result in words alone. */
export interface ToolResult {
  found?: readonly Reference[];
  /** What the model is told below the sources found. */
  note?: string;
}

const words = z.string().min(1).describe('what to look for; a name or a whole question');
const name = z.string().min(1).describe('a name as the sources write it');

/**
 * Parley's tools for a model. Arguments are words, names and source numbers, never ids. Each tool records its look-ups
 * in the trace. What it finds is numbered and laid out once all calls of the turn have ended (number-results.ts).
 * @param liveTools those of the live tools that are wanted
 */
export const agentTools = (
  context: QuestionContext,
  liveTools: readonly LiveTool[] = context.liveTools,
): StructuredToolInterface[] => {
  const bring = (found: readonly Reference[], note?: string): [string, ToolResult] => ['', { found, note }];
  const say = (text: string): [string, ToolResult] => [text, {}];
  const options = { responseFormat: 'content_and_artifact' as const };
  const linked = async (names: string[]) => {
    const found = await lookUp(context, 'link_entities', { names });
    return found.filter(({ score }) => score >= MIN_LINK_SCORE);
  };
  return [
    tool(
      async ({ query, ...filter }) => {
        const found = (await hitsFor(context, { query, k: MAX_FOUND.passages, ...filter })).map(fromHit);
        return found.length > 0 || !isFiltering(filter)
          ? bring(found)
          : say(`Nothing found: look without what narrows it.`);
      },
      {
        ...options,
        name: 'search_passages',
        description: 'Searches the pages by words and meaning.',
        schema: z.object({ query: words, ...filterFields }),
      },
    ),
    tool(
      async ({ query }) =>
        bring((await lookUp(context, 'search_tables', { query, k: MAX_FOUND.tables })).hits.map(fromHit)),
      {
        ...options,
        name: 'search_tables',
        description: 'Searches the tables of the pages: figures, lists, rosters.',
        schema: z.object({ query: words }),
      },
    ),
    tool(
      async ({ source, before, after }) => {
        const place = context.references.get(source);
        if (!place?.passageId) return say(`There is no page behind [${source}]: give the number of a page or table.`);
        if (before + after === 0) return say(`[${source}] is shown already: ask for passages before or after it.`);
        const reach = { before: before + 1, after: after + 1 };
        const near = await lookUp(context, 'read_around', { passageId: place.passageId, ...reach });
        const at = near.findIndex(({ id }) => id === place.passageId);
        const beside = [...near.slice(Math.max(0, at - before), at), ...near.slice(at + 1, at + 1 + after)];
        const goesOn = [at > before && 'before', near.length > at + 1 + after && 'after'].filter(Boolean).join(' and ');
        return beside.length > 0
          ? bring(beside.map(fromPassage), goesOn ? `The page goes on ${goesOn} these.` : 'This is the whole page.')
          : say(
              `The page has nothing ${[before > 0 && 'before', after > 0 && 'after'].filter(Boolean).join(' or ')} [${source}].`,
            );
      },
      {
        ...options,
        name: 'read_page',
        description: 'Reads on in the page of a numbered source: what stands before and after it.',
        schema: z.object({
          source: z.number().int().describe('the number of a source'),
          before: z.number().int().min(0).max(5).default(1).describe('passages before it'),
          after: z.number().int().min(0).max(5).default(2).describe('passages after it'),
        }),
      },
    ),
    tool(
      async ({ name: wanted }) => {
        const entities = (await linked([wanted])).map(({ entity }) => entity.id);
        if (entities.length === 0) return say('The knowledge graph does not know that name.');
        const triples = await lookUp(context, 'neighbours', { entities, limit: 40 });
        return bring(fromTriples(triples).slice(0, MAX_FOUND.facts));
      },
      {
        ...options,
        name: 'look_up_entity',
        description: 'Lists what the knowledge graph states of one person, place or thing.',
        schema: z.object({ name }),
      },
    ),
    tool(
      async ({ from, to }) => {
        const found = await linked([from, to]);
        const [start, end] = [from, to].map((wanted) => found.find((one) => one.name === wanted)?.entity.id);
        if (!start || !end) return say(`The knowledge graph does not know ${start ? to : from}.`);
        const paths = await lookUp(context, 'find_paths', { from: start, to: [end], maxHops: 3, limit: 60 });
        return paths.length === 0
          ? say('No path connects them.')
          : bring(paths.slice(0, MAX_FOUND.paths).map(fromPath));
      },
      {
        ...options,
        name: 'find_paths',
        description: 'Finds how two things are connected in the knowledge graph.',
        schema: z.object({ from: name, to: name }),
      },
    ),
    tool(
      async ({ expression }) => {
        const { value } = await lookUp(context, 'calculate', { expression });
        return say(`${expression} = ${value}`);
      },
      {
        ...options,
        name: 'calculate',
        description: 'Works out an arithmetic expression over plain numbers.',
        schema: z.object({ expression: z.string().min(1).describe('such as (12.5 + 3) / 2') }),
      },
    ),
    tool(
      async () => {
        const { weekday, asOf } = await lookUp(context, 'clock', {});
        return say(`${weekday}, ${asOf}`);
      },
      { ...options, name: 'clock', description: 'Tells the date and the time of the question.', schema: z.object({}) },
    ),
    ...liveTools.map((live) =>
      tool(
        async (args: unknown) => {
          const given = (args ?? {}) as Record<string, unknown>;
          const text = await askLiveTool(context, live, given).catch((error: unknown) => {
            if (isParleyError(error, 'LIVE_SOURCE_FAILED')) context.notices.add(error.message);
            throw error;
          });
          const asked = Object.values(given).map(String).join(', ');
          return text.trim() === ''
            ? say(`${live.title} said nothing.`)
            : bring([
                {
                  kind: 'live',
                  documentId: `live:${live.title}`,
                  title: live.title,
                  headings: asked ? [asked] : [],
                  text,
                  updatedAt: new Date(context.clock.now()).toISOString(),
                },
              ]);
        },
        { ...options, name: live.tool.name, description: live.tool.description, schema: live.tool.schema },
      ),
    ),
  ] as DynamicStructuredTool[];
};

/** The function that the model calls to answer. */
export const ANSWER_FUNCTION = 'answer';

/** Schemas of the functions that the model is bound to: the tools, and `answer`, which ends the search. */
export const functionSpecs = (
  tools: readonly StructuredToolInterface[],
  context: Pick<QuestionContext, 'allowsLikely' | 'models'>,
): FunctionSpec[] => {
  const { main } = context.models;
  const json = answerQuestion.json ?? {};
  const whole = mayAnswerLikely(context, main) ? json : withoutLikely(json);
  const answer = main.capabilities.compact ? compactSchema(whole) : whole;
  return [
    ...tools.map((one) => {
      const { name: called, description = '', parameters = {} } = convertToOpenAIFunction(one);
      return { name: called, description, parameters: withoutKeyword(parameters as Record<string, unknown>) };
    }),
    {
      name: ANSWER_FUNCTION,
      description: 'Gives the answer and ends the search.',
      parameters: answer,
    },
  ];
};

const withoutKeyword = ({ $schema: _, ...parameters }: Record<string, unknown>) => parameters;
