import type { EvalRunView } from '../../console-api.ts';
import { estimateText, TableFrame, When } from '../ui.tsx';

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
        <TableFrame name={`What the parts of ${whole.strategy} are worth`} key={whole.strategy}>
          <table className="grid">
            <caption>
              {whole.strategy}, in {run.folder ?? run.id}, <When at={run.at} />
            </caption>
            <thead>
              <tr>
                <th scope="col">Parts</th>
                <th scope="col" className="figure">
                  Accuracy
                </th>
                <th scope="col" className="figure">
                  Against the whole
                </th>
                <th scope="col" className="figure">
                  Tokens
                </th>
                <th scope="col" className="figure">
                  Seconds
                </th>
              </tr>
            </thead>
            <tbody>
              {[whole, ...without].map((one) => (
                <tr key={one.strategy}>
                  <th scope="row">
                    {one === whole ? 'the whole' : <code>{one.strategy.slice(whole.strategy.length + 1)}</code>}
                  </th>
                  <td className="figure">{estimateText(one.metrics.accuracy)}</td>
                  <td className="figure">
                    {one === whole ? '' : changeText(one.metrics.accuracy, whole.metrics.accuracy)}
                  </td>
                  <td className="figure">{roundText(one.metrics.tokens)}</td>
                  <td className="figure">{roundText(one.metrics.seconds_p50, 1)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableFrame>
      ))}
    </>
  );
};
