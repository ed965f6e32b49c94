import type { BaseCallbackHandler } from '@langchain/core/callbacks/base';
import { type RunnableConfig, RunnableLambda } from '@langchain/core/runnables';
import type { Answer } from '../core/answer.ts';
import { asParleyError } from '../core/errors.ts';
import { contentStems, shareIn } from '../core/text/content-stems.ts';
import { givesAnswer } from '../core/verdict.ts';
import type { AgentQuestion } from './agent.ts';
import type { QuestionCheckpoints } from './checkpoints.ts';
import type { Meter } from './model/budget.ts';
import { runTask } from './model/run-task.ts';
import { otherPageBeside } from './other-page-beside.ts';
import { withOwnTitles } from './page-quarantine.ts';
import type { QuestionContext } from './question-context.ts';
import { readWithheld } from './read-withheld.ts';
import { type CheckedAnswer, checkAnswer } from './references/check-answer.ts';
import { fromAttachments } from './references/from-attachments.ts';
import { plainEvidence } from './references/plain-evidence.ts';
import type { NumberedReference } from './references/reference.ts';
import { withoutForeignLinks } from './references/safe-text.ts';
import { splitStatements } from './references/statements.ts';
import type { Reasoning } from './state.ts';
import { findStrategy, loadStrategy, type Strategy } from './strategies/index.ts';
import type { StrategyGraph } from './strategies/strategy.ts';
import { answerQuestion } from './tasks/answer-question.ts';
import type { WrittenAnswer } from './tasks/shapes.ts';

/** A strategy to run, with its callbacks and checkpoints. */
export interface StrategyRun {
  /** The name with its options: `crp:evaluation=false`. */
  name: string;
  strategies: readonly Strategy[];
  callbacks?: readonly BaseCallbackHandler[];
  /** Stores the graph's state and the question's progress after every node. */
  checkpoints?: Pick<QuestionCheckpoints, 'before' | 'config'> & {
    withCheckpointer(graph: StrategyGraph): StrategyGraph | undefined;
  };
}

/** Result of a run: an answer, or only notices why there is none. The caller then quotes. */
export interface Outcome {
  /** True if the message asks nothing, so that there is nothing to answer. */
  asksNothing?: true;
  answer?: Omit<Answer, 'usage' | 'trace'>;
  notices: string[];
}

/** LangGraph's limit on steps per run. Every strategy ends long before, by its own limits. */
const RECURSION_LIMIT = 400;

/**
 * Runs a strategy's graph and checks its answer. If the budget ends first, answers from what the state contains, with a
 * notice. The graph and the model calls of the checks are one run for tracers.
 */
export const runStrategy = (
  context: QuestionContext,
  question: AgentQuestion,
  strategy: StrategyRun,
): Promise<Outcome> => {
  const { name, callbacks = [] } = strategy;
  const run = RunnableLambda.from((_: { question: string }, { callbacks: inRun }: RunnableConfig) =>
    runAndCheck(context, question, strategy, inRun),
  );
  return run.invoke(
    { question: question.text },
    {
      runName: name,
      ...(callbacks.length > 0 && { callbacks: [...callbacks] }),
      ...(question.turn && { metadata: { turnId: question.turn.id } }),
    },
  );
};

/** @param callbacks those of the run that the graph belongs to */
const runAndCheck = async (
  context: QuestionContext,
  question: AgentQuestion,
  { name, strategies, checkpoints }: StrategyRun,
  callbacks: RunnableConfig['callbacks'],
): Promise<Outcome> => {
  const { signal } = context;
  const plain = await loadStrategy(name, strategies);
  const kept = checkpoints?.withCheckpointer(plain);
  const graph = kept ?? plain;
  let state: Reasoning | undefined;
  let spent = false;
  try {
    const reached = kept && checkpoints?.before ? await graph.getState(checkpoints.config) : undefined;
    state = reached?.values as Reasoning | undefined;
    // A completed run only needs the checks below.
    if (!reached || reached.next.length > 0) {
      const states = await graph.stream(reached ? null : initialState(context, question), {
        context,
        streamMode: 'values',
        recursionLimit: RECURSION_LIMIT,
        runName: name,
        ...(kept && { ...checkpoints?.config, durability: 'sync' as const }),
        ...(callbacks && { callbacks }),
      });
      for await (const next of states) state = next;
    }
  } catch (error) {
    const failure = signal.aborted ? asParleyError(signal.reason) : asParleyError(error);
    if (failure.code !== 'BUDGET_EXHAUSTED') throw failure;
    spent = true;
  }
  if (state?.asksNothing) return { asksNothing: true, notices: [] };
  spent ||= state?.exhausted ?? false;
  const written = state && (state.written ?? partialAnswer(state));
  const rest = written
    ? '; this is what was found by then.'
    : ' before the model answered, so Parley quotes its sources.';
  const notices = [
    ...(spent ? [`The budget of ${budgetInWords(context.meter)} was spent${rest}`] : []),
    ...(state?.failures.length ? ['Part of the search failed; the answer rests on the rest.'] : []),
    ...context.notices,
  ];
  if (!state || !written) return { notices };

  const standaloneQuestion = state.standalone;
  const shown = state.references.filter(({ documentId }) => !context.quarantine.isPoisoned(documentId));
  const first =
    findStrategy(name, strategies)?.cites === false
      ? { ...written, ...uncited(written.text), dropped: [] }
      : checkAnswer({ ...written, citations: [...written.citations, ...state.claimed] }, shown, standaloneQuestion, {
          searches: state.searches,
        });
  // An answer without any support may come from an injection: answers again from plain statements.
  const misled = written.verdict !== 'unknown' && first.verdict === 'unknown' && shown.length > 0;
  const read =
    (misled && (await readPlainly(context, shown, { question: standaloneQuestion, today: state.today, written }))) ||
    first;
  const answer =
    (read.verdict === 'unknown' && (await readWithheld(context, shown, standaloneQuestion, state.today))) || read;
  if (answer.dropped.length > 0) {
    // The dropped statements may contain an injection, so only their number is recorded.
    context.record('check', { kind: 'note', name: 'dropped', data: { statements: answer.dropped.length } });
  }
  const beside = await otherPageBeside(context, answer, shown, standaloneQuestion);
  if (beside) {
    context.record('check', { kind: 'note', name: 'other-page', data: { documentId: beside.citation.documentId } });
    context.emit({ type: 'token', text: `\n\n${beside.text}` });
  }
  const { citations } = withOwnTitles(
    { citations: beside ? [...answer.citations, beside.citation] : answer.citations },
    context.quarantine,
  );
  for (const citation of citations) context.emit({ type: 'citation', citation });
  return {
    notices,
    answer: {
      question: standaloneQuestion === question.text.trim() ? question.text : standaloneQuestion,
      text: beside ? `${answer.text}\n\n${beside.text}` : answer.text,
      shortAnswer: givesAnswer(answer.verdict) ? answer.shortAnswer : '',
      verdict: answer.verdict,
      ...(answer.verdict === 'likely' ? { unconfirmed: answer.unconfirmed } : {}),
      confidence: answer.confidence,
      citations,
      strategy: name,
      mode: 'model',
      ...(notices.length > 0 ? { notices } : {}),
    },
  };
};

/** The initial state of a question. */
const initialState = (context: QuestionContext, question: AgentQuestion) => ({
  question: question.text.trim(),
  history: question.history ?? [],
  standalone: question.text.trim(),
  today: context.asOf.slice(0, 10),
  hasLive: context.liveTools.length > 0,
  references: context.references.add(
    fromAttachments(question.attachments ?? [], question.text).flatMap(
      (piece) => context.quarantine.clean(piece) ?? [],
    ),
  ),
});

/** A partial answer from the steps, for a run that ended without an answer. */
const partialAnswer = (state: Reasoning) => {
  const found = state.steps.filter(({ answer }) => /\[\d+\]/.test(answer));
  if (found.length === 0) return undefined;
  return {
    reasoning: '',
    verdict: 'unknown' as const,
    text: `I could not finish. Found so far: ${found.map(({ answer }) => answer).join(' ')}`,
    shortAnswer: '',
    citations: [],
  };
};

/** Maximum sources of a second reading. */
const MAX_PLAIN_SOURCES = 8;

/** Minimum share of a short answer's words in another that says the same. */
const MIN_SAME_WORDS = 0.5;

/**
 * Answers again from the sources, those cited first, without the questions and requests in them. If that gives the short answer once more, no
 * order of a page made it, and its words need not be the question's.
 * @returns undefined if the budget allows no call, or the answer is still unknown
 */
const readPlainly = async (
  context: QuestionContext,
  shown: readonly NumberedReference[],
  { question, today, written }: { question: string; today: string; written: WrittenAnswer },
): Promise<CheckedAnswer | undefined> => {
  const cited = new Set([
    ...written.citations.map(({ n }) => n),
    ...splitStatements(written.text).flatMap((one) => one.cited),
  ]);
  const [first, others] = [shown.filter(({ n }) => cited.has(n)), shown.filter(({ n }) => !cited.has(n))];
  const references = plainEvidence([...first, ...others].slice(0, MAX_PLAIN_SOURCES));
  try {
    const { output } = await runTask(context, answerQuestion, { question, references, today });
    const [before, again] = [contentStems(written.shortAnswer), contentStems(output.shortAnswer)];
    const isReadTwice = before.size > 0 && shareIn(before, again) >= MIN_SAME_WORDS;
    const answer = checkAnswer(output, references, question, { isReadTwice });
    return answer.verdict === 'unknown' ? undefined : answer;
  } catch (error) {
    const { code, message } = asParleyError(error);
    if (code === 'CANCELLED') throw error;
    context.record('check', { kind: 'note', name: 'not-read-again', data: { code, message } });
    return undefined;
  }
};

const uncited = (text: string) => ({
  unconfirmed: [],
  text: withoutForeignLinks(text.replace(/\s*\[\d+\]/g, ''), { pages: [], texts: [] }),
  confidence: 0.3,
  citations: [],
});

const budgetInWords = ({ budget: { tokens, calls, seconds } }: Meter) =>
  `${tokens} tokens, ${calls} calls and ${seconds} seconds`;
