import { outcome } from './answer-view.ts';
import type { PageQuestion, ReportData } from './report-data.ts';

/** Which questions are listed, by how the two arms on view did. */
export type Outcomes = 'all' | 'a-wrong' | 'b-wrong' | 'a-only' | 'b-only' | 'both-wrong';

/** What the list shows: its filters, the two arms, and the question that is open. */
export interface QuestionView {
  kind: string;
  /** Lower case. */
  text: string;
  outcomes: Outcomes;
  a: number;
  b: number;
  id: string | undefined;
}

/** What the page opens with: the question and the arms that its address names, else the first of each. */
export const viewAt = (data: ReportData, hash: string): QuestionView => {
  const asked = new URLSearchParams(hash.slice(1));
  const id = asked.get('q');
  const armOf = (name: string) => Math.min(Number(asked.get(name) ?? 0), data.arms.length - 1);
  return {
    kind: '',
    text: '',
    outcomes: 'all',
    ...(id === null ? { a: data.sides[0], b: data.sides[1] } : { a: armOf('a'), b: armOf('b') }),
    id: id ?? data.questions[0]?.id,
  };
};

/** Whether a question passes the filters. */
export const matches = (view: QuestionView, question: PageQuestion): boolean => {
  if (view.kind !== '' && question.kind !== view.kind) return false;
  if (
    view.text !== '' &&
    !`${question.id} ${question.question} ${question.expected.join(' ')}`.toLowerCase().includes(view.text)
  )
    return false;
  const [a, b] = [outcome(question.results[view.a]), outcome(question.results[view.b])];
  switch (view.outcomes) {
    case 'all':
      return true;
    case 'a-wrong':
      return a === 'wrong';
    case 'b-wrong':
      return b === 'wrong';
    case 'a-only':
      return a === 'right' && b === 'wrong';
    case 'b-only':
      return b === 'right' && a === 'wrong';
    case 'both-wrong':
      return a === 'wrong' && b === 'wrong';
  }
};
