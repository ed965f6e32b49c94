import { parseArgs } from 'node:util';
import { cpuMs, lacks, quantile } from '../../bench/bench.ts';
import type { Answer } from '../../core/answer.ts';
import { EVERYONE } from '../../core/document.ts';
import type { Parley } from '../../runtime/parley.ts';
import { availableCorpora, corpusIn, hasEncoder, openCorpus } from './corpora.ts';
import { ASKED_AT } from './examples.ts';
import { HALVES, isHalf } from './halves.ts';
import { isOnPage, isRight, type NewcomerQuestion, newcomerQuestions, questionsIn, quotedBy } from './questions.ts';

export const about =
  'answers without a model: of what newcomers ask, how much is answered, how much of that is right, and what it costs';

/** What became of one question. */
interface Asked {
  row: NewcomerQuestion;
  answer: Answer;
  /** What is shown holds the answer: as an answer, or as the closest passage. */
  right: boolean;
  /** The answer's words are shown, be it beside the name of a page. */
  shown: boolean;
  /** A page that holds the answer is cited, quoted or named. */
  named: boolean;
  tier: 'answer' | 'closest' | 'links' | 'smalltalk';
  /** Milliseconds of CPU, searches included. */
  cpu: number;
}

/**
 * `npm run bench -- quotes [handbook|chats|manual|encyclopaedia]… [--wrong]`; with the encoder where PARLEY_EMBEDDINGS is set.
 * `--corpus FOLDER` asks other pages, in FOLDER/pages, the questions of FOLDER/questions.jsonl; of them the first, third and so
 * on with `--half odd`.
 */
export const run = async (options: readonly string[]): Promise<void> => {
  const { values, positionals: only } = parseArgs({
    args: [...options],
    allowPositionals: true,
    options: {
      wrong: { type: 'boolean' },
      corpus: { type: 'string', multiple: true },
      half: { type: 'string', default: 'all' },
    },
  });
  if (!isHalf(values.half)) return lacks(`one of ${Object.keys(HALVES).join(', ')} after --half`);
  const half = HALVES[values.half];
  const others = (values.corpus ?? []).map(corpusIn);
  const known = availableCorpora().filter(({ name }) =>
    only.length === 0 ? others.length === 0 : only.includes(name),
  );
  const questions = [
    ...newcomerQuestions(),
    ...others.flatMap(({ id, questions }) => questionsIn(questions).map((row) => ({ ...row, corpus: id }))),
  ];
  for (const withEncoder of hasEncoder() ? [false, true] : [false]) {
    console.log(withEncoder ? `\nwith ${process.env.PARLEY_EMBEDDINGS}` : 'words alone');
    console.log(HEAD);
    const all: Asked[] = [];
    for (const corpus of [...known, ...others]) {
      const parley = await openCorpus(corpus, withEncoder);
      try {
        const asked: Asked[] = [];
        for (const row of questions.filter((one) => one.corpus === corpus.id).filter((_, at) => half(at)))
          asked.push(await ask(parley, row));
        console.log(report(corpus.name, asked));
        all.push(...asked);
      } finally {
        await parley.close();
      }
    }
    console.log(report('all', all));
    if (values.wrong) for (const one of all) if (isAnswered(one) && !one.right) console.log(wrong(one));
  }
};

const ask = async ({ agent }: Parley, row: NewcomerQuestion): Promise<Asked> => {
  const history: { question: string; answer: string }[] = [];
  const put = (text: string) =>
    agent.answer({ text, history, scopes: [EVERYONE], strategy: 'quote', asOf: new Date(ASKED_AT).toISOString() });
  for (const question of row.history ?? []) history.push({ question, answer: (await put(question)).text });
  const before = cpuMs();
  const answer = await put(row.question);
  const spent = cpuMs() - before;
  const closest = answer.nearest?.filter(({ quote }) => quote !== undefined) ?? [];
  const tier =
    answer.verdict === 'answered'
      ? 'answer'
      : answer.verdict === 'smalltalk'
        ? 'smalltalk'
        : closest.length > 0
          ? 'closest'
          : 'links';
  const pages = tier === 'closest' ? closest : answer.citations;
  const documentIds = pages.map(({ documentId }) => documentId);
  const isAnswerable = row.expected.kind === 'answer';
  const right = isAnswerable && isRight(quotedBy(answer), documentIds, row);
  const all = [...answer.citations, ...(answer.nearest ?? [])].map(({ documentId }) => documentId);
  const shown = isAnswerable && isRight(answer.text, all, row);
  const named = isAnswerable && all.length > 0 && isOnPage(all, row);
  return { row, answer, right, shown, named, tier, cpu: spent };
};

const isAnswered = ({ tier }: Asked): boolean => tier === 'answer';
const isClosest = ({ tier }: Asked): boolean => tier === 'closest';

/** The columns of a report, and how wide they are. */
const COLUMNS = [
  ['precision of answers', 22],
  ['answerable answered rightly', 29],
  ['unanswerable answered', 23],
  ['small talk answered', 21],
  ['closest passages right', 24],
  ['the same to answerable', 24],
  ['right text shown at all', 25],
  ['or its page named', 19],
  ['CPU a question, p50 and p95', 0],
] as const;
const HEAD = [''.padEnd(14), ...COLUMNS.map(([name, width]) => name.padEnd(width))].join(' ');

const report = (name: string, asked: readonly Asked[]): string => {
  const of = (kind: NewcomerQuestion['expected']['kind']) => asked.filter(({ row }) => row.expected.kind === kind);
  const answered = asked.filter(isAnswered);
  const right = answered.filter((one) => one.right).length;
  const cpu = asked.map((one) => one.cpu);
  const [answerable, closest] = [of('answer'), asked.filter(isClosest)];
  const closestToAnswerable = answerable.filter(isClosest);
  const cells = [
    share(right, answered.length),
    share(answerable.filter((one) => isAnswered(one) && one.right).length, answerable.length),
    share(of('unknown').filter(isAnswered).length, of('unknown').length),
    share(of('smalltalk').filter(({ tier }) => tier !== 'smalltalk').length, of('smalltalk').length),
    share(closest.filter((one) => one.right).length, closest.length),
    share(closestToAnswerable.filter((one) => one.right).length, closestToAnswerable.length),
    share(answerable.filter((one) => one.shown).length, answerable.length),
    share(answerable.filter((one) => one.shown || one.named).length, answerable.length),
    `${quantile(cpu, 0.5).toFixed(0)} ms, ${quantile(cpu, 0.95).toFixed(0)} ms`,
  ];
  return [name.padEnd(14), ...cells.map((cell, at) => cell.padEnd(COLUMNS[at]?.[1] ?? 0))].join(' ');
};

const share = (part: number, whole: number): string =>
  whole === 0 ? '-' : `${(part / whole).toFixed(3)} (${part} of ${whole})`;

const wrong = ({ row, answer }: Asked): string =>
  `\n[${row.corpus}, ${row.cat}] ${row.question}\n  ${answer.text.replaceAll('\n', '\n  ')}`;
