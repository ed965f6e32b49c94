import type { Strategy } from '../strategies/index.ts';
import { toMermaid } from './mermaid.ts';
import type { Wiring } from './read-graph.ts';

/** The page `docs/strategies.md`. */
export const strategiesPage = (wirings: readonly (Wiring & { drawing: string })[]): string =>
  [
    '# Strategies',
    '',
    'A strategy is a wiring of nodes, a compiled LangGraph state graph; `parley ask --strategy NAME "…"` runs it. A dashed arrow is one that a predicate over the state chooses. This page is drawn from the graphs themselves by `npm run draw`; a test holds it against them.',
    '',
    ...wirings.flatMap((wiring) => [
      `## ${wiring.strategy.name}`,
      '',
      aboutOf(wiring.strategy),
      '',
      `![The graph of ${wiring.strategy.name}](${wiring.drawing})`,
      '',
      '<details><summary>Mermaid</summary>',
      '',
      '```mermaid',
      toMermaid(wiring),
      '```',
      '',
      '</details>',
      '',
    ]),
    '## At home in LangGraph',
    '',
    '`langgraph.json` names every graph, so LangGraph Studio opens them (`npx @langchain/langgraph-cli dev`), over the data and the model that `.env` names. With `LANGSMITH_TRACING=true` and `LANGSMITH_API_KEY` set, each answer is traced there, node by node and call by call. With `OTEL_EXPORTER_OTLP_ENDPOINT` set (and `OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_SERVICE_NAME`), each answer is one trace at any OpenTelemetry back end that takes OTLP over HTTP: a span a node and a span a model call, with its model and tokens; questions, sources and answers are not sent. In code of your own:',
    '',
    '```ts',
    "import { createQuestionContext, loadStrategy, openModels } from './agent/index.ts';",
    '',
    "const context = await createQuestionContext({ models: openModels(settings)!, stores, retriever, scopes: ['everyone'] });",
    "const graph = await loadStrategy('auto'); // a node of another graph, or alone:",
    "const { written } = await graph.invoke({ question: 'How long is parental leave?' }, { context });",
    '```',
    '',
    'Search is a LangChain retriever as well: `toLangChainRetriever(retriever, scopes)` in `tools/langchain-retriever.ts`.',
    '',
  ].join('\n');

const aboutOf = ({ title, about, paper }: Strategy): string =>
  [`**${title}.** ${about}`, paper && `Paper: ${paper}.`].filter(Boolean).join('\n\n');
