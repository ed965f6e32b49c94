import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { EvalRunComparison, EvalRunView } from '../../console-api.ts';
import { useConsole, useMay } from '../api.ts';
import { Chart, type ChartSeries } from '../chart.tsx';
import { Grid } from '../grid.tsx';
import { Empty, estimateText, Loading, PageHead, Problem, percent, When } from '../ui.tsx';
import { Ablations } from './ablations.tsx';

const COLOURS = [1, 2, 3, 4] as const;
const nameOf = ({ at, commit }: EvalRunView): string => `${at.slice(0, 10)}${commit ? ` ${commit.slice(0, 7)}` : ''}`;

/** Shows the accuracy of eval runs over time with intervals, ablations, and a comparison of two runs by question. */
export const RunsPage = () => {
  const { data: runs, error, isLoading } = useConsole<EvalRunView[]>('/quality/runs');
  const last = runs?.at(-1);
  const same = useMemo(() => runs?.filter(({ dataset }) => dataset === last?.dataset) ?? [], [runs, last]);
  return (
    <>
      <PageHead
        title="Evals"
        about="Runs of parley eval in the folder .eval, and the nights of evals-history.jsonl, over the newest run's questions."
      />
      <Problem error={error} />
      {isLoading && <Loading />}
      {runs && runs.length === 0 && (
        <Empty icon="chart" title="No run yet">
          Start one where Parley runs: <code>parley eval</code> <code>--questions cases</code>{' '}
          <code>--out .eval/first</code>
        </Empty>
      )}
      {same.length > 0 && <Accuracy runs={same} />}
      <Ablations runs={runs ?? []} />
      <Comparison runs={same.filter(({ folder }) => folder !== undefined)} />
    </>
  );
};

const Accuracy = ({ runs }: { runs: readonly EvalRunView[] }) => {
  const { labels, series } = useMemo(() => {
    const names = [...new Set(runs.flatMap(({ strategies }) => strategies.map(({ strategy }) => strategy)))].slice(
      0,
      4,
    );
    const accuracyOf = (name: string) =>
      runs.map(({ strategies }) => strategies.find(({ strategy }) => strategy === name)?.metrics.accuracy);
    return {
      labels: runs.map(nameOf),
      series: names.map((label, i): ChartSeries => {
        const values = accuracyOf(label);
        return {
          label,
          colour: COLOURS[i] ?? 4,
          values: values.map((one) => one?.value ?? null),
          band: { low: values.map((one) => one?.low ?? null), high: values.map((one) => one?.high ?? null) },
        };
      }),
    };
  }, [runs]);
  return (
    <Chart
      title="Accuracy of each run"
      about="With its 95 % interval."
      labels={labels}
      series={series}
      kind="lines"
      format={percent}
      max={1}
      table={
        <Grid
          name="Runs"
          rows={runs.toReversed().flatMap((run) => run.strategies.map((one) => ({ run, ...one })))}
          keyOf={({ run, strategy }) => `${run.id} ${strategy}`}
          columns={[
            {
              head: 'Run',
              isName: true,
              cell: ({ run }) => (
                <>
                  {nameOf(run)} {run.folder && <span className="sub">{run.folder}</span>}
                  <When at={run.at} />
                </>
              ),
            },
            { head: 'Strategy', cell: ({ strategy }) => strategy },
            { head: 'Model', cell: ({ run }) => run.model ?? 'quotes' },
            { head: 'Questions', className: 'figure', cell: ({ metrics }) => metrics.accuracy?.n ?? '–' },
            { head: 'Accuracy', className: 'figure', cell: ({ metrics }) => estimateText(metrics.accuracy) },
          ]}
        />
      }
    />
  );
};

const Comparison = ({ runs }: { runs: readonly EvalRunView[] }) => {
  const mayCompare = useMay('admin') && runs.length > 1;
  const search = useSearch({ from: '/runs' });
  const navigate = useNavigate({ from: '/runs' });
  const before = search.before ?? runs.at(-2)?.folder ?? '';
  const after = search.after ?? runs.at(-1)?.folder ?? '';
  const { data, error } = useConsole<EvalRunComparison>(
    `/quality/runs/compare?${new URLSearchParams({ before, after }).toString()}`,
    { enabled: mayCompare },
  );
  if (!mayCompare) return null;
  const choice = (label: string, value: string, choose: (folder: string) => void) => (
    <select aria-label={label} value={value} onChange={({ target }) => choose(target.value)}>
      {runs.map((run) => (
        <option key={run.id} value={run.folder}>
          {run.folder} ({nameOf(run)})
        </option>
      ))}
    </select>
  );
  return (
    <>
      <h2 className="part-title">Two runs, question by question</h2>
      <div className="filters">
        {choice('Before', before, (folder) => void navigate({ search: { before: folder, after } }))}
        {choice('After', after, (folder) => void navigate({ search: { before, after: folder } }))}
      </div>
      <Problem error={error} />
      {data && (
        <>
          <ul className="reasons">
            {data.metrics
              .filter(({ metric }) => metric === 'accuracy')
              .map(({ strategy, difference, low, high, real }) => (
                <li key={strategy}>
                  {strategy}: accuracy {difference >= 0 ? '+' : '−'}
                  {percent(Math.abs(difference))} ({percent(low)} to {percent(high)}
                  {real ? '' : ', may be chance'})
                </li>
              ))}
          </ul>
          <Grid
            name="Questions that turned"
            caption={data.turned.length === 0 ? 'No question turned' : `${data.turned.length} questions turned`}
            rows={data.turned}
            keyOf={({ strategy, id }) => `${strategy} ${id}`}
            columns={[
              {
                head: 'Question',
                isName: true,
                cell: ({ question, strategy }) => (
                  <>
                    {question} <span className="sub">{strategy}</span>
                  </>
                ),
              },
              { head: 'Expected', cell: ({ expected }) => expected.join(' / ') },
              { head: 'Given now', cell: ({ given }) => given || 'nothing' },
              {
                head: 'Turned',
                cell: ({ nowRight }) => (
                  <span className={`badge ${nowRight ? '' : 'badge-warn'}`}>
                    {nowRight ? 'now right' : 'now wrong'}
                  </span>
                ),
              },
            ]}
          />
        </>
      )}
    </>
  );
};
