import { h, select } from './dom.ts';
import type { Outcomes, QuestionView } from './question-view.ts';
import type { ReportData } from './report-data.ts';

/**
 * The filters over the list of questions.
 * @param change called with what a choice changes; the filters are drawn anew after it
 * @param find called with each letter that is typed; the filters stay, so that the cursor does
 */
export const questionTools = (
  data: ReportData,
  view: QuestionView,
  change: (set: () => void) => void,
  find: (text: string) => void,
): HTMLElement[] => {
  const two = data.arms.length > 1;
  const arms = data.arms.map(({ label }, i) => ({ value: String(i), text: label }));
  const [a, b] = [data.arms[view.a]?.label ?? '', data.arms[view.b]?.label ?? ''];
  const outcomes = [
    { value: 'all', text: 'All' },
    { value: 'a-wrong', text: `${a} wrong` },
    ...(two
      ? [
          { value: 'b-wrong', text: `${b} wrong` },
          { value: 'a-only', text: `Only ${a} right` },
          { value: 'b-only', text: `Only ${b} right` },
          { value: 'both-wrong', text: 'Both wrong' },
        ]
      : []),
  ];
  const kinds = [...new Set(data.questions.map(({ kind }) => kind))].sort();
  const chosen = [
    two ? select('Left', arms, String(view.a), (value) => change(() => (view.a = Number(value)))) : undefined,
    two ? select('Right', arms, String(view.b), (value) => change(() => (view.b = Number(value)))) : undefined,
    select('Outcome', outcomes, view.outcomes, (value) => change(() => (view.outcomes = value as Outcomes))),
    select(
      'Kind',
      [{ value: '', text: 'All' }, ...kinds.map((kind) => ({ value: kind, text: kind }))],
      view.kind,
      (value) => change(() => (view.kind = value)),
    ),
    h(
      'label',
      { class: 'select' },
      h('span', {}, 'Find'),
      h('input', {
        type: 'search',
        value: view.text,
        placeholder: 'question, answer, id',
        oninput: (event) => find((event.target as HTMLInputElement).value.toLowerCase()),
      }),
    ),
  ];
  return chosen.filter((one) => one !== undefined);
};
