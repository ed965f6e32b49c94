import type { BaseCallbackHandler } from '@langchain/core/callbacks/base';
import type { Answer, TraceEvent } from '../core/answer.ts';
import { type Clock, systemClock } from '../core/clock.ts';
import { asParleyError, ParleyError } from '../core/errors.ts';
import { type Log, silentLog } from '../core/log.ts';
import type { Settings } from '../core/settings.ts';
import { scopesWithin } from '../core/source-scopes.ts';
import packageJson from '../package.json' with { type: 'json' };
import type { Encoder } from '../retrieval/encoder/encoder.ts';
import type { Retriever } from '../retrieval/retriever.ts';
import type { Stores } from '../stores/index.ts';
import type { LiveSources } from '../tools/live-sources.ts';
import { quarantinedRetriever, quarantinedStores } from '../tools/quarantine.ts';
import type { Agent, AgentEvent, AgentQuestion } from './agent.ts';
import type { Checkpoints } from './checkpoints.ts';
import { cancelled, startDeadline } from './deadline.ts';
import { createInertOutput } from './inert-answer.ts';
import { createMeter, DEFAULT_BUDGET, type Meter } from './model/budget.ts';
import { type ModelSettings, type Models, openModels } from './model/open-model.ts';
import { unreadableAnswers } from './model/unusable-answer.ts';
import { createPageQuarantine, type OnPoisonedPage, withOwnTitles } from './page-quarantine.ts';
import { quoteAnswer } from './quote/quote-answer.ts';
import { suggestQuestions } from './quote/suggestions/suggest-questions.ts';
import { resumeProgress } from './resume-progress.ts';
import type { Outcome } from './run-strategy.ts';
import { answerSmallTalk } from './smalltalk/answer.ts';
import { smallTalkIn, withoutSmallTalk } from './smalltalk/recognise.ts';
import {
  DEFAULT_STRATEGY,
  findStrategy,
  QUOTE,
  STRATEGIES,
  type Strategy,
  unknownStrategy,
} from './strategies/index.ts';

export type AgentSettings = ModelSettings & Partial<Pick<Settings, 'PARLEY_LIKELY'>>;

/** What all questions of an agent share. */
export interface AgentOptions {
  /** Opened from `settings` if absent. Without both, Parley quotes. */
  models?: Models;
  settings?: AgentSettings;
  /**
   * False if answers may contain only what a source states, never what sources make likely. Defaults to PARLEY_LIKELY.
   */
  allowsLikely?: boolean;
  retriever: Retriever;
  /** True if the fast model reranks search results, within each answer's budget. Quoting calls no model. */
  rerankByModel?: boolean;
  stores: Stores;
  encoder?: Encoder;
  /** MCP servers that a question may call. */
  live?: LiveSources;
  /** Available strategies; all by default. */
  strategies?: readonly Strategy[];
  /** LangChain callbacks for every graph, node and model call, such as tracers. */
  callbacks?: readonly BaseCallbackHandler[];
  onPoisonedPage?: OnPoisonedPage;
  /** Stores the progress of questions with a turn, so that another process can continue them. */
  checkpoints?: Checkpoints;
  clock?: Clock;
  log?: Log;
}

/**
 * Creates an agent. Loads LangGraph and providers only when a question needs them, so that an answer by quoting starts
 * at once.
 * @example
 * const agent = createAgent({ settings, retriever, stores });
 * const { text, citations } = await agent.answer({ text: 'How long is parental leave?', scopes: ['everyone'] });
 * @throws BAD_SETTING for a model name that Parley can't open
 */
export const createAgent = ({
  settings,
  retriever: unwatched,
  rerankByModel,
  stores,
  encoder,
  live,
  strategies = STRATEGIES,
  callbacks,
  onPoisonedPage,
  checkpoints,
  clock = systemClock,
  log = silentLog,
  models = settings && openModels(settings),
  allowsLikely = settings?.PARLEY_LIKELY !== 'no',
}: AgentOptions): Agent => ({
  strategies: [...strategies.map(({ name }) => name), QUOTE],
  async answer({ sources, ...whole }, listener = () => {}) {
    const output = createInertOutput();
    const retriever = output.watched(unwatched);
    const onEvent = (event: AgentEvent) => {
      for (const inert of output.events(event)) listener(inert);
    };
    const question = { ...whole, scopes: scopesWithin(whole.scopes, sources) };
    const strategy = question.strategy ?? (models ? DEFAULT_STRATEGY : QUOTE);
    if (strategy !== QUOTE && !findStrategy(strategy, strategies)) throw unknownStrategy(strategy, strategies);
    check(question);
    const startedAt = clock.now();
    const trace: TraceEvent[] = [];
    const record = (event: TraceEvent) => {
      const inert = output.trace(event);
      trace.push(inert);
      listener({ type: 'trace', event: inert });
    };
    const quarantine = createPageQuarantine({
      stores,
      log,
      question: question.text,
      keepsQuestions: true,
      record: (note) => record({ node: 'quarantine', at: clock.now() - startedAt, ...note }),
      onPoisonedPage,
    });
    const quoting = async (notices: string[], spent?: Answer['usage']) =>
      output.answer(
        withOwnTitles(
          await quoteAnswer({
            question: {
              ...question,
              attachments: question.attachments?.flatMap((file) => {
                const text = quarantine.cleanText(file.text, `attachment:${file.name}`);
                return text === undefined ? [] : [{ ...file, text }];
              }),
            },
            retriever: quarantinedRetriever(retriever, quarantine),
            stores: quarantinedStores(stores, quarantine),
            titleOf: quarantine.titleOf,
            withheld: () =>
              quarantine
                .withheld()
                .toSorted((a, b) => b.score - a.score)
                .map(({ passage }) => passage),
            encoder,
            record,
            startedAt,
            clock,
            trace,
            notices,
            spent,
            onEvent,
          }),
          quarantine,
        ),
      );

    const hasModel = models !== undefined;
    const hasEarlier = withoutSmallTalk(question.history).length > 0;
    const smallTalk = question.attachments?.length ? undefined : smallTalkIn(question.text, { hasModel, hasEarlier });
    if (smallTalk) {
      const answer = await answerSmallTalk(smallTalk, {
        message: question.text,
        scopes: question.scopes,
        hasModel,
        documents: stores.documents,
        suggest: () =>
          suggestQuestions({ retriever, stores, encoder }, question.scopes, SAMPLE_QUESTIONS, { askedAt: clock.now() }),
        startedAt,
        now: () => clock.now(),
      });
      onEvent({ type: 'token', text: answer.text });
      return output.answer(answer);
    }
    if (!models) return quoting([NO_MODEL]);
    if (strategy === QUOTE) return quoting([]);

    const kept = question.turn && (await checkpoints?.of(question.turn.id, `${strategy}@${VERSION}`));
    const meter = createMeter({ ...DEFAULT_BUDGET, ...question.budget }, clock, kept?.before?.usage);
    trace.push(...(kept?.before?.trace ?? []));
    const deadline = startDeadline(question.signal, meter, clock);
    try {
      const [{ createQuestionContext }, { runStrategy }] = await Promise.all([
        import('./create-question-context.ts'),
        import('./run-strategy.ts'),
      ]);
      const context = await createQuestionContext({
        models,
        allowsLikely,
        retriever,
        rerankByModel,
        stores,
        encoder,
        live,
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
        name: strategy,
        strategies,
        callbacks,
        ...(kept && { checkpoints: resumeProgress(kept, context, trace, `${strategy}@${VERSION}`) }),
      });
      await kept?.remove();
      assertReplied(reached, models, meter);
      const outcome = tellUnreadable(reached, trace);
      if (!outcome.answer) return await quoting(outcome.notices, meter.usage());
      onEvent({ type: 'status', text: 'Done' });
      return output.answer({ ...outcome.answer, usage: meter.usage(), trace });
    } catch (error) {
      const failure = asParleyError(error);
      if (!MODEL_FAILURES.has(failure.code)) throw failure;
      await kept?.remove();
      log.error({ code: failure.code, details: failure.details }, failure.message);
      const at = clock.now() - startedAt;
      record({ node: 'agent', kind: 'note', name: MODEL_FAILED, at, data: { code: failure.code } });
      onEvent({ type: 'reset' });
      if (failure.code === 'MODEL_REFUSED') return declined(question, strategy, meter.usage(), trace, failure);
      return await quoting([`${failure.oneLine} Until then Parley quotes its sources.`], meter.usage());
    } finally {
      deadline.stop();
    }
  },
});

/** A checkpoint of another version may name nodes that do not exist here. */
const VERSION = packageJson.version;

/** Maximum sample questions in the reply to a greeting. */
const SAMPLE_QUESTIONS = 3;

const NO_MODEL = 'No model is set, so Parley quotes its sources. Set PARLEY_MODEL to get written answers.';

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

const check = (question: AgentQuestion) => {
  for (const [name, value] of Object.entries(question.budget ?? {})) {
    if (typeof value === 'number' && value >= 0) continue;
    throw new ParleyError('BAD_USAGE', {
      message: `The budget's ${name} is not a number of at least 0.`,
      remedy: 'Write it as tokens=8000,calls=12,seconds=30.',
    });
  }
  if (question.signal?.aborted) throw cancelled();
};

const declined = (
  question: AgentQuestion,
  strategy: string,
  usage: Answer['usage'],
  trace: TraceEvent[],
  failure: ParleyError,
): Answer => ({
  question: question.text,
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
