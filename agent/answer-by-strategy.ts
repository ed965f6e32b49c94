import type { BaseCallbackHandler } from '@langchain/core/callbacks/base';
import type { Answer, TraceEvent, Usage } from '../core/answer.ts';
import { asParleyError, ParleyError } from '../core/errors.ts';
import packageJson from '../package.json' with { type: 'json' };
import type { LiveSources } from '../tools/live-sources.ts';
import { answerByQuoting } from './answer-by-quoting.ts';
import type { Answering } from './answering.ts';
import type { Checkpoints } from './checkpoints.ts';
import { startDeadline } from './deadline.ts';
import { createMeter, DEFAULT_BUDGET, type Meter } from './model/budget.ts';
import type { Models } from './model/open-model.ts';
import { unreadableAnswers } from './model/unusable-answer.ts';
import { replyToSmallTalk } from './reply-to-small-talk.ts';
import { resumeProgress } from './resume-progress.ts';
import type { Outcome } from './run-strategy.ts';
import { remark } from './smalltalk/recognise.ts';
import type { Strategy } from './strategies/index.ts';

/** What answers by a strategy need beside what every answer needs. */
export interface StrategyParts {
  models: Models;
  allowsLikely: boolean;
  rerankByModel?: boolean;
  live?: LiveSources;
  strategies: readonly Strategy[];
  callbacks?: readonly BaseCallbackHandler[];
  checkpoints?: Checkpoints;
}

/**
 * Answers a question by a strategy, within its budget. Quotes if the provider fails or the strategy gives no answer.
 * @param name of the strategy with its options: `crp:evaluation=false`
 */
export const answerByStrategy = async (
  answering: Answering,
  name: string,
  { strategies, callbacks, checkpoints, ...parts }: StrategyParts,
): Promise<Answer> => {
  const { question, clock, trace, onEvent, output } = answering;
  const version = `${name}@${VERSION}`;
  const kept = question.turn && (await checkpoints?.of(question.turn.id, version));
  const meter = createMeter({ ...DEFAULT_BUDGET, ...question.budget }, clock, kept?.before?.usage);
  trace.push(...(kept?.before?.trace ?? []));
  const deadline = startDeadline(question.signal, meter, clock);
  try {
    const [{ createQuestionContext }, { runStrategy }] = await Promise.all([
      import('./create-question-context.ts'),
      import('./run-strategy.ts'),
    ]);
    const { retriever, stores, encoder, log, onPoisonedPage, record } = answering;
    const context = await createQuestionContext({
      ...parts,
      retriever,
      stores,
      encoder,
      clock,
      log,
      meter,
      record,
      emit: onEvent,
      signal: deadline.signal,
      question: [question.history?.at(-1)?.question ?? '', question.text].join(' ').trim(),
      scopes: question.scopes,
      onPoisonedPage,
      asOf: question.asOf,
    });
    const reached = await runStrategy(context, question, {
      name,
      strategies,
      callbacks,
      ...(kept && { checkpoints: resumeProgress(kept, context, trace, version) }),
    });
    await kept?.remove();
    if (reached.asksNothing) return await replyToSmallTalk(answering, remark(question.text), true, meter.usage());
    assertReplied(reached, parts.models, meter);
    const outcome = tellUnreadable(reached, trace);
    if (!outcome.answer) return await answerByQuoting(answering, outcome.notices, meter.usage());
    onEvent({ type: 'status', text: 'Done' });
    return output.answer({ ...outcome.answer, usage: meter.usage(), trace });
  } catch (error) {
    const failure = asParleyError(error);
    if (!MODEL_FAILURES.has(failure.code)) throw failure;
    await kept?.remove();
    return await withoutModel(answering, name, failure, meter.usage());
  } finally {
    deadline.stop();
  }
};

/** A checkpoint of another version may name nodes that do not exist here. */
const VERSION = packageJson.version;

/**
 * Checks that the model replied at all. A server that never does would otherwise look like a budget that was too small.
 * @throws MODEL_UNAVAILABLE
 */
const assertReplied = ({ answer }: Outcome, { main }: Models, meter: Meter): void => {
  const { calls, inputTokens } = meter.usage();
  if (answer || calls === 0 || inputTokens > 0 || meter.remainingMs() > 0) return;
  throw new ParleyError('MODEL_UNAVAILABLE', {
    message: `The model ${main.name} gave no answer within ${meter.budget.seconds} seconds.`,
    remedy: 'Check that it is up and fast enough, or give it longer: --budget seconds=300.',
  });
};

/**
 * Adds a notice if part of the model's answers could not be used and the question is unanswered.
 * @throws the failure if none could be used: what the strategy made of them says nothing of the pages
 */
const tellUnreadable = (outcome: Outcome, trace: readonly TraceEvent[]): Outcome => {
  const { answer } = outcome;
  const unreadable = unreadableAnswers(trace, answer !== undefined && answer.verdict !== 'unknown');
  if (!unreadable) return outcome;
  if ('all' in unreadable) throw unreadable.all;
  const notices = [...outcome.notices, PARTLY_UNREADABLE];
  return { notices, ...(answer ? { answer: { ...answer, notices } } : {}) };
};

const PARTLY_UNREADABLE = 'Part of what the model answered could not be read; this rests on the rest.';

/**
 * Name of the trace note for a failed model; `data.code` gives the reason. Evals use it to separate quoted answers from
 * a strategy's.
 */
export const MODEL_FAILED = 'model-failed';

/** Codes of provider failures. Parley then quotes its sources. */
const MODEL_FAILURES = new Set([
  'MODEL_UNAVAILABLE',
  'MODEL_KEY_REFUSED',
  'MODEL_NOT_FOUND',
  'MODEL_RATE_LIMITED',
  'MODEL_REFUSED',
  'MODEL_REQUEST_REFUSED',
  'MODEL_QUOTA_SPENT',
  'MODEL_OUTPUT_MALFORMED',
  'MODEL_OUTPUT_CUT',
]);

/** The answer where the provider fails: a quote, unless it was the question that it refused. */
const withoutModel = (
  answering: Answering,
  strategy: string,
  failure: ParleyError,
  spent: Usage,
): Answer | Promise<Answer> => {
  const { question, clock, log, startedAt, trace, record, onEvent } = answering;
  log.error({ code: failure.code, details: failure.details }, failure.message);
  const at = clock.now() - startedAt;
  record({ node: 'agent', kind: 'note', name: MODEL_FAILED, at, data: { code: failure.code } });
  onEvent({ type: 'reset' });
  if (failure.code === 'MODEL_REFUSED') return declined(question.text, strategy, spent, trace, failure);
  return answerByQuoting(answering, [`${toldToAsker(failure)} Until then Parley quotes its sources.`], spent);
};

/** A failure in one line, without the names and forms of tasks that the log holds. */
const toldToAsker = ({ details: { plain }, oneLine, remedy }: ParleyError): string =>
  typeof plain === 'string' ? `${plain} ${remedy}` : oneLine;

const declined = (
  question: string,
  strategy: string,
  usage: Answer['usage'],
  trace: TraceEvent[],
  failure: ParleyError,
): Answer => ({
  question,
  text: 'The model would not answer this question.',
  shortAnswer: '',
  verdict: 'declined',
  confidence: 0,
  citations: [],
  strategy,
  usage,
  mode: 'model',
  notices: [failure.oneLine],
  trace,
});
