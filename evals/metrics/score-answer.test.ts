import { describe, expect, it } from 'vitest';
import type { Answer, Citation } from '../../core/answer.ts';
import type { EvalQuestion } from '../datasets/question.ts';
import { claimsOf } from './citations.ts';
import { labelOf } from './label.ts';
import { rankDocuments } from './recall.ts';
import { scoreAnswer, scoreRetrieved } from './score-answer.ts';

const question = (over: Partial<EvalQuestion> = {}): EvalQuestion => ({
  id: 'q1',
  question: 'Who founded Acme?',
  answers: ['Ada Byron'],
  supportingIds: ['acme'],
  answerable: true,
  falsePremise: false,
  kind: 'one-hop',
  rule: 'squad',
  ...over,
});

const citation = (over: Partial<Citation> = {}): Citation => ({
  n: 1,
  documentId: 'acme',
  passageId: 'acme#0',
  title: 'Acme',
  quote: 'founded by Ada Byron',
  kind: 'passage',
  ...over,
});

const answer = (over: Partial<Answer> = {}): Answer => ({
  question: 'Who founded Acme?',
  text: 'Acme was founded by Ada Byron [1].',
  shortAnswer: 'Ada Byron',
  verdict: 'answered',
  confidence: 0.9,
  citations: [citation()],
  strategy: 'vanilla',
  usage: { calls: 1, inputTokens: 100, outputTokens: 20, seconds: 0.2 },
  mode: 'model',
  trace: [],
  ...over,
});

const pages: Record<string, string> = {
  'acme#0': 'Acme is a maker of anvils. It was founded by Ada Byron in 1999.',
  'people#4': 'Ada Byron founded two firms.',
  'zoo#0': 'The zoo opened in 1950.',
};
const textOf = (cited: Citation) => pages[cited.passageId ?? ''];
const retrieved = rankDocuments([
  { documentId: 'zoo', passageId: 'zoo#0' },
  { documentId: 'zoo', passageId: 'zoo#1' },
  { documentId: 'acme', passageId: 'acme#0' },
]);
const score = (q: Partial<EvalQuestion> = {}, a: Partial<Answer> = {}) =>
  scoreAnswer(question(q), answer(a), retrieved, textOf);

describe('scores of an answer', () => {
  it('grades a right, cited answer', () => {
    expect(score()).toEqual({
      accuracy: 1,
      em: 1,
      f1: 1,
      f1_stated: 1,
      crag: 1,
      'recall@2': 1,
      'recall@5': 1,
      'recall@10': 1,
      'all_gold@5': 1,
      citation_precision: 1,
      citation_recall: 1,
    });
  });

  it('tells whether all gold was found, and whether a gold answer stands in what was shown', () => {
    const shown = ['The zoo\nThe zoo opened in 1950.', 'Acme\nIt was founded by ADA  BYRON, in 1999.'];
    const found = (q: Partial<EvalQuestion>, texts?: readonly string[]) => {
      const { 'all_gold@5': all, 'answer_in_context@5': context } = scoreRetrieved(question(q), retrieved, texts);
      return [all, context];
    };
    expect(found({}, shown)).toEqual([1, 1]);
    expect(found({ supportingIds: ['acme', 'people'] }, shown.slice(0, 1))).toEqual([0, 0]);
    expect(found({ supportingIds: [], answers: ['Byron and sons', 'Byron'] }, shown)).toEqual([undefined, 1]);
    expect(found({ answers: ['195'] }, shown)).toEqual([1, 0]);
    expect(found({}, [])).toEqual([1, 0]);
    // No text can tell of these.
    expect(found({ answers: ['yes'] }, shown)[1]).toBeUndefined();
    expect(found({ answers: ['SUPPORTS'], rule: 'label' }, shown)[1]).toBeUndefined();
    expect(found({ answerable: false, answers: [] }, shown)[1]).toBeUndefined();
    expect(found({})[1]).toBeUndefined();
  });

  it('tells a wrong answer (-1) from a missing one (0)', () => {
    expect(score({}, { shortAnswer: 'Bob' })).toMatchObject({ accuracy: 0, crag: -1, em: 0 });
    const missing = score({}, { shortAnswer: '', text: 'I don’t know.', verdict: 'unknown', citations: [] });
    expect(missing).toMatchObject({ accuracy: 0, crag: 0, f1: 0, refusal_precision: 0 });
    expect(missing).not.toHaveProperty('citation_precision');
  });

  it('grades a likely answer as an answer, and by itself', () => {
    const likely = { verdict: 'likely' as const, unconfirmed: ['who signed the deed'] };
    expect(score({}, likely)).toMatchObject({ accuracy: 1, f1: 1, f1_stated: 0, crag: 1, likely_precision: 1 });
    expect(score({}, likely)).not.toHaveProperty('refusal_precision');
    expect(score({}, { ...likely, shortAnswer: 'Bob' })).toMatchObject({ accuracy: 0, crag: -1, likely_precision: 0 });
    const unanswerable = { answerable: false, answers: [], supportingIds: [] };
    expect(score(unanswerable, likely)).toMatchObject({ accuracy: 0, likely_precision: 0, refusal_recall: 0 });
    expect(score({ falsePremise: true }, likely)).toMatchObject({ accuracy: 0, likely_precision: 0 });
    expect(score()).not.toHaveProperty('likely_precision');
  });

  it('wants a refusal where there is no answer', () => {
    const unanswerable = { answerable: false, answers: [], supportingIds: [] };
    const refused = score(unanswerable, { verdict: 'unknown', shortAnswer: '', citations: [] });
    expect(refused).toEqual({ accuracy: 1, crag: 0, refusal_precision: 1, refusal_recall: 1 });
    expect(score(unanswerable)).toMatchObject({ accuracy: 0, crag: -1, refusal_recall: 0 });
  });

  it('wants a false premise named, and takes a refusal as half way', () => {
    const premise = { falsePremise: true, answers: ['invalid question'] };
    const named = score(premise, { verdict: 'invalid-premise' });
    expect(named).toMatchObject({ accuracy: 1, crag: 1, false_premise_recall: 1, false_premise_precision: 1 });
    expect(score(premise, { verdict: 'unknown' })).toMatchObject({
      accuracy: 0,
      crag: 0,
      false_premise_recall: 0,
      refusal_recall: 1,
      refusal_precision: 1,
    });
    expect(score({}, { verdict: 'invalid-premise' })).toMatchObject({ false_premise_precision: 0, crag: -1 });
  });

  it('grades nothing but what it can without gold', () => {
    expect(score({ answers: [], supportingIds: [] })).toEqual({ citation_precision: 1, citation_recall: 1 });
  });

  it('reads FEVER labels from the answer', () => {
    const claim = { rule: 'label' as const, answers: ['REFUTES'] };
    expect(score(claim, { shortAnswer: 'No' })).toMatchObject({ accuracy: 1 });
    expect(score(claim, { shortAnswer: 'No' })).not.toHaveProperty('f1');
    expect(labelOf(answer({ shortAnswer: 'not enough info' }))).toBe('NOT ENOUGH INFO');
    expect(labelOf(answer({ shortAnswer: 'SUPPORTS' }))).toBe('SUPPORTS');
  });

  it('counts the entities of a long reference', () => {
    const scores = score({ answerEntities: ['Ada Byron', 'London'] });
    expect(scores.entity_recall).toBe(0.5);
  });
});

describe('citations', () => {
  it.each([
    ['points to a passage that is not there', citation({ passageId: 'acme#9' }), 0, 0],
    ['quotes what the passage does not say', citation({ quote: 'founded by Ada Lovelace' }), 0, 0],
    [
      'is real but supports nothing',
      citation({ documentId: 'zoo', passageId: 'zoo#0', quote: 'opened in 1950' }),
      0,
      1,
    ],
    [
      'is no gold page but says the answer',
      citation({ documentId: 'people', passageId: 'people#4', quote: 'Ada Byron … two firms' }),
      1,
      1,
    ],
  ])('%s', (_, cited, precision, recall) => {
    expect(score({}, { citations: [cited] })).toMatchObject({
      citation_precision: precision,
      citation_recall: recall,
    });
  });

  it('expects no support of a page that is cited because it says something else', () => {
    const other = citation({ n: 2, documentId: 'zoo', passageId: 'zoo#0', quote: 'opened in 1950', otherwise: true });
    const text =
      'Ada Byron founded it [1].\n\n_“Acme” (wiki) says so; another page, “Zoo” (wiki), says:_\n\nThe zoo opened in 1950. [2]';
    expect(score({}, { text, citations: [citation(), other] })).toMatchObject({
      citation_precision: 1,
      citation_recall: 1,
    });
  });

  it('finds claims without a citation', () => {
    const text = '# Acme\nHere is what I found:\n- Acme was founded by Ada Byron. [1]\n- It is rich.\n\nWhat else?';
    expect(claimsOf(text)).toEqual([
      { text: 'Acme was founded by Ada Byron.', citations: [1] },
      { text: 'It is rich.', citations: [] },
    ]);
    expect(score({}, { text }).citation_recall).toBe(0.5);
  });
});
