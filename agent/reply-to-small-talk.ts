import type { Answer } from '../../core/answer.ts';
import type { Scope } from '../../core/document.ts';
import type { DocumentStore } from '../../stores/index.ts';
import type { SmallTalk } from './recognise.ts';
import { replyText, WITH_SAMPLES } from './replies.ts';

export interface SmallTalkOptions {
  message: string;
  scopes: readonly Scope[];
  hasModel: boolean;
  documents: Pick<DocumentStore, 'sources'>;
  /** Suggests questions that the team's pages answer. */
  suggest(): Promise<readonly string[]>;
  startedAt: number;
  now(): number;
}

/** Maximum sample questions in a reply. */
const SAMPLES = 3;

/**
 * Answers small talk with one line, without a search or a model call. It does not count as a question and cites
 * nothing.
 */
export const answerSmallTalk = async ({ kind, language }: SmallTalk, options: SmallTalkOptions): Promise<Answer> => {
  const { message, scopes, hasModel, documents, startedAt, now } = options;
  const sources = kind === 'pages' ? await documents.sources(scopes) : [];
  const text = replyText(kind, language, {
    hasModel,
    sources: sources.map(({ id, documents: pages }) => ({ id, pages })),
    samples: WITH_SAMPLES.has(kind) ? (await options.suggest()).slice(0, SAMPLES) : [],
  });
  return {
    question: message,
    text,
    shortAnswer: '',
    verdict: 'smalltalk',
    confidence: 1,
    citations: [],
    strategy: 'smalltalk',
    usage: { calls: 0, inputTokens: 0, outputTokens: 0, seconds: (now() - startedAt) / 1000, rounds: 0 },
    mode: hasModel ? 'model' : 'quote',
    trace: [],
  };
};
