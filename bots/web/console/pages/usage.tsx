import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { UsageDay, UsageFigures, UsageView } from '../../console-api.ts';
import { useConsole } from '../api.ts';
import { Chart, type ChartSeries } from '../chart.tsx';
import { type Column, Grid } from '../grid.tsx';
import { Empty, Loading, PageHead, Problem } from '../ui.tsx';

const SPANS = ['7', '30', '90'];
const OUTCOMES = [
  { key: 'answered', label: 'Answered', colour: 1 },
  { key: 'likely', label: 'Likely', colour: 2 },
  { key: 'notFound', label: 'Not found', colour: 3 },
  { key: 'other', label: 'Stopped or failed', colour: 4 },
] as const;

const whole = (value: number): string => Math.round(value).toLocaleString('en');
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const short = (value: number): string => compact.format(value);
const asSeconds = (value: number): string => {
  if (value === 0 || value >= 10) return `${Math.round(value)} s`;
  return value < 0.1 ? `${Math.round(value * 1000)} ms` : `${value.toFixed(1)} s`;
};
const asShare = (part: number, whole: number): string => (whole === 0 ? '–' : `${Math.round((100 * part) / whole)} %`);
const asDollars = (usd: number): string =>
  new Intl.NumberFormat('en', {
    style: 'currency',
    currency: 'USD',
    maximumFractionDigits: usd > 0 && usd < 1 ? 4 : 2,
  }).format(usd);
const asDay = (day: string): string =>
  new Date(day).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** Charts and tables of questions, outcomes, durations and costs, without anything that identifies a person. */
export const UsagePage = () => {
  const { days = '30' } = useSearch({ from: '/usage' });
  const navigate = useNavigate({ from: '/usage' });
  const { data, error, isLoading } = useConsole<UsageView>(`/quality/usage?days=${encodeURIComponent(days)}`);
  return (
    <>
      <PageHead
        title="Usage"
        about="What was asked on every platform, by day (UTC). Nobody's name and nobody's question is in it; what people erase leaves it too."
      />
      <fieldset className="chips" aria-label="Time">
        {SPANS.map((span) => (
          <button
            key={span}
            type="button"
            className="button chip"
            aria-pressed={days === span}
            onClick={() => void navigate({ search: { days: span } })}
          >
            {span} days
          </button>
        ))}
      </fieldset>
      <Problem error={error} />
      {isLoading && <Loading />}
      {data && data.all.questions === 0 && (
        <Empty icon="chart" title="Nobody has asked anything in this time">
          Questions of the chat, of Slack, Discord and of programs are counted here.
        </Empty>
      )}
      {data && data.all.questions > 0 && <Figures usage={data} />}
    </>
  );
};

const Figures = ({ usage: { days, strategies, all, prices } }: { usage: UsageView }) => (
  <>
    <dl className="totals">
      <Total name="Questions" value={whole(all.questions)} />
      <Total name="Answered with a source" value={asShare(all.answered, all.questions)} />
      <Total name="Not found" value={asShare(all.notFound, all.questions)} />
      <Total name="Half answered within" value={all.p50 === undefined ? '–' : asSeconds(all.p50)} />
      <Total name="Tokens" value={short(all.inputTokens + all.outputTokens)} />
      {all.usd !== undefined && <Total name="Cost" value={asDollars(all.usd)} />}
    </dl>
    <ByDay days={days} />
    <h2 className="part-title">By strategy</h2>
    <Grid
      name="By strategy"
      rows={strategies}
      keyOf={({ strategy }) => strategy}
      columns={[
        { head: 'Strategy', isName: true, cell: ({ strategy }) => strategy },
        { head: 'Questions', className: 'figure', cell: (one) => whole(one.questions) },
        { head: 'Answered', className: 'figure', cell: (one) => asShare(one.answered, one.questions) },
        { head: 'Not found', className: 'figure', cell: (one) => asShare(one.notFound, one.questions) },
        { head: 'p50', className: 'figure', cell: (one) => (one.p50 === undefined ? '–' : asSeconds(one.p50)) },
        { head: 'p95', className: 'figure', cell: (one) => (one.p95 === undefined ? '–' : asSeconds(one.p95)) },
        { head: 'Calls each', className: 'figure', cell: (one) => (one.calls / Math.max(1, one.questions)).toFixed(1) },
        { head: 'Tokens each', className: 'figure', cell: (one) => whole(tokens(one) / Math.max(1, one.questions)) },
        { head: 'Tokens in all', className: 'figure', cell: (one) => short(tokens(one)) },
        ...(prices
          ? [{ head: 'Cost', className: 'figure', cell: (one: (typeof strategies)[number]) => asDollars(one.usd ?? 0) }]
          : []),
      ]}
    />
    <p className="note-line">
      {prices
        ? `Costs by PARLEY_PRICES: $${prices.input} a million tokens read, $${prices.output} a million written.`
        : 'Set PARLEY_PRICES, such as input=0.4,output=1.6 (US dollars a million tokens), to see costs.'}
    </p>
  </>
);

const Total = ({ name, value }: { name: string; value: string }) => (
  <div className="total">
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);

const tokens = ({ inputTokens, outputTokens }: UsageFigures): number => inputTokens + outputTokens;

const ByDay = ({ days }: { days: readonly UsageDay[] }) => {
  const { labels, questions, seconds, cost } = useMemo(() => {
    const values = (of: (day: UsageDay) => number | undefined) => days.map((day) => of(day) ?? null);
    return {
      labels: days.map(({ day }) => asDay(day)),
      questions: OUTCOMES.map(
        ({ key, label, colour }): ChartSeries => ({ label, colour, values: values((day) => day[key]) }),
      ),
      seconds: [
        { label: 'Half within (p50)', colour: 1, values: values(({ p50 }) => p50) },
        { label: '95 of 100 within (p95)', colour: 3, values: values(({ p95 }) => p95) },
      ] satisfies ChartSeries[],
      cost: [
        { label: 'Read', colour: 1, values: values(({ inputTokens }) => inputTokens) },
        { label: 'Written', colour: 2, values: values(({ outputTokens }) => outputTokens) },
      ] satisfies ChartSeries[],
    };
  }, [days]);
  return (
    <>
      <Chart
        title="Questions a day"
        labels={labels}
        series={questions}
        kind="bars"
        format={whole}
        table={<DayTable labels={labels} series={questions} format={whole} />}
      />
      <Chart
        title="Seconds an answer takes"
        labels={labels}
        series={seconds}
        kind="lines"
        format={asSeconds}
        table={<DayTable labels={labels} series={seconds} format={asSeconds} />}
      />
      {days.some((day) => tokens(day) > 0) && (
        <Chart
          title="Tokens a day"
          labels={labels}
          series={cost}
          kind="bars"
          format={short}
          table={<DayTable labels={labels} series={cost} format={whole} />}
        />
      )}
    </>
  );
};

/** The figures of a chart by day, newest first. */
const DayTable = ({
  labels,
  series,
  format,
}: {
  labels: readonly string[];
  series: readonly ChartSeries[];
  format(value: number): string;
}) => (
  <Grid
    name="Figures by day"
    rows={labels.map((label, at) => ({ label, at })).reverse()}
    keyOf={({ label }) => label}
    columns={[
      { head: 'Day', isName: true, cell: ({ label }) => label },
      ...series.map(
        ({ label, values }): Column<{ label: string; at: number }> => ({
          head: label,
          className: 'figure',
          cell: ({ at }) => {
            const value = values[at];
            return value === null || value === undefined ? '–' : format(value);
          },
        }),
      ),
    ]}
  />
);
