import type { CaseOrigin, EvalCase } from '../../core/eval-case.ts';
import { givesAnswer } from '../../core/verdict.ts';
import { isRejection } from '../../runtime/cases/case-of-thumb.ts';
import type { Parley } from '../../runtime/parley.ts';
import { type Agreement, agreementOf, type Interval, type JudgedPair, peopleWouldSay } from '../metrics/agreement.ts';
import { saysAnswer } from '../metrics/answer-match.ts';
import { inParallel } from '../run/in-parallel.ts';
import type { EvalRow } from '../run/row.ts';
import type { Judge } from './judge.ts';

/** An answer that people gave a thumb, of a case whose gold answer a person stands for. */
interface ThumbedAnswer {
  caseId: string;
  question: string;
  answers: string[];
  answered: CaseOrigin['answered'];
  person: boolean;
}

/** An answer that the judge saw otherwise than people. */
export interface Disagreement {
  caseId: string;
  question: string;
  gold: string[];
  answer: string;
  person: 'right' | 'wrong';
}

/** How a judge compares with the people whose thumbs it was laid beside. */
export interface Calibration {
  /** Answers of reviewed cases that people called right or wrong. */
  answers: number;
  /** Comparing the short answer with the gold, word by word. */
  words: Agreement;
  /** Absent without a judge. */
  judge?: Agreement & {
    name: string;
    /** Judgements that failed, by reason; they are in no figure. */
    failed: Record<string, number>;
    /** What people would say of answers of which the judge calls `ASSUMED_SHARE` right. */
    peopleWouldSay?: Interval;
    disagreements: Disagreement[];
    spent: Judge['spent'];
  };
}

/** The judged share for which a calibration says what people would say. */
export const ASSUMED_SHARE = 0.8;
/** Fewer answers than this say little of a judge: half the interval of a share is 18 points or more. */
export const MIN_ANSWERS = 30;

/**
 * Compares a judge with people over reviewed cases: each answer that got a thumb is judged for correctness against the
 * case's gold answer. Refusals are left out, which no judge decides, and so are thumbs down for the source's sake; of several
 * thumbs on one answer the majority counts, and a tie is left out.
 * @param judge of correctness; without one only the comparison of words is measured
 */
export const calibrate = async (
  cases: readonly EvalCase[],
  parley: Parley,
  { judge, parallel = 4, limit }: { judge?: Judge; parallel?: number; limit?: number } = {},
): Promise<Calibration> => {
  const answers = cases.flatMap(thumbedAnswers).slice(0, limit);
  const words = agreementOf(
    answers.map(({ person, answers: gold, answered }) => ({
      person,
      judge: gold.some((one) => saysAnswer(answered.shortAnswer, one)),
    })),
  );
  if (judge === undefined) return { answers: answers.length, words };
  const verdicts = new Map<ThumbedAnswer, boolean>();
  const failed: Record<string, number> = {};
  await inParallel(answers, parallel, async (answer) => {
    const { scores, notGraded } = await judge.grade(rowOf(answer), parley);
    if (scores.judge_correctness !== undefined) verdicts.set(answer, scores.judge_correctness === 1);
    else {
      const reason = notGraded?.judge_correctness ?? 'no verdict';
      failed[reason] = (failed[reason] ?? 0) + 1;
    }
  });
  const judged = answers.flatMap((answer) => {
    const verdict = verdicts.get(answer);
    return verdict === undefined ? [] : [{ ...answer, judge: verdict }];
  });
  const pairs: JudgedPair[] = judged;
  const would = peopleWouldSay(ASSUMED_SHARE, pairs);
  return {
    answers: answers.length,
    words,
    judge: {
      ...agreementOf(pairs),
      name: judge.name,
      failed,
      ...(would && { peopleWouldSay: would }),
      disagreements: judged
        .filter(({ person, judge: verdict }) => person !== verdict)
        .map(({ caseId, question, answers: gold, answered, person }) => ({
          caseId,
          question,
          gold,
          answer: answered.text,
          person: person ? 'right' : 'wrong',
        })),
      spent: judge.spent,
    },
  };
};

const thumbedAnswers = ({ id, status, answerable, question, answers, origins }: EvalCase): ThumbedAnswer[] => {
  if (status !== 'reviewed' || answerable === false || answers.length === 0) return [];
  const byText = new Map<string, { answered: CaseOrigin['answered']; votes: number }>();
  for (const origin of origins) {
    const { rating, answered } = origin;
    if (!givesAnswer(answered.verdict) || (rating === 'down' && !isRejection(origin))) continue;
    const known = byText.get(answered.text) ?? { answered, votes: 0 };
    byText.set(answered.text, { answered, votes: known.votes + (rating === 'up' ? 1 : -1) });
  }
  return [...byText.values()]
    .filter(({ votes }) => votes !== 0)
    .map(({ answered, votes }) => ({ caseId: id, question, answers, answered, person: votes > 0 }));
};

/** The answer as a row of an eval, which is what a judge grades. */
const rowOf = ({ caseId, question, answers, answered }: ThumbedAnswer): EvalRow => {
  const usage = { calls: 0, inputTokens: 0, outputTokens: 0, seconds: 0 };
  return {
    id: caseId,
    strategy: answered.strategy,
    gold: { question, kind: 'feedback', answers, supportingIds: [], answerable: true },
    answer: {
      question,
      text: answered.text,
      shortAnswer: answered.shortAnswer,
      verdict: answered.verdict === 'likely' ? 'likely' : 'answered',
      confidence: 0,
      citations: [],
      strategy: answered.strategy,
      usage,
      mode: 'model',
      trace: [],
    },
    scores: {},
    usage,
    retrieved: [],
    retrievedPassages: [],
  };
};
