import type { BaseCallbackHandler } from '@langchain/core/callbacks/base';
import type { Answer } from '../core/answer.ts';
import { type Clock, systemClock } from '../core/clock.ts';
import { ParleyError } from '../core/errors.ts';
import { type Log, silentLog } from '../core/log.ts';
import { dataWithoutSecrets, withoutSecrets } from '../core/secrets/mask-secrets.ts';
import type { Settings } from '../core/settings.ts';
import { scopesWithin } from '../core/source-scopes.ts';
import type { Encoder } from '../retrieval/encoder/encoder.ts';
import type { Retriever } from '../retrieval/retriever.ts';
import type { Stores } from '../stores/index.ts';
import type { LiveSources } from '../tools/live-sources.ts';
import type { Agent, AgentQuestion } from './agent.ts';
import { answerByQuoting } from './answer-by-quoting.ts';
import { answerByStrategy } from './answer-by-strategy.ts';
import { startAnswering } from './answering.ts';
import { withCaution } from './caution.ts';
import type { Checkpoints } from './checkpoints.ts';
import { cancelled } from './deadline.ts';
import { type ModelSettings, type Models, openModels } from './model/open-model.ts';
import type { OnPoisonedPage } from './page-quarantine.ts';
import { replyToSmallTalk } from './reply-to-small-talk.ts';
import { type SmallTalk, smallTalkIn, withoutSmallTalk } from './smalltalk/recognise.ts';
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
  retriever,
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
    const question = { ...questionWithoutSecrets(whole), scopes: scopesWithin(whole.scopes, sources) };
    const strategy = question.strategy ?? (models ? DEFAULT_STRATEGY : QUOTE);
    if (strategy !== QUOTE && !findStrategy(strategy, strategies)) throw unknownStrategy(strategy, strategies);
    check(question);
    const answering = startAnswering(question, listener, { retriever, stores, encoder, onPoisonedPage, clock, log });
    const smallTalk = smallTalkOf(question, models !== undefined);
    if (smallTalk) return replyToSmallTalk(answering, smallTalk, models !== undefined);
    const answered = async (): Promise<Answer> => {
      if (!models) return answerByQuoting(answering, [NO_MODEL]);
      if (strategy === QUOTE) return answerByQuoting(answering, []);
      return answerByStrategy(answering, strategy, {
        models,
        allowsLikely,
        rerankByModel,
        live,
        strategies,
        callbacks,
        checkpoints,
      });
    };
    return withCaution(await answered(), { scopes: question.scopes, stores, log, now: clock.now() });
  },
});

/** Masks secrets that somebody asks with, so that they reach no model, trace or store. */
const questionWithoutSecrets = <Q extends AgentQuestion>(question: Q): Q => ({
  ...question,
  text: withoutSecrets(question.text),
  ...(question.history && { history: dataWithoutSecrets(question.history) }),
  ...(question.attachments && { attachments: dataWithoutSecrets(question.attachments) }),
});

const NO_MODEL = 'No model is set, so Parley quotes its sources. Set PARLEY_MODEL to get written answers.';

/** The greeting, thanks and the like that a question is; undefined for a question about the pages. */
const smallTalkOf = ({ text, history, attachments }: AgentQuestion, hasModel: boolean): SmallTalk | undefined =>
  attachments?.length ? undefined : smallTalkIn(text, { hasModel, hasEarlier: withoutSmallTalk(history).length > 0 });

/** @throws BAD_USAGE for a budget that is none, CANCELLED if nobody waits any more */
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
