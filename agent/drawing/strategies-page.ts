import { toMermaid } from './mermaid.ts';
import type { Wiring } from './read-graph.ts';

/** What each strategy is, in a line or two. */
const ABOUT: Record<string, string> = {
  direct: 'The model alone, without retrieval: what it knows by heart. A baseline.',
  vanilla: 'Plain RAG: one search, one answer from its passages. A baseline.',
  iterdrag:
    'IterDRAG: follow-up question, search, intermediate answer, until the steps hold the final answer. A baseline.',
  ircot: 'IRCoT: each sentence of a chain of thought is the next query. A baseline.',
  ppr: 'Passages by Personalized PageRank from the names in the question, one answer from them (after HippoRAG). A baseline.',
  par: 'PAR-RAG: a plan, each step answered from cited sources, each answer reviewed against evidence that is searched for that answer, the next question refined with it.',
  crp: 'CRP-RAG: a graph of reasoning steps, knowledge gathered for each, and answers only along the paths whose every step is sufficiently known.',
  rok: 'RoK: paths between the question’s entities in the knowledge graph, chosen by PageRank, with one pruning call over their neighbours.',
  hybrid:
    'Hybrid RAG: pages, tables, calculations, typed look-ups and the model’s own knowledge as references of one structured answer that checks its premise.',
  airrag:
    'AirRAG: five reasoning actions (SAY, DA, RA, QT, SA) searched by UCT. `select` chooses where a rollout goes on, `advance` leads it to its end and back to the root.',
  'airrag-lite': 'AirRAG with the actions RA, QT and SA.',
  'airrag-blender':
    'The candidates of AirRAG, its lite variant, IterDRAG and plain RAG, refined by one summary answer.',
  auto: 'Parley’s own, and the default: one search and one call for the easy questions; for the others effort grows, only while evidence is missing, from the model’s own searches to knowledge paths and a UCT search over merged reasoning states.',
};

/** The page `docs/strategies.md`. */
export const strategiesPage = (wirings: readonly Wiring[]): string =>
  [
    '# Strategies',
    '',
    'A strategy is a wiring of nodes, a compiled LangGraph state graph; `parley ask --strategy NAME "…"` runs it. A dashed arrow is one that a predicate over the state chooses. This page is drawn from the graphs themselves by `npm run draw`; a test holds it against them.',
    '',
    ...wirings.flatMap((wiring) => [
      `## ${wiring.name}`,
      '',
      ABOUT[wiring.name] ?? '',
      '',
      `![The graph of ${wiring.name}](images/strategies/${wiring.name}.svg)`,
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
    "import { createQuestionContext, openModels, strategies } from './agent/index.ts';",
    '',
    "const context = await createQuestionContext({ models: openModels(settings)!, stores, retriever, scopes: ['everyone'] });",
    'const graph = await strategies.auto(); // a node of another graph, or alone:',
    "const { written } = await graph.invoke({ question: 'How long is parental leave?' }, { context });",
    '```',
    '',
    'Search is a LangChain retriever as well: `toLangChainRetriever(retriever, scopes)` in `tools/langchain-retriever.ts`.',
    '',
  ].join('\n');
