import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { MODEL_FAILED } from '../agent/index.ts';
import { DEFAULT_STRATEGY, STRATEGY_NAMES } from '../agent/strategies/index.ts';
import type { Answer, Budget } from '../core/answer.ts';
import { ParleyError } from '../core/errors.ts';
import { nearestName } from '../core/nearest-name.ts';
import { assertFolderWritable } from '../core/output-place.ts';
import { oneLine } from '../core/text/one-line.ts';
import { unconfirmedLine } from '../core/verdict.ts';
import { hintIfEmpty } from './no-pages.ts';
import { askedScopes, askedSources, budgetOption, collect } from './options.ts';
import { print, printJson, printMarkdown, progressLine } from './output.ts';
import { withParley } from './with-parley.ts';

interface AskOptions {
  strategy?: string;
  scope?: string[];
  source?: string[];
  thread?: string;
  budget?: Partial<Budget>;
  json?: boolean;
  trace?: string;
}

export const register = (program: Command): void => {
  program
    .command('ask')
    .description('Answers one question.')
    .argument('<question>')
    .option('--strategy <name>', `how to reason: ${STRATEGY_NAMES.join(', ')} (${DEFAULT_STRATEGY} by default)`)
    .option('--scope <scope>', 'pages of this scope too, beside those for everyone; repeatable', collect)
    .option('--source <name>', 'look only in this source; repeatable', collect)
    .option('--thread <id>', 'continue this thread: Parley knows its earlier questions and answers')
    .option('--budget <bounds>', 'tokens=8000,calls=12,seconds=30', budgetOption)
    .option('--json', 'print the Answer as JSON')
    .option('--trace <file>', 'write the trace to a file')
    .action((question: string, options: AskOptions) => askOnce(question, options));
};

const askOnce = async (question: string, options: AskOptions): Promise<void> => {
  // The agent answers empty chat messages politely, but in a script an empty question is a mistake.
  if (question.trim() === '')
    throw new ParleyError('BAD_USAGE', { message: 'The question is empty.', remedy: 'Ask something in words.' });
  if (options.trace) assertFolderWritable(options.trace);
  return withParley(async (parley, signal, alreadyPrinted) => {
    const scopes = await askedScopes(parley.stores, options.scope);
    const sources = await askedSources(parley.stores, options.source);
    const progress = progressLine();
    const answer = options.thread
      ? await askInThread(parley, question, { ...options, thread: options.thread, scopes, sources, signal })
      : await parley.agent.answer(
          { text: question, scopes, sources, strategy: options.strategy, budget: options.budget, signal },
          (event) => {
            if (event.type === 'status') progress.show(event.text);
          },
        );
    progress.clear();
    if (options.trace) await writeFile(options.trace, `${JSON.stringify(answer.trace, null, 2)}\n`);
    if (options.json) printJson(answer);
    else printAnswer(answer);
    for (const notice of answer.notices ?? []) alreadyPrinted(notice);
    if (answer.citations.length === 0) await hintIfEmpty(parley.stores);
    // The exit code tells scripts that the model failed and pages were quoted instead.
    if (answer.trace.some(({ name }) => name === MODEL_FAILED)) process.exitCode = 1;
  });
};

const askInThread = async (
  parley: import('../runtime/parley.ts').Parley,
  question: string,
  options: AskOptions & { thread: string; scopes: string[]; sources?: string[]; signal: AbortSignal },
): Promise<Answer> => {
  const [{ createConversations }, { randomUUID }] = await Promise.all([
    import('../bots/conversation/conversations.ts'),
    import('node:crypto'),
  ]);
  const conversations = createConversations({
    agent: parley.agent,
    store: parley.stores.conversations,
    documents: parley.stores.documents,
    log: parley.log,
  });
  for await (const event of conversations.ask({
    eventId: `cli:${randomUUID()}`,
    conversationId: `cli:${options.thread}`,
    platform: 'cli',
    askerId: 'cli',
    text: question,
    scopes: options.scopes,
    sources: options.sources,
    strategy: options.strategy,
    budget: options.budget,
    signal: options.signal,
  })) {
    if (event.type === 'answer') return event.answer;
    if (event.type === 'error') {
      throw new ParleyError(event.code as import('../core/errors.ts').ErrorCode, event);
    }
  }
  throw new ParleyError('INTERNAL', { message: 'The turn ended without an answer.', remedy: 'Ask again.' });
};

/** The text with the path of each nearest page behind its name, and a line for each that it quotes. */
const withPaths = ({ text, nearest = [] }: Answer): string => {
  const paths = new Map(nearest.map((page) => [`- ${nearestName(page)}`, page.documentId]));
  const lines = text.split('\n').map((line) => {
    const path = paths.get(line);
    return path === undefined ? line : `${line} (${path})`;
  });
  const quoted = nearest.flatMap((page) =>
    page.quote === undefined ? [] : [`- ${nearestName(page)}${whereIs(page)}`],
  );
  return [lines.join('\n'), ...(quoted.length > 0 ? [quoted.join('\n')] : [])].join('\n\n');
};

/** The page's address and id; the address alone where it holds the id, as that of a web page does. */
const whereIs = ({ url, documentId: id }: { url?: string; documentId: string }): string => {
  const documentId = oneLine(id);
  if (url === undefined) return ` (${documentId})`;
  return url.split('#')[0] === documentId ? ` ${url}` : ` ${url} (${documentId})`;
};

const printAnswer = (answer: Answer): void => {
  printMarkdown(withPaths(answer));
  const unconfirmed = unconfirmedLine(answer);
  if (unconfirmed) print('', unconfirmed);
  if (answer.citations.length > 0) print('');
  for (const citation of answer.citations) {
    const dated = citation.updatedAt ? ` (${citation.updatedAt.slice(0, 10)})` : '';
    print(`[${citation.n}] ${citation.title}${dated}${whereIs(citation)}`);
  }
  for (const notice of answer.notices ?? []) print('', notice);
};
