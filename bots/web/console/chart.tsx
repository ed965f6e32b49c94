import { type ReactNode, useEffect, useRef, useState } from 'react';
import UPlot from 'uplot';

/** A line, or one segment of the stacked bars. A value is null where nothing was measured. */
export interface ChartSeries {
  label: string;
  /** Number of the CSS variable `--chart-1` to `--chart-4`. */
  colour: 1 | 2 | 3 | 4;
  values: readonly (number | null)[];
  /** Bounds of each value, such as a 95 % interval, drawn as a faint band. */
  band?: { low: readonly (number | null)[]; high: readonly (number | null)[] };
}

interface ChartProps {
  title: string;
  about?: ReactNode;
  /** Labels of the x-axis. */
  labels: readonly string[];
  series: readonly ChartSeries[];
  /** Bars are stacked. */
  kind: 'bars' | 'lines';
  format(value: number): string;
  /** Upper end of the y-axis, such as 1 for shares; computed from the values if absent. */
  max?: number;
  /** The same figures as a table, which is also what screen readers get. */
  table: ReactNode;
}

const HEIGHT = 220;
const FONT = '12px "Inter Variable", ui-sans-serif, sans-serif';

/** A chart with a table of the same figures. Its legend shows the values at the pointer's position. */
export const Chart = ({ title, about, labels, series, kind, format, max, table }: ChartProps) => {
  const place = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<number | null>(null);
  const theme = useTheme();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme's colours are read while the chart is drawn
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const plot = new UPlot(
      options({ labels, series, kind, format, max, width: element.clientWidth, onPlace: setAt }),
      dataOf({ labels, series, kind }),
      element,
    );
    const sizes = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }));
    sizes.observe(element);
    return () => {
      sizes.disconnect();
      plot.destroy();
    };
  }, [labels, series, kind, format, max, theme]);

  return (
    <figure className="chart" aria-label={title}>
      <h2 className="chart-title">{title}</h2>
      {about && <p className="chart-about">{about}</p>}
      <div className="chart-place" ref={place} aria-hidden="true" />
      <ul className="legend">
        {at !== null && (
          <li>
            <strong>{labels[at]}</strong>
          </li>
        )}
        {series.map(({ label, colour, values }) => (
          <li key={label}>
            <span className={`swatch swatch-${colour}`} />
            {label} {at !== null && <strong>{asText(values[at], format)}</strong>}
          </li>
        ))}
      </ul>
      <details>
        <summary>As a table</summary>
        {table}
      </details>
    </figure>
  );
};

const asText = (value: number | null | undefined, format: (value: number) => string): string =>
  value === null || value === undefined ? '–' : format(value);

/**
 * The data for uPlot: x positions, then one array for each series. uPlot cannot stack bars, so bars are cumulative sums in
 * descending order, and each bar covers the lower part of the one before it.
 */
const dataOf = ({ labels, series, kind }: Pick<ChartProps, 'labels' | 'series' | 'kind'>): UPlot.AlignedData => {
  const places = labels.map((_, i) => i);
  if (kind === 'lines') {
    return [
      places,
      ...series.flatMap(({ values, band }) => [[...values], ...(band ? [[...band.low], [...band.high]] : [])]),
    ];
  }
  const sums = series.map((_, upTo) =>
    labels.map((_, i) => series.slice(0, upTo + 1).reduce((sum, { values }) => sum + (values[i] ?? 0), 0)),
  );
  return [places, ...sums.reverse()];
};

const options = ({
  labels,
  series,
  kind,
  format,
  max,
  width,
  onPlace,
}: Pick<ChartProps, 'labels' | 'series' | 'kind' | 'format' | 'max'> & {
  width: number;
  onPlace(place: number | null): void;
}): UPlot.Options => {
  const [muted, line, surface] = ['--muted', '--line', '--surface'].map(colourOf);
  const bars = UPlot.paths.bars?.({ size: [0.72, 40] });
  const drawn: UPlot.Series[] = [];
  const bands: UPlot.Band[] = [];
  for (const { colour, band } of kind === 'bars' ? series.toReversed() : series) {
    const stroke = colourOf(`--chart-${colour}`);
    drawn.push(
      kind === 'bars'
        ? { fill: stroke, stroke: surface, width: 1, paths: bars, points: { show: false } }
        : { stroke, width: 2, points: { show: true, size: 6, fill: surface, stroke } },
    );
    if (!band) continue;
    const at = drawn.length;
    drawn.push({ points: { show: false }, width: 0 }, { points: { show: false }, width: 0 });
    bands.push({ series: [at + 2, at + 1], fill: withAlpha(stroke, 0.16) });
  }
  const axis: UPlot.Axis = { stroke: muted, font: FONT, ticks: { show: false } };
  // A character of this font is about 7 pixels wide; 28 pixels separate two labels.
  const room = 7 * Math.max(...labels.map(({ length }) => length)) + 28;
  const step = Math.max(1, Math.ceil(labels.length / Math.max(1, Math.floor(width / room))));
  return {
    width,
    height: HEIGHT,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { show: kind === 'lines' } },
    scales: {
      x: { time: false, range: () => [-0.6, labels.length - 0.4] },
      // A minimum upper end, since uPlot cannot draw an axis from 0 to 0.
      y: { range: (_, __, high) => [0, max ?? Math.max(high ?? 0, kind === 'bars' ? 4 : 0.001) * 1.08] },
    },
    series: [{}, ...drawn],
    bands,
    axes: [
      {
        ...axis,
        size: 30,
        grid: { show: false },
        splits: () => labels.flatMap((_, i) => ((labels.length - 1 - i) % step === 0 ? [i] : [])),
        values: (_, splits) => splits.map((i) => labels[i] ?? ''),
      },
      {
        ...axis,
        size: 58,
        grid: { stroke: line, width: 1 },
        values: (_, splits) => splits.map(format),
        ...(kind === 'bars' && {
          incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6, 1e7, 1e8],
        }),
      },
    ],
    hooks: { setCursor: [({ cursor }) => onPlace(cursor.idx ?? null)] },
  };
};

/** The value of a CSS variable in the current theme, as a colour for the canvas, which cannot resolve CSS variables. */
const colourOf = (token: string): string => {
  const probe = document.createElement('span');
  document.body.append(probe);
  probe.style.color = `var(${token})`;
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
};

const withAlpha = (colour: string, alpha: number): string =>
  colour.startsWith('rgb(') ? colour.replace('rgb(', 'rgba(').replace(')', `, ${alpha})`) : colour;

/** A number that increases whenever the page's theme changes. */
const useTheme = (): number => {
  const [version, setVersion] = useState(0);
  useEffect(() => {
    const changed = () => setVersion((now) => now + 1);
    const dark = matchMedia('(prefers-color-scheme: dark)');
    dark.addEventListener('change', changed);
    const chosen = new MutationObserver(changed);
    chosen.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    return () => {
      dark.removeEventListener('change', changed);
      chosen.disconnect();
    };
  }, []);
  return version;
};
