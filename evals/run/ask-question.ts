import { MODEL_FAILED } from '../../agent/index.ts';
import type { Answer, Budget, Citation } from '../../core/answer.ts';
import { EVERYONE, type Scope } from '../../core/document.ts';
import { ParleyError } from '../../core/errors.ts';
import type { Parley } from '../../runtime/parley.ts';
import type { EvalQuestion } from '../datasets/question.ts';
import { rankDocuments } from '../metrics/recall.ts';
import { CONTEXT, scoreAnswer, scoreRetrieved } from '../metrics/score-answer.ts';
import { retrievedIn, searchesIn } from './retrieved.ts';
import type { EvalRow, RowGold } from './row.ts';

/** How questions are asked in a run. */
export interface AskOptions {
  budget?: Partial<Budget>;
  /** Scopes of questions that name none. */
  scopes?: readonly Scope[];
  signal?: AbortSignal;
}

/** Passages asked for: some of them may share a document, and recall@10 wants ten documents. */
const DEPTH = 20;

/**
 * One search, graded by recall. `strategy` is `retrieval`; seconds are the search's own, calls and tokens its reranker's.
 * @throws RERANKER_UNAVAILABLE: the search's own order says nothing of the one that was to be graded
 */
export const searchFor = async (parley: Parley, question: EvalQuestion, options: AskOptions): Promise<EvalRow> => {
  const started = performance.now();
  const { hits, mode, partial, reordering } = await parley.retriever.search({
    text: question.question,
    k: DEPTH,
    scopes: scopesOf(question, options),
    signal: options.signal,
  });
  if (reordering?.failed) {
    throw new ParleyError('RERANKER_UNAVAILABLE', {
      message: `The reranker ${reordering.by} could not serve.`,
      remedy: 'Run the same command again: it goes on where it stopped.',
    });
  }
  const seconds = (performance.now() - started) / 1000;
  const found = rankDocuments(hits);
  return {
    id: question.id,
    strategy: 'retrieval',
    gold: goldOf(question),
    scores: scoreRetrieved(question, found, hits.slice(0, CONTEXT).map(shownText)),
    usage: { calls: reordering?.calls ?? 0, inputTokens: reordering?.tokens ?? 0, outputTokens: 0, seconds },
    retrieved: found.documents,
    retrievedPassages: found.passages,
    searches: { total: 1, byWords: mode === 'lexical' ? 1 : 0, ...(partial && { partial: 1 }) },
  };
};

/**
 * One answer by one strategy, graded without a model.
 * @throws what the agent throws; MODEL_UNAVAILABLE and its like when the provider failed and Parley quoted instead, since such
 *   an answer says nothing about the strategy. An answer that cannot be read counts against the strategy, and is a row.
 */
export const answerTo = async (
  parley: Parley,
  question: EvalQuestion,
  strategy: string,
  options: AskOptions,
): Promise<EvalRow> => {
  const scopes = scopesOf(question, options);
  const answer = await parley.agent.answer({
    text: question.question,
    strategy,
    scopes,
    ...(question.history && { history: question.history }),
    ...(question.asOf && { asOf: question.asOf }),
    ...(options.budget && { budget: options.budget }),
    ...(options.signal && { signal: options.signal }),
  });
  const failure = providerFailure(answer);
  if (failure !== undefined) {
    throw new ParleyError(failure, {
      message: answer.notices?.[0]?.replace(/(?<=[.!?]) .*$/s, '') ?? 'The provider gave no answer.',
      remedy: 'Run the same command again: it goes on where it stopped.',
    });
  }
  const found = retrievedIn(answer);
  return {
    id: question.id,
    strategy,
    gold: goldOf(question),
    answer,
    scores: {
      ...scoreAnswer(
        question,
        answer,
        found,
        await citedTexts(parley, answer, scopes),
        (await parley.stores.documents.passages(found.passages.slice(0, CONTEXT), scopes)).map(shownText),
      ),
      leaks: await leaksOf(parley, found.passages, scopes),
    },
    usage: answer.usage,
    retrieved: found.documents,
    retrievedPassages: found.passages,
    searches: searchesIn(answer),
  };
};

/** How many of these passages the asker may not see: none, whatever a strategy does. */
const leaksOf = async (
  { stores: { documents } }: Pick<Parley, 'stores'>,
  passages: readonly string[],
  scopes: readonly Scope[],
): Promise<number> => {
  const seen = new Set((await documents.passages(passages, scopes)).map(({ id }) => id));
  const hidden = passages.filter((id) => !seen.has(id));
  // Attached files and live sources are no stored passages.
  return hidden.length === 0 ? 0 : (await documents.passages(hidden, await documents.scopes())).length;
};

const shownText = ({ title, text }: { title: string; text: string }): string => `${title}\n${text}`;

const providerCodes = [
  'MODEL_UNAVAILABLE',
  'MODEL_KEY_REFUSED',
  'MODEL_NOT_FOUND',
  'MODEL_RATE_LIMITED',
  'MODEL_REQUEST_REFUSED',
  'MODEL_QUOTA_SPENT',
] as const;

/** Why the provider did not serve, by the note that the agent leaves in the trace. */
const providerFailure = ({ mode, trace }: Answer): (typeof providerCodes)[number] | undefined => {
  if (mode !== 'quote') return undefined;
  const note = trace.find(({ kind, name }) => kind === 'note' && name === MODEL_FAILED);
  const { code } = (note?.data ?? {}) as { code?: string };
  return providerCodes.find((one) => one === code);
};

const scopesOf = (question: EvalQuestion, options: AskOptions): Scope[] => [
  ...new Set([EVERYONE, ...(question.scopes ?? options.scopes ?? [])]),
];

const goldOf = ({ question, kind, answers, supportingIds, answerable }: EvalQuestion): RowGold => ({
  question,
  kind,
  answers,
  supportingIds,
  answerable,
});

/** Looks up what an answer cites, as its asker may see it; a citation of what is not there finds nothing. */
const citedTexts = async (
  { stores }: Parley,
  { citations }: Answer,
  scopes: readonly Scope[],
): Promise<(citation: Citation) => string | undefined> => {
  const passageIds = [...new Set(citations.flatMap(({ passageId }) => passageId ?? []))];
  const passages = new Map<string, string>();
  for (const { id, documentId, title, text } of await stores.documents.passages(passageIds, scopes)) {
    passages.set(key(documentId, id), shownText({ title, text }));
  }
  const documents = new Map<string, string>();
  for (const { documentId, passageId } of citations) {
    if (passageId !== undefined || documents.has(documentId)) continue;
    const document = await stores.documents.document(documentId, scopes);
    if (document) documents.set(documentId, `${document.title}\n${document.text}`);
  }
  return ({ documentId, passageId }) =>
    passageId === undefined ? documents.get(documentId) : passages.get(key(documentId, passageId));
};

const key = (documentId: string, passageId: string): string => JSON.stringify([documentId, passageId]);
