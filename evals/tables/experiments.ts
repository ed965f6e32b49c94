import { EVAL_STRATEGIES } from '../experiments/index.ts';

/** One comparison of a paper, and the runs that repeat it. */
export interface Ablation {
  paper: string;
  what: string;
  /** The whole method and the method with the part left out or changed, as `--strategies` takes them. */
  whole: string;
  changed: string;
  /** The paper's figures for the whole method and the changed one, in words. */
  reported: string;
  /** The sign of changed - whole in the paper: -1 the part helps. */
  sign: -1 | 1;
  /** Needs a knowledge graph: asked of worlds whose triples were ingested too. */
  graph?: boolean;
  /** Why a simulated world may not show it. */
  unless?: string;
}

/** The strategies of the table, baselines first and the default last. */
export const COMPARED: readonly string[] = [
  ...EVAL_STRATEGIES.toReversed().map(({ name }) => name),
  'par:retrieval=whole',
];

/** Shares of noise of CRP-RAG's Figure 3. */
export const NOISE = [0, 0.1, 0.2, 0.3, 0.4, 0.5];

/** The ablations that the five papers report (docs/measured/ablations.md). */
export const ABLATIONS: readonly Ablation[] = [
  {
    paper: 'AirRAG, table 2',
    what: 'one output for SAY and QT instead of three diverse ones',
    // Four rollouts follow each of three outputs.
    whole: 'airrag:rollouts=4+samples.say=3+samples.qt=3',
    changed: 'airrag:rollouts=4+samples.say=1+samples.qt=1',
    reported: 'F1 65.1 → 62.9',
    sign: -1,
    unless: 'the simulated model analyses a question well or not at all: a second output finds what the first found',
  },
  {
    paper: 'AirRAG, table 1',
    what: 'without system analysis and direct answer (Lite)',
    whole: 'airrag',
    changed: 'airrag-lite',
    reported: 'F1 65.6 → 63.8',
    sign: -1,
    unless: 'what the simulated model remembers is never evidence, so a direct answer adds a candidate and no source',
  },
  {
    paper: 'AirRAG, figure 5',
    what: 'choice by word overlap instead of refinement',
    whole: 'airrag:rollouts=4+samples.say=3+samples.qt=3',
    changed: 'airrag:rollouts=4+samples.say=3+samples.qt=3+choose=jaccard',
    reported: 'refinement better',
    sign: -1,
    unless: 'candidates of one tree seldom differ but by being unknown, which both ways leave out',
  },
  {
    paper: 'CRP-RAG, table 2',
    what: 'without knowledge aggregation',
    whole: 'crp',
    changed: 'crp:aggregation=false',
    reported: 'HotpotQA 87.4 → 84.9',
    sign: -1,
    unless: 'the simulated model finds a fact in a raw passage as surely as in a summary of it',
  },
  {
    paper: 'CRP-RAG, table 2',
    what: 'without knowledge evaluation',
    whole: 'crp',
    changed: 'crp:evaluation=false',
    reported: 'HotpotQA 87.4 → 62.9',
    sign: -1,
  },
  {
    paper: 'CRP-RAG, table 2',
    what: 'without iterative reasoning',
    whole: 'crp',
    changed: 'crp:iteration=false',
    reported: 'HotpotQA 87.4 → 74.5',
    sign: -1,
  },
  {
    paper: 'CRP-RAG, section 5.4',
    what: 'a tree instead of a graph',
    whole: 'crp',
    changed: 'crp:structure=tree',
    reported: 'HotpotQA 87.4 → 75.8',
    sign: -1,
  },
  {
    paper: 'CRP-RAG, section 5.4',
    what: 'a chain instead of a graph',
    whole: 'crp',
    changed: 'crp:structure=chain',
    reported: 'HotpotQA 87.4 → 69.0',
    sign: -1,
  },
  {
    paper: 'PAR-RAG, section 5.2',
    what: 'without a plan',
    whole: 'par',
    changed: 'par:plan=false',
    reported: 'worse on every set',
    sign: -1,
  },
  {
    paper: 'PAR-RAG, section 5.2',
    what: 'without review',
    whole: 'par',
    changed: 'par:review=false',
    reported: 'worse on every set',
    sign: -1,
  },
  ...(
    [
      ['attributes', 'without attribute prediction', '5.2 → -0.3', 'no question of the world changes by the minute'],
      ['tables', 'without tables', '6.1 → 5.2'],
      ['calculator', 'without the calculator', '7.2 → 6.1', 'the simulated model makes no slips in arithmetic'],
      ['falsePremise', 'without the false-premise check', '12.5 → 9.1'],
      [
        'memory',
        "without the model's own knowledge",
        '13.9 → 12.5',
        'what is remembered is shown and never cited, and an answer without a source is dropped: our rule, not the paper’s',
      ],
      ['graph', 'without the knowledge graph', '15.8 → 13.9', 'every fact of the graph stands on a page too'],
    ] as const
  ).map(
    ([part, what, reported, unless]): Ablation => ({
      paper: 'Hybrid RAG, build-up',
      what,
      whole: 'hybrid',
      changed: `hybrid:${part}=${part === 'attributes' ? 'off' : 'false'}`,
      reported: `CRAG score ${reported}`,
      sign: -1,
      ...(part === 'graph' && { graph: true }),
      ...(unless && { unless }),
    }),
  ),
  {
    paper: 'RoK, section 4.1',
    what: 'without extending the question',
    whole: 'rok',
    changed: 'rok:extension=false',
    reported: 'more entities linked with it',
    sign: -1,
    graph: true,
    unless: 'the simulated model remembers 15 % of the facts: most thinking brings up no further entity',
  },
  {
    paper: 'RoK, section 4.2.2',
    what: 'without neighbour branches',
    whole: 'rok',
    changed: 'rok:branches=false',
    reported: 'implicit answers need them',
    sign: -1,
    graph: true,
  },
];
