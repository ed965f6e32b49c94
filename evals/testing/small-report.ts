import { estimate } from '../metrics/bootstrap.ts';
import { htmlReport } from '../report/html.ts';
import { reportData } from '../report/report-data.ts';
import type { EvalRow } from '../run/row.ts';
import { toScored } from '../run/row.ts';
import { differencesOf, groupBy, type Summary, summariseStrategy } from '../run/summary.ts';

const strategies = ['direct', 'vanilla', 'auto'];
export const text = 'Founded by </script><img src=x onerror="document.title=1"> Ada [1].';
export const rows = strategies.flatMap((strategy, s) =>
  Array.from(
    { length: 30 },
    (_, i): EvalRow => ({
      id: `q${i}`,
      strategy,
      gold: {
        question: `Who founded <b>firm</b> ${i}?`,
        kind: i % 2 ? 'bridge' : 'one-hop',
        answers: ['Ada'],
        supportingIds: ['d1'],
        answerable: true,
      },
      answer: {
        question: 'x',
        text,
        shortAnswer: i % (s + 2) ? 'Ada' : 'Bob',
        verdict: 'answered',
        confidence: 1,
        citations: [{ n: 1, documentId: 'd1', passageId: 'd1#0', title: 'Firm', quote: 'by Ada', kind: 'passage' }],
        strategy,
        usage: { calls: 1, inputTokens: 100 * 10 ** s, outputTokens: 10, seconds: s + 0.5 },
        mode: 'model',
        trace: [
          {
            node: 'search',
            kind: 'tool',
            name: 'search_passages',
            at: 0,
            ms: 20,
            data: { hits: [{ documentId: 'd1', text: 'x'.repeat(5000) }] },
          },
          { node: 'answer', kind: 'task', name: 'answer-question', at: 21, ms: 400 },
        ],
      },
      scores: { accuracy: Number(i % (s + 2) !== 0), 'recall@5': 1 },
      usage: { calls: 1, inputTokens: 100 * 10 ** s, outputTokens: 10, seconds: s + 0.5 },
      retrieved: ['d1'],
      retrievedPassages: ['d1#0'],
    }),
  ),
);
const byStrategy = groupBy(rows.map(toScored), ({ strategy }) => strategy);
export const summary = {
  run: {
    dataset: 'firms',
    questions: 30,
    missing: 0,
    complete: true,
    createdAt: '2026-01-01T00:00:00Z',
    seconds: 3,
    mode: 'model',
    model: 'openai:x',
    seed: 0,
    simulated: true,
    datasetHash: 'abcdef',
    promptHash: '123456',
    embeddings: null,
    fastModel: null,
    reranker: null,
  },
  strategies: [...byStrategy].map(([strategy, ofStrategy]) => summariseStrategy(strategy, ofStrategy, 0)),
  differences: differencesOf(byStrategy, 0),
  problems: [{ place: 'f.jsonl:3', message: 'id is missing' }],
  missingGold: { questions: 0, ids: [] },
  failures: [],
} as unknown as Summary;

export async function* stream() {
  yield* rows;
}
export const page = async () => {
  const point = (x: number, value: number) => ({ x, estimate: { ...estimate([value])!, value } });
  return htmlReport(
    await reportData([{ summary, rows: stream() }], {
      breaches: [
        {
          strategy: 'vanilla',
          metric: 'accuracy',
          message: 'vanilla: accuracy is 50.0, below 90.0',
          rows: [toScored(rows[0]!)],
        },
      ],
      curves: [
        {
          knob: 'hallucination',
          metric: 'accuracy',
          series: [{ label: 'vanilla', points: [point(0, 0.9), point(0.5, 0.4)] }],
        },
      ],
    }),
  );
};
