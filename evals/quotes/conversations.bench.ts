import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { lacks } from '../../bench/bench.ts';
import { threadReply } from '../../bots/conversation/thread-reply.ts';
import type { Answer } from '../../core/answer.ts';
import { EVERYONE } from '../../core/document.ts';
import { ParleyError } from '../../core/errors.ts';
import type { Parley } from '../../runtime/parley.ts';
import { corpusIn, openCorpus, QUOTE_CORPORA, type QuoteCorpus } from './corpora.ts';
import { ASKED_AT } from './examples.ts';
import { HALVES, isHalf } from './halves.ts';
import { quotedBy } from './questions.ts';

export const about = 'answers without a model, over whole conversations: each turn judged with the turns before it';

/** One message of a conversation. */
const turnSchema = z.object({
  say: z.string(),
  /** `silent`: said to somebody else, so that Parley stays silent in a chat's thread. */
  expect: z.enum(['answer', 'unknown', 'smalltalk', 'silent']),
  /** What the reply to an `answer` must contain, each. */
  fragments: z.array(z.string()).default([]),
  /** The page that it must cite, as a path below the corpus's folder; none given: any. */
  page: z.string().default(''),
});
const conversationSchema = z.object({ id: z.string(), turns: z.array(turnSchema).min(1) });
type Turn = z.infer<typeof turnSchema>;
type Conversation = z.infer<typeof conversationSchema>;

/** What became of a turn. */
const OUTCOMES = {
  right: 'answered rightly',
  half: 'half of it answered',
  wrong: 'answered wrongly',
  closest: 'closest passage right',
  missed: 'missed',
  unknown: 'unknown rightly',
  unanswerable: 'unanswerable answered',
  met: 'small talk met, or silent',
  unmet: 'small talk not met',
} as const;
type Outcome = keyof typeof OUTCOMES;

interface Played {
  turn: Turn;
  answer: Answer;
  outcome: Outcome;
  /** In a chat's thread Parley would not have replied. */
  silent: boolean;
  isFirst: boolean;
}

/**
 * `npm run bench -- conversations FILE… --corpus NAME|FOLDER [--half odd|even] [--turns]`: plays the conversations of each JSONL
 * file over one of the project's corpora, or over FOLDER/pages, as a thread of the web page would. `--turns` prints each turn.
 */
export const run = async (options: readonly string[]): Promise<void> => {
  const { values, positionals: files } = parseArgs({
    args: [...options],
    allowPositionals: true,
    options: {
      corpus: { type: 'string', default: 'handbook' },
      half: { type: 'string', default: 'all' },
      turns: { type: 'boolean', default: false },
    },
  });
  if (!isHalf(values.half)) return lacks(`one of ${Object.keys(HALVES).join(', ')} after --half`);
  if (files.length === 0) return lacks('a JSONL file of conversations');
  const half = HALVES[values.half];
  const parley = await openCorpus(corpusNamed(values.corpus), false);
  try {
    for (const file of files) {
      const conversations = conversationsIn(file).filter((_, at) => half(at));
      const played: Played[] = [];
      for (const conversation of conversations) {
        if (values.turns) console.log(`\n=== ${conversation.id}`);
        for await (const one of play(parley, conversation)) {
          played.push(one);
          if (values.turns) console.log(printed(one));
        }
      }
      console.log(`${file}, ${conversations.length} conversations (${values.half})\n${table(played)}`);
    }
  } finally {
    await parley.close();
  }
};

const corpusNamed = (corpus: string): QuoteCorpus =>
  QUOTE_CORPORA.find(({ name }) => name === corpus) ?? corpusIn(corpus);

const conversationsIn = (file: string): Conversation[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, at) => {
      if (line.trim() === '') return [];
      const row = conversationSchema.safeParse(JSON.parse(line));
      if (row.success) return [row.data];
      throw new ParleyError('BAD_INPUT', {
        message: `${file}:${at + 1} is no conversation: ${z.prettifyError(row.error)}`,
        remedy:
          'Write {"id": "a1", "turns": [{"say": "…", "expect": "answer" | "unknown" | "smalltalk" | "silent", "fragments": ["…"], "page": "…"}]}.',
      });
    });

async function* play({ agent }: Parley, { turns }: Conversation): AsyncGenerator<Played> {
  const history: { question: string; answer: string }[] = [];
  for (const turn of turns) {
    const mentioned = turn.say.startsWith('@');
    const silent =
      history.length > 0 &&
      threadReply({
        text: turn.say,
        addressed: false,
        mentionsOthers: mentioned,
        byAsker: true,
        othersWrote: false,
      }) === 'silent';
    const answer = await agent.answer({
      text: turn.say,
      history: [...history],
      scopes: [EVERYONE],
      strategy: 'quote',
      asOf: new Date(ASKED_AT).toISOString(),
    });
    yield { turn, answer, outcome: outcomeOf(turn, answer, silent), silent, isFirst: turn === turns[0] };
    // What is said to others gets no answer in a thread, so that nothing of it is history.
    if (turn.expect !== 'silent') history.push({ question: turn.say, answer: answer.text });
  }
}

const outcomeOf = ({ expect, fragments, page }: Turn, answer: Answer, silent: boolean): Outcome => {
  const { verdict, citations, nearest = [] } = answer;
  if (expect === 'silent') return silent ? 'met' : 'unmet';
  if (expect === 'smalltalk') return verdict === 'smalltalk' ? 'met' : 'unmet';
  if (expect === 'unknown') return verdict === 'answered' ? 'unanswerable' : 'unknown';
  if (verdict === 'smalltalk') return 'missed';
  const shown = plain(quotedBy(answer));
  const held = fragments.filter((fragment) => shown.includes(plain(fragment))).length;
  const pages = verdict === 'answered' ? citations : nearest.filter(({ quote }) => quote !== undefined);
  const isCited = page === '' || pages.some(({ documentId }) => isPage(documentId, page));
  if (verdict !== 'answered') return held === fragments.length && isCited ? 'closest' : 'missed';
  if (!isCited || held === 0) return 'wrong';
  return held === fragments.length ? 'right' : 'half';
};

const plain = (text: string): string =>
  text
    .replace(/\*\*|`/g, '')
    .replace(/\s+/g, ' ')
    .toLowerCase();
const isPage = (id: string, page: string): boolean =>
  id === page || id.endsWith(`/${page}`) || id.endsWith(page.replace(/\.\w+$/, ''));

/** Counts of outcomes, of first turns and of those that come after others. */
const table = (played: readonly Played[]): string => {
  const columns = [played.filter(({ isFirst }) => isFirst), played.filter(({ isFirst }) => !isFirst), played];
  const lines = Object.entries(OUTCOMES).map(([outcome, name]) =>
    line(
      name,
      columns.map((column) => column.filter((one) => one.outcome === outcome).length),
    ),
  );
  const silenced = (column: readonly Played[]) =>
    column.filter(({ silent, turn }) => silent && (turn.expect === 'answer' || turn.expect === 'unknown')).length;
  return [
    line('', ['first turns', 'later turns', 'all']),
    ...lines,
    line(
      'questions',
      columns.map((column) => column.filter(({ turn }) => turn.expect === 'answer').length),
    ),
    line(
      'unanswerable questions',
      columns.map((column) => column.filter(({ turn }) => turn.expect === 'unknown').length),
    ),
    line('no reply in a chat', columns.map(silenced)),
  ].join('\n');
};
const line = (name: string, cells: readonly (string | number)[]): string =>
  name.padEnd(28) + cells.map((cell) => String(cell).padStart(13)).join('');

const printed = ({ turn, answer, outcome, silent }: Played): string =>
  `\n> ${turn.say}\n  [${OUTCOMES[outcome]}${silent ? ', silent in a chat' : ''}; wanted ${turn.expect} ${turn.fragments.join(' | ')} ${turn.page}]\n  ${answer.text.replaceAll('\n', '\n  ')}`;
