import { ParleyError } from '../../core/errors.ts';
import { type EditableField, type EvalCase, editableFields, MAX_EDITS } from '../../core/eval-case.ts';
import { questionKey } from './question-key.ts';

/** Changes to a case. Absent fields stay as they are; null deletes an optional field. */
export type CaseChanges = {
  [Field in EditableField]?: EvalCase[Field] | (undefined extends EvalCase[Field] ? null : never);
};

/** Fields whose change makes earlier results invalid. */
const goldFields: readonly EditableField[] = [
  'question',
  'answers',
  'answerable',
  'rejected',
  'scopes',
  'thread',
  'asOf',
];

/** Whether these changes contain a gold answer, or say that there is none. */
export const hasGold = ({ answers, answerable }: CaseChanges): boolean =>
  (answers?.length ?? 0) > 0 || answerable === false;

/** Applies changes and records them in the history. @returns the next version; the same object if nothing changed */
export const editCase = (
  found: EvalCase,
  changes: CaseChanges,
  { by, what, at }: { by?: string; what?: string; at: string },
): EvalCase => {
  const asked: CaseChanges = { ...changes };
  if (asked.answers !== undefined) asked.answers = [...new Set(asked.answers.map((one) => one.trim()))].filter(Boolean);
  // Answers make a case answerable, and "unanswerable" deletes the answers.
  if ((asked.answers?.length ?? 0) > 0 && asked.answerable === undefined) asked.answerable = true;
  if (asked.answerable === false && asked.answers === undefined) asked.answers = [];
  if (asked.status === undefined && found.status === 'needs-answer' && hasGold(asked)) asked.status = 'new';
  const changed = editableFields.filter(
    (field) => asked[field] !== undefined && JSON.stringify(asked[field] ?? undefined) !== JSON.stringify(found[field]),
  );
  if (changed.length === 0) return found;
  const next = {
    ...found,
    ...Object.fromEntries(changed.map((field) => [field, asked[field] ?? undefined])),
  } as EvalCase;
  for (const field of changed) if (next[field] === undefined) delete next[field];
  if (next.question.trim() === '')
    throw badUsage('A case needs a question.', 'Write the question as somebody asks it.');
  if (next.answerable === false && next.answers.length > 0)
    throw badUsage('A question without an answer has no gold answer.', 'Give either answers, or that there is none.');
  if (next.status === 'reviewed' && !hasGold(next))
    throw badUsage(
      `The case ${found.id} has no gold answer yet.`,
      'Give the right answer, or say that the pages hold none (--unanswerable).',
    );
  const before = Object.fromEntries(
    changed.map((field) => [field, found[field]]),
  ) as EvalCase['edits'][number]['before'];
  const words =
    what ?? (asked.status === 'reviewed' && found.status !== 'reviewed' ? 'reviewed' : `changed ${changed.join(', ')}`);
  return {
    ...next,
    version: found.version + 1,
    key: changed.some((field) => field === 'question' || field === 'scopes' || field === 'thread')
      ? questionKey(next.question, next.scopes, next.thread)
      : next.key,
    rejected: next.rejected.filter((one) => !next.answers.includes(one)),
    results: changed.some((field) => goldFields.includes(field)) ? [] : next.results,
    edits: [...found.edits, { at, ...(by !== undefined && { by }), what: words, before }].slice(-MAX_EDITS),
    updatedAt: at,
  };
};

/** The error of a change that makes no valid case. */
export const badUsage = (message: string, remedy: string) => new ParleyError('BAD_USAGE', { message, remedy });
