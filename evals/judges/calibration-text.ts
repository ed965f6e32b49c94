import type { Interval } from '../metrics/agreement.ts';
import { clip } from '../report/clip.ts';
import { ASSUMED_SHARE, type Calibration, MIN_ANSWERS } from './calibrate.ts';

const MAX_LISTED = 10;

/** What Landis and Koch (1977) call a kappa from each value on. */
const KAPPA_WORDS: readonly [number, string][] = [
  [0.81, 'almost perfect'],
  [0.61, 'substantial'],
  [0.41, 'moderate'],
  [0.21, 'fair'],
  [0, 'slight'],
];

/** A calibration for the terminal, one line an item. */
export const calibrationLines = ({ answers, words, judge }: Calibration): string[] => {
  if (answers === 0)
    return [
      'No reviewed case has an answer that somebody gave a thumb. Review some: `parley cases list --status new`.',
    ];
  const measured = judge ?? words;
  const name = judge ? judge.name : 'Comparing words';
  return [
    `${answers} answers of reviewed cases that people called right or wrong.`,
    '',
    ...(judge
      ? [
          `${name}: agrees with people in ${inPercent(judge.agreement)}${kappaLine(judge.kappa)}`,
          ...(judge.sensitivity
            ? [`  of answers that people called right it calls right ${inPercent(judge.sensitivity)}`]
            : []),
          ...(judge.specificity
            ? [`  of answers that people called wrong it calls wrong ${inPercent(judge.specificity)}`]
            : []),
        ]
      : []),
    `Comparing words: agrees with people in ${inPercent(words.agreement)}${kappaLine(words.kappa)}`,
    '',
    ...beliefLines(measured.n, measured, judge),
    ...Object.entries(judge?.failed ?? {}).map(([reason, count]) => `${count} judgements failed: ${reason}`),
    ...disagreementLines(judge),
    ...(judge ? ['', `${judge.spent.calls} calls, ${judge.spent.inputTokens + judge.spent.outputTokens} tokens.`] : []),
  ];
};

/** How far the judge's figures can be believed, in words. */
const beliefLines = (
  n: number,
  { sensitivity, specificity }: Pick<Calibration['words'], 'sensitivity' | 'specificity'>,
  judge: Calibration['judge'],
): string[] => {
  const lines: string[] = [];
  if (n < MIN_ANSWERS)
    lines.push(`Too few to believe: ${n} answers, and ${MIN_ANSWERS} are the least that tell something.`);
  if (!sensitivity || !specificity)
    lines.push(
      `Nobody called an answer ${sensitivity ? 'wrong' : 'right'} here, so nothing is known of how it judges such answers.`,
    );
  if (judge && sensitivity && specificity)
    lines.push(
      judge.peopleWouldSay
        ? `Where it calls ${ASSUMED_SHARE * 100} % right, people would say ${inPercent(judge.peopleWouldSay, false)}.`
        : 'It knows no better than chance which answers people call right: do not use it.',
    );
  return lines;
};

const disagreementLines = (judge: Calibration['judge']): string[] => {
  const { disagreements = [] } = judge ?? {};
  if (disagreements.length === 0) return [];
  const more = disagreements.length - MAX_LISTED;
  return [
    '',
    `It saw ${disagreements.length} otherwise than people; look at them, either may be wrong:`,
    ...disagreements
      .slice(0, MAX_LISTED)
      .map(
        ({ caseId, question, gold, answer, person }) =>
          `  ${caseId}  ${clip(question, 70)}  people: ${person}; right: ${clip(gold.join(' | '), 40)}; answered: ${clip(answer, 70)}`,
      ),
    ...(more > 0 ? [`  and ${more} more (--json lists all)`] : []),
  ];
};

const kappaLine = (kappa: Interval | undefined): string => {
  if (kappa === undefined) return '; no kappa, since all verdicts are the same';
  const word = KAPPA_WORDS.find(([from]) => kappa.value >= from)?.[1] ?? 'worse than chance';
  return `; kappa ${kappa.value.toFixed(2)} (${kappa.low.toFixed(2)} to ${kappa.high.toFixed(2)}), ${word}`;
};

const inPercent = ({ value, low, high, n }: Interval, withN = true): string =>
  `${(value * 100).toFixed(0)} % (${(low * 100).toFixed(0)} to ${(high * 100).toFixed(0)}${withN ? `, n ${n}` : ''})`;
