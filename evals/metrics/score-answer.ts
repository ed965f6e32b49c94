import type { Answer } from '../../core/answer.ts';
import { givesAnswer } from '../../core/verdict.ts';
import type { EvalQuestion } from '../datasets/question.ts';
import { answerF1, bestOverAliases, exactMatch, saysAnswer } from './answer-match.ts';
import { type CitationGold, citationScores } from './citations.ts';
import { labelOf } from './label.ts';
import { allGoldAt, type Retrieved, recallAt } from './recall.ts';

/**
 * Scores of one answer by metric name. A metric that this question cannot tell of is absent, never 0, so that every metric is
 * a mean over the rows that carry it: refusal precision over the refused, refusal recall over those that had to be.
 */
export type Scores = Record<string, number>;

/**
 * Grades one answer by every metric that the question allows, without a model.
 * @param shown the texts of the first passages retrieved, for `answer_in_context@5`
 */
export const scoreAnswer = (
  question: EvalQuestion,
  answer: Answer,
  retrieved: Retrieved,
  textOf: CitationGold['textOf'],
  shown?: readonly string[],
): Scores => {
  const citations = citationScores(answer, {
    answers: question.answers,
    supportingIds: question.supportingIds,
    textOf,
  });
  return defined({
    accuracy: accuracyOf(question, answer),
    ...matchScores(question, answer),
    likely_precision: likelyPrecision(question, answer),
    crag: cragOf(question, answer),
    ...scoreRetrieved(question, retrieved, shown),
    citation_precision: citations.precision,
    citation_recall: citations.recall,
    ...refusalScores(question, answer),
    entity_recall: entityRecall(question, answer),
  });
};

/** Passages whose texts `answer_in_context@5` reads. */
export const CONTEXT = 5;

/** What was found alone, for `--retrieval-only`. */
export const scoreRetrieved = (question: EvalQuestion, retrieved: Retrieved, shown?: readonly string[]): Scores => {
  const { supportingIds } = question;
  return defined({
    'recall@2': recallAt(2, supportingIds, retrieved),
    'recall@5': recallAt(5, supportingIds, retrieved),
    'recall@10': recallAt(10, supportingIds, retrieved),
    'all_gold@5': allGoldAt(5, supportingIds, retrieved),
    'answer_in_context@5': answerInContext(question, shown),
  });
};

/** 1 where a gold answer stands in one of the texts; of a yes, a no and a label no text tells. */
const answerInContext = (question: EvalQuestion, shown: readonly string[] | undefined): 0 | 1 | undefined => {
  if (!shown || !question.answerable || question.falsePremise || question.rule === 'label') return undefined;
  const golds = question.answers.filter((gold) => !/^(?:yes|no)$/i.test(gold.trim()));
  if (golds.length === 0) return undefined;
  return golds.some((gold) => shown.some((text) => saysAnswer(text, gold))) ? 1 : 0;
};

/** EM and F1 belong to questions that have an answer in words. */
const matchScores = (question: EvalQuestion, { shortAnswer, verdict }: Answer): Record<string, number | undefined> =>
  question.answerable && !question.falsePremise && question.rule !== 'label'
    ? {
        em: bestOverAliases(question.answers, (gold) => exactMatch(shortAnswer, gold)),
        f1: bestOverAliases(question.answers, (gold) => answerF1(shortAnswer, gold, question.rule)),
        f1_stated:
          verdict === 'likely'
            ? 0
            : bestOverAliases(question.answers, (gold) => answerF1(shortAnswer, gold, question.rule)),
      }
    : {};

/** 1 when Parley did what is right for this question: said a gold answer, refused, or named the false premise. */
const accuracyOf = (question: EvalQuestion, answer: Answer): number | undefined => {
  if (question.falsePremise) return Number(answer.verdict === 'invalid-premise');
  if (question.rule === 'label') return Number(question.answers.includes(labelOf(answer)));
  if (!question.answerable) return Number(!givesAnswer(answer.verdict));
  if (question.answers.length === 0) return saysRejected(question, answer) ? 0 : undefined;
  if (!givesAnswer(answer.verdict)) return 0;
  return bestOverAliases(question.answers, (gold) => Number(saysAnswer(answer.shortAnswer, gold)));
};

const saysRejected = ({ rejected = [] }: EvalQuestion, { verdict, shortAnswer }: Answer): boolean =>
  givesAnswer(verdict) && rejected.some((wrong) => saysAnswer(shortAnswer, wrong));

/** CRAG's truthfulness: +1 right, 0 "I don't know" (always, also where nothing else would be right), -1 wrong. */
const cragOf = (question: EvalQuestion, answer: Answer): number | undefined => {
  if (answer.verdict === 'unknown' || answer.verdict === 'declined') return isGraded(question) ? 0 : undefined;
  const accuracy = accuracyOf(question, answer);
  return accuracy === undefined ? undefined : accuracy === 1 ? 1 : -1;
};

/** Of the likely answers, those that are right; an answer that accepts a false premise is not. */
const likelyPrecision = (question: EvalQuestion, answer: Answer): number | undefined =>
  answer.verdict === 'likely' ? accuracyOf(question, answer) : undefined;

/** A refusal is any verdict that gives no answer; it is due where there is no answer and where the premise is false. */
const refusalScores = (question: EvalQuestion, answer: Answer): Record<string, number | undefined> => {
  const refused = !givesAnswer(answer.verdict);
  const due = !question.answerable || question.falsePremise;
  const named = answer.verdict === 'invalid-premise';
  return {
    refusal_precision: refused && isGraded(question) ? Number(due) : undefined,
    refusal_recall: due ? Number(refused) : undefined,
    false_premise_precision: named && isGraded(question) ? Number(question.falsePremise) : undefined,
    false_premise_recall: question.falsePremise ? Number(named) : undefined,
  };
};

/** Of the entities that a long reference answer names, the share that the answer names too (RoK's key-entity match). */
const entityRecall = (question: EvalQuestion, answer: Answer): number | undefined => {
  const entities = question.answerEntities ?? [];
  if (entities.length === 0) return undefined;
  return entities.filter((entity) => saysAnswer(answer.text, entity)).length / entities.length;
};

/** False while a question has neither a gold answer nor a statement that there is none. */
const isGraded = (question: EvalQuestion): boolean =>
  question.answers.length > 0 || !question.answerable || question.falsePremise;

const defined = (scores: Record<string, number | undefined>): Scores =>
  Object.fromEntries(Object.entries(scores).filter((entry): entry is [string, number] => entry[1] !== undefined));
