import { quantile } from '../../bench/bench.ts';
import type { Answer } from '../../core/answer.ts';
import { EVERYONE } from '../../core/document.ts';
import type { Parley } from '../../runtime/parley.ts';
import { availableCorpora, hasEncoder, openCorpus } from './corpora.ts';
import { ASKED_AT } from './examples.ts';
import { isRight, type NewcomerQuestion, newcomerQuestions } from './questions.ts';

export const about =
  'answers without a model: of what newcomers ask, how much is answered, how much of that is right, and what it costs';

/** What became of one question. */
interface Asked {
  row: NewcomerQuestion;
  answer: Answer;
  right: boolean;
  /** Milliseconds of CPU, searches included. */
  cpu: number;
}

/** `npm run bench -- quotes [handbook|chats|manual|encyclopaedia]… [--wrong]`; with the encoder where PARLEY_EMBEDDINGS is set. */
export const run = async (options: readonly string[]): Promise<void> => {
  const only = options.filter((option) => !option.startsWith('--'));
  const corpora = availableCorpora().filter(({ name }) => only.length === 0 || only.includes(name));
  for (const withEncoder of hasEncoder() ? [false, true] : [false]) {
    console.log(withEncoder ? `\nwith ${process.env.PARLEY_EMBEDDINGS}` : 'words alone');
    console.log(
      `${''.padEnd(14)} precision of answers   answerable answered rightly   unanswerable answered   small talk answered   CPU a question, p50 and p95`,
    );
    const all: Asked[] = [];
    for (const corpus of corpora) {
      const parley = await openCorpus(corpus, withEncoder);
      try {
        const asked: Asked[] = [];
        for (const row of newcomerQuestions().filter((one) => one.corpus === corpus.id))
          asked.push(await ask(parley, row));
        console.log(report(corpus.name, asked));
        all.push(...asked);
      } finally {
        await parley.close();
      }
    }
    console.log(report('all', all));
    if (options.includes('--wrong')) for (const one of all) if (isAnswered(one) && !one.right) console.log(wrong(one));
  }
};

const ask = async ({ agent }: Parley, row: NewcomerQuestion): Promise<Asked> => {
  const history: { question: string; answer: string }[] = [];
  const put = (text: string) =>
    agent.answer({ text, history, scopes: [EVERYONE], strategy: 'quote', asOf: new Date(ASKED_AT).toISOString() });
  for (const question of row.history ?? []) history.push({ question, answer: (await put(question)).text });
  const before = process.cpuUsage();
  const answer = await put(row.question);
  const { user, system } = process.cpuUsage(before);
  const right =
    row.expected.kind === 'answer' &&
    isRight(
      answer.text,
      answer.citations.map(({ documentId }) => documentId),
      row,
    );
  return { row, answer, right, cpu: (user + system) / 1000 };
};

const isAnswered = ({ answer }: Asked): boolean => answer.verdict === 'answered';

const report = (name: string, asked: readonly Asked[]): string => {
  const of = (kind: NewcomerQuestion['expected']['kind']) => asked.filter(({ row }) => row.expected.kind === kind);
  const answered = asked.filter(isAnswered);
  const right = answered.filter((one) => one.right).length;
  const cpu = asked.map((one) => one.cpu);
  return [
    name.padEnd(14),
    share(right, answered.length).padEnd(22),
    share(of('answer').filter((one) => isAnswered(one) && one.right).length, of('answer').length).padEnd(29),
    share(of('unknown').filter(isAnswered).length, of('unknown').length).padEnd(23),
    share(of('smalltalk').filter(({ answer }) => answer.verdict !== 'smalltalk').length, of('smalltalk').length).padEnd(
      21,
    ),
    `${quantile(cpu, 0.5).toFixed(0)} ms, ${quantile(cpu, 0.95).toFixed(0)} ms`,
  ].join(' ');
};

const share = (part: number, whole: number): string =>
  whole === 0 ? '-' : `${(part / whole).toFixed(3)} (${part} of ${whole})`;

const wrong = ({ row, answer }: Asked): string =>
  `\n[${row.corpus}, ${row.cat}] ${row.question}\n  ${answer.text.replaceAll('\n', '\n  ')}`;
