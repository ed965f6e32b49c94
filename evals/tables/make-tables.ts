/**
 * `npm run tables`: every strategy over simulated worlds, CRP-RAG's robustness curve, and the papers' ablations, each on a page
 * of docs/measured/. `-- --part strategies|noise|ablations` makes one of them; `--questions 20 --seeds 1` is a quick look, `--strategies vanilla,auto` a short one.
 * A run that was stopped goes on where it was (.eval/tables).
 */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { givesAnswer } from '../../core/verdict.ts';
import { pairedDifference } from '../metrics/bootstrap.ts';
import { mean } from '../metrics/mean.ts';
import { metricTable } from '../report/markdown.ts';
import { type ScoredRow, toScored } from '../run/row.ts';
import { summariseStrategy } from '../run/summary.ts';
import { askWorlds } from './ask-worlds.ts';
import { ABLATIONS, COMPARED, NOISE } from './experiments.ts';
import { percent, percentWithInterval, SEVERAL_STEPS, table } from './figures.ts';

const { values } = parseArgs({
  options: {
    questions: { type: 'string', default: '60' },
    noise: { type: 'string', default: '20' },
    ablations: { type: 'string', default: '40' },
    seeds: { type: 'string', default: '71,72,73' },
    size: { type: 'string', default: '2000' },
    out: { type: 'string', default: '.eval/tables' },
    part: { type: 'string', default: 'all' },
    strategies: { type: 'string', default: COMPARED.join(',') },
    simulator: { type: 'string', default: '' },
  },
});
const compared = values.strategies.split(',');
const seeds = values.seeds.split(',').map(Number);
const questions = Number(values.questions);
/** Noise and ablations are many runs: fewer questions of each world. */
const ofNoise = Number(values.noise);
const ofAblations = Number(values.ablations);
const docs = fileURLToPath(new URL('../../docs/measured', import.meta.url));

/** Rows of these strategies over all worlds. */
const run = (strategies: readonly string[], count: number, graph = false): Promise<ScoredRow[]> =>
  askWorlds({ seeds, size: Number(values.size), questions: count, strategies, out: values.out, graph }, toScored);

const of = (rows: readonly ScoredRow[], strategy: string) => rows.filter((row) => row.strategy === strategy);
/** RoK over worlds of pages alone: its fallback to passages answers. */
const ROK_WITHOUT_GRAPH = 'rok, no graph';

const strategyPart = async (): Promise<string> => {
  const inPages = await run(compared, questions);
  // RoK is a method over a knowledge graph: its row is of worlds whose triples were ingested, and the row without says so.
  const overGraph = await run(['rok'], questions, true);
  const rows = [
    ...inPages.map((row) => (row.strategy === 'rok' ? { ...row, strategy: ROK_WITHOUT_GRAPH } : row)),
    ...overGraph,
  ];
  const shown = compared.flatMap((name) => (name === 'rok' ? ['rok', ROK_WITHOUT_GRAPH] : [name]));
  const summaries = shown.map((name) => summariseStrategy(name, of(rows, name), 0));
  const kinds = [...new Set(rows.map(({ kind }) => kind))].sort();
  const byKind = shown.map((name) => [
    name,
    ...kinds.map((kind) =>
      percent(
        mean(
          of(rows, name)
            .filter((row) => row.kind === kind)
            .map(({ scores }) => scores.accuracy ?? 0),
        ),
      ),
    ),
  ]);
  const best = kinds.map((kind, at) => {
    const others = byKind.filter(([name]) => name !== 'auto').toSorted((a, b) => Number(b[at + 1]) - Number(a[at + 1]));
    const auto = byKind.find(([name]) => name === 'auto')!;
    return [kind, auto[at + 1]!, `${others[0]![at + 1]} (${others[0]![0]})`];
  });
  const cost = (name: string, measure: (row: ScoredRow) => number, filter = (_: ScoredRow) => true) =>
    mean(of(rows, name).filter(filter).map(measure));
  const tokens = ({ usage }: ScoredRow) => usage.inputTokens + usage.outputTokens;
  const rounds = ({ usage }: ScoredRow) => usage.rounds ?? 0;
  const oneHop = ({ kind }: ScoredRow) => kind === 'one-hop';
  const ratios = [
    ["auto's tokens / PAR-RAG's", cost('auto', tokens) / cost('par', tokens), 'at most 0.33'],
    ["auto's model rounds in sequence / PAR-RAG's", cost('auto', rounds) / cost('par', rounds), 'at most 0.5'],
    [
      "auto's tokens / vanilla's, one-hop questions",
      cost('auto', tokens, oneHop) / cost('vanilla', tokens, oneHop),
      'at most 1.3',
    ],
  ] as const;
  return [
    '## Strategies',
    `**Simulated, ${seeds.length * questions} questions a row.** RoK's row is of worlds whose triples were ingested; *rok, no graph* is the same strategy over pages alone, where its fallback to passages answers. PAR-RAG retrieves coarse by meaning (by words here: no encoder is set) and fine through the graph; \`par:retrieval=whole\` uses the whole search for both. What the default of each method rests on: [methods](methods.md). A page that gives the model an order is kept from every strategy ([security](../../SECURITY.md)): questions that only such a page answers (most of the kind \`injection\`, one or two of others) are refused by all of them, and count as wrong.`,
    metricTable(summaries),
    '### Accuracy by kind of question, in percent',
    `**Simulated, ${(seeds.length * questions) / kinds.length} questions a kind on average**: one question is ${percent(kinds.length / (seeds.length * questions))} points.`,
    table(['strategy', ...kinds], byKind),
    '### `auto` beside the best of all others',
    `**Simulated.** The best other of each kind is picked among ${shown.length - 1} after the fact, which flatters it.`,
    table(['kind', 'auto', 'best other'], best),
    '### What `auto` costs',
    '**Simulated.** Tokens as the simulated model counts them: prompts, forms and answers; the functions that `agent` is offered (about 1,100 tokens a turn) are not in them.',
    table(
      ['ratio', 'measured', 'to reach'],
      ratios.map(([what, value, goal]) => [what, value.toFixed(2), goal]),
    ),
  ].join('\n\n');
};

const noisePart = async (): Promise<string> => {
  const lines: string[][] = [];
  const curves = (['crp', 'auto'] as const).flatMap((strategy) =>
    (['steps', 'knowledge'] as const).map((kind) => ({ strategy, kind })),
  );
  for (const { strategy, kind } of curves) {
    const names = NOISE.map((share) => (share === 0 ? strategy : `${strategy}:noise.${kind}=${share}`));
    const rows = await run(names, ofNoise);
    for (const [at, name] of names.entries()) {
      const own = of(rows, name).filter(({ expected }) => expected[0] !== '(no answer)');
      // One step is a source, and sources are spared: what noise does shows where there are several, as in HotpotQA.
      const several = own.filter((row) => SEVERAL_STEPS.test(row.kind));
      const refused = several.filter(({ verdict }) => !givesAnswer(verdict)).length / Math.max(1, several.length);
      const wrong =
        own.filter(({ verdict, scores }) => givesAnswer(verdict) && scores.accuracy === 0).length / own.length;
      lines.push([
        strategy,
        kind,
        percent(NOISE[at]!),
        percentWithInterval(own.map(({ scores }) => scores.accuracy ?? 0)),
        percent(mean(several.map(({ scores }) => scores.accuracy ?? 0))),
        percent(refused),
        percent(wrong),
      ]);
    }
  }
  return [
    `**Simulated, ${seeds.length * ofNoise} questions a row**, answerable ones only. The share of the reasoning graph whose steps, or whose gathered knowledge, is replaced by text of unrelated tasks, sources spared (CRP-RAG, figure 3). \`auto\` has no graph of steps to replace a share of: each of its searches after the first is replaced with that chance. Accuracy and wrong answers are of all questions; the two columns between are of those that take several steps: few, so that one of them is several points.`,
    table(
      [
        'strategy',
        'replaced',
        'share %',
        'accuracy % (95 %)',
        'of several steps: accuracy %',
        'refused %',
        'answered wrongly %',
      ],
      lines,
    ),
  ].join('\n\n');
};

const ablationPart = async (): Promise<string> => {
  const namesOf = (graph: boolean) => [
    ...new Set(
      ABLATIONS.filter((one) => (one.graph ?? false) === graph).flatMap(({ whole, changed }) => [whole, changed]),
    ),
  ];
  const inPages = await run(namesOf(false), ofAblations);
  const withGraph = await run(namesOf(true), ofAblations, true);
  const scoreOf = (row: ScoredRow, metric: string) =>
    row.scores[metric as keyof typeof row.scores] as number | undefined;
  const lines = ABLATIONS.map(({ paper, what, whole, changed, reported, sign, graph, unless }) => {
    const rows = graph ? withGraph : inPages;
    const metric = whole === 'hybrid' ? 'crag' : 'accuracy';
    const before = new Map(of(rows, whole).map((row) => [row.id, scoreOf(row, metric) ?? 0]));
    const pairs = of(rows, changed).flatMap((row) => {
      const a = before.get(row.id);
      return a === undefined ? [] : [[a, scoreOf(row, metric) ?? 0] as const];
    });
    const paired = pairedDifference(pairs, { seed: 0 });
    if (!paired) return [paper, what, reported, 'not run', ''];
    const { difference, low, high } = paired;
    const interval = `${(100 * difference).toFixed(1)} (${(100 * low).toFixed(1)} to ${(100 * high).toFixed(1)})`;
    const same = low > 0 || high < 0 ? Math.sign(difference) === sign : undefined;
    return [
      paper,
      what,
      reported,
      interval,
      same
        ? 'same sign'
        : `${same === undefined ? 'no real difference' : 'the other sign'}${unless ? `: ${unless}` : ''}`,
    ];
  });
  return [
    `**Simulated, ${seeds.length * ofAblations} questions a row.** Paired difference of the changed method to the whole one, in points of accuracy (Hybrid RAG: of the CRAG score). RoK, and Hybrid RAG without its graph, are asked of worlds whose triples were ingested too.`,
    table(['paper', 'changed', 'reported', 'ours (95 %)', 'sign'], lines),
  ].join('\n\n');
};

const parts: Record<string, { page: string; title: string; made: () => Promise<string> }> = {
  strategies: { page: 'strategies.md', title: 'Strategies, measured', made: strategyPart },
  noise: { page: 'noise.md', title: 'CRP-RAG and `auto` under noise', made: noisePart },
  ablations: { page: 'ablations.md', title: "The papers' ablations", made: ablationPart },
};
for (const [name, { page, title, made }] of Object.entries(parts)) {
  if (values.part !== 'all' && values.part !== name) continue;
  const options = process.argv.slice(2).filter((option, at, all) => option !== '--out' && all[at - 1] !== '--out');
  const command = ['npm run tables --', ...(values.part === 'all' ? ['--part', name] : []), ...options].join(' ');
  const text = [
    `# ${title}`,
    `**Simulated.** ${seeds.length} worlds (seeds ${seeds.join(', ')}) of ${values.size} passages, answered by the simulated model at its default settings; made on ${new Date().toISOString().slice(0, 10)} by \`${command}\`. [simulator.md](../simulator.md) says what such figures can show: whether the right passage reaches the right prompt, is cited, is refused; never how well a model reads.`,
    await made(),
  ].join('\n\n');
  await writeFile(join(docs, page), `${text}\n`);
  process.stdout.write(`\n${text}\n`);
}
