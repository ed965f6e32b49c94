import type { Breach } from '../gates/gate.ts';
import type { ScoredRow } from '../run/row.ts';

/**
 * JUnit's XML, as GitLab, Jenkins and others show it: a test case a graded question and strategy, which fails where the answer
 * is wrong, one for the gate, and one for the run, so that the report fails whenever the command does.
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
          breaches.map(({ message }) => message),
        );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    ...gate,
    ...suite('run', problems),
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

/** A suite of one test case, which fails with these messages. */
const suite = (name: string, messages: readonly string[]): string[] => [
  `  <testsuite name="${name}" tests="1" failures="${messages.length > 0 ? 1 : 0}">`,
  messages.length === 0
    ? `    <testcase classname="${name}" name="${name}"/>`
    : `    <testcase classname="${name}" name="${name}"><failure message="${attribute(messages[0] ?? '')}">${text(messages.join('\n'))}</failure></testcase>`,
  '  </testsuite>',
];

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
