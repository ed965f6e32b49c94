import type { Breach } from '../gates/gate.ts';
import type { ScoredRow } from '../run/row.ts';

/**
 * JUnit's XML, as GitLab, Jenkins and others show it: a test case a graded question and strategy, which fails where the answer
 * is wrong, one a breach of the gate, and one a problem of the run, so that the report fails whenever the command does.
 * @param problems what makes the command fail beside the gate: rows that could not be read, answers that failed, a stop
 */
export const junitReport = (
  rows: readonly ScoredRow[],
  breaches: readonly Breach[] | undefined,
  problems: readonly string[],
): string => {
  const graded = rows.filter(({ scores }) => scores.accuracy !== undefined);
  const wrong = graded.filter(({ scores }) => scores.accuracy !== 1);
  const gate =
    breaches === undefined
      ? []
      : suite(
          'gate',
          breaches.map(({ strategy, metric, message }) => ({ name: `${strategy}: ${metric}`, message })),
        );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    ...gate,
    ...suite(
      'run',
      problems.map((message) => ({ name: message, message })),
    ),
    `  <testsuite name="answers" tests="${graded.length}" failures="${wrong.length}">`,
    ...graded.map(({ id, strategy, question, expected, given = '', scores, usage }) => {
      const head = `    <testcase classname="${attribute(strategy)}" name="${attribute(`${id}: ${question}`)}" time="${usage.seconds.toFixed(3)}"`;
      if (scores.accuracy === 1) return `${head}/>`;
      const message = `expected ${expected.join(' | ')}, given ${given || 'nothing'}`;
      return `${head}><failure message="${attribute(message)}"/></testcase>`;
    }),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
};

/** A test case that fails. */
interface FailedCase {
  name: string;
  message: string;
}

/** A suite in which everything given has failed; one test case that passes stands for nothing given. */
const suite = (name: string, failed: readonly FailedCase[]): string[] => [
  `  <testsuite name="${name}" tests="${Math.max(1, failed.length)}" failures="${failed.length}">`,
  ...(failed.length === 0 ? [`    <testcase classname="${name}" name="${name}"/>`] : []),
  ...withOwnNames(failed).map(
    (one) =>
      `    <testcase classname="${name}" name="${attribute(one.name)}"><failure message="${attribute(one.message)}">${text(one.message)}</failure></testcase>`,
  ),
  '  </testsuite>',
];

/** CI shows one of several test cases with one name, so a later one is numbered. */
const withOwnNames = (cases: readonly FailedCase[]): FailedCase[] => {
  const times = new Map<string, number>();
  return cases.map(({ name, message }) => {
    const time = (times.get(name) ?? 0) + 1;
    times.set(name, time);
    return { name: time === 1 ? name : `${name} (${time})`, message };
  });
};

/** GitHub's workflow commands: one annotation a breach, shown beside the checks of a pull request. */
export const annotations = (breaches: readonly Breach[], changes: readonly string[] = []): string[] => [
  ...breaches.map(({ message }) => `::error title=Evals::${command(message)}`),
  ...changes
    .filter((change) => change.startsWith('prompts changed'))
    .map((change) => `::notice title=Evals::${command(change)}`),
];

const command = (message: string): string =>
  message.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

/** Without characters that XML 1.0 does not have. */
const allowed = (value: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML forbids.
  value.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd');
const text = (value: string): string =>
  allowed(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const attribute = (value: string): string => text(value).replaceAll('"', '&quot;').replace(/\s+/g, ' ');
