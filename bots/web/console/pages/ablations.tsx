import type { EvalRunView } from '../../console-api.ts';
import { Grid } from '../grid.tsx';
import { estimateText, When } from '../ui.tsx';

type Strategy = EvalRunView['strategies'][number];
type Metric = Strategy['metrics'][string] | undefined;

/** A strategy of a run (`par`) and its ablations, which run it without one of its parts (`par:review=false`). */
interface Ablated {
  run: EvalRunView;
  whole: Strategy;
  without: Strategy[];
}

/** For each strategy, the newest run that has the whole strategy and at least one ablation. */
const ablatedIn = (runs: readonly EvalRunView[]): Ablated[] => {
  const newest = new Map<string, Ablated>();
  for (const run of runs)
    for (const whole of run.strategies) {
      const without = run.strategies.filter(({ strategy }) => strategy.startsWith(`${whole.strategy}:`));
      if (without.length > 0) newest.set(whole.strategy, { run, whole, without });
    }
  return [...newest.values()];
};

const changeText = (value: Metric, whole: Metric): string => {
  if (!value || !whole) return '–';
  const change = Math.round((value.value - whole.value) * 1000) / 10;
  return change === 0 ? 'the same' : `${change > 0 ? '+' : '−'}${Math.abs(change)} points`;
};
const roundText = (metric: Metric, digits = 0): string =>
  metric ? metric.value.toLocaleString('en', { maximumFractionDigits: digits }) : '–';

/** Tables of ablations: the accuracy and costs of each strategy with and without a part, over the same questions. */
export const Ablations = ({ runs }: { runs: readonly EvalRunView[] }) => {
  const found = ablatedIn(runs);
  if (found.length === 0) return null;
  return (
    <>
      <h2 className="part-title">What each part is worth</h2>
      {found.map(({ run, whole, without }) => (
        <Grid
          name={`What the parts of ${whole.strategy} are worth`}
          key={whole.strategy}
          caption={
            <>
              {whole.strategy}, in {run.folder ?? run.id}, <When at={run.at} />
            </>
          }
          rows={[whole, ...without]}
          keyOf={({ strategy }) => strategy}
          columns={[
            {
              head: 'Parts',
              isName: true,
              cell: (one) =>
                one === whole ? 'the whole' : <code>{one.strategy.slice(whole.strategy.length + 1)}</code>,
            },
            { head: 'Accuracy', className: 'figure', cell: ({ metrics }) => estimateText(metrics.accuracy) },
            {
              head: 'Against the whole',
              className: 'figure',
              cell: (one) => (one === whole ? '' : changeText(one.metrics.accuracy, whole.metrics.accuracy)),
            },
            { head: 'Tokens', className: 'figure', cell: ({ metrics }) => roundText(metrics.tokens) },
            { head: 'Seconds', className: 'figure', cell: ({ metrics }) => roundText(metrics.seconds_p50, 1) },
          ]}
        />
      ))}
    </>
  );
};
