import { z } from 'zod';
import { sha256 } from '../../core/sha256.ts';
import { defineFormat } from './dataset-format.ts';
import { isFalsePremise } from './question.ts';

/** Alternative answers come as a list, or as the text of a Python list (`"['a', 'b']"`). */
const alternatives = z
  .union([z.array(z.coerce.string()), z.string().transform(pythonList)])
  .nullish()
  .transform((list) => list ?? []);

const rowSchema = z.looseObject({
  interaction_id: z.string().optional(),
  n: z.number().optional(),
  query: z.string().min(1),
  query_time: z.string().nullish(),
  question_type: z.string().nullish(),
  domain: z.string().nullish(),
  answer: z.coerce.string(),
  alt_ans: alternatives,
  alternative_answers: alternatives,
  false_premise: z.boolean().optional(),
  search_results: z
    .array(
      z.looseObject({
        page_name: z.string().nullish(),
        page_url: z.string().nullish(),
        page_result: z.string().nullish(),
        page_snippet: z.string().nullish(),
        page_last_modified: z.string().nullish(),
      }),
    )
    .default([]),
});

/**
 * CRAG (Yang et al. 2024): its JSONL with up to 50 pages a row, and rows of questions alone. The pages become documents; none is
 * marked as gold, so retrieval is not graded. `invalid question` marks a false premise.
 */
export const crag = defineFormat<z.infer<typeof rowSchema>>({
  name: 'crag',
  recognises: (row) => 'query' in row && 'answer' in row,
  schema: rowSchema,
  question: (row) => {
    const kind = row.question_type ?? 'question';
    const falsePremise =
      row.false_premise ?? (isFalsePremise(kind) || /^invalid question\.?$/i.test(row.answer.trim()));
    const asOf = row.query_time == null ? undefined : pacificTime(row.query_time);
    return {
      id: row.interaction_id ?? `crag:${row.n ?? sha256(row.query).slice(0, 12)}`,
      question: row.query,
      answers: [...new Set([row.answer, ...row.alt_ans, ...row.alternative_answers])],
      supportingIds: [],
      answerable: true,
      falsePremise,
      kind: falsePremise ? 'false-premise' : kind,
      rule: 'squad',
      ...(asOf !== undefined && { asOf }),
    };
  },
  documents: (row) =>
    row.search_results.flatMap((page, index) => {
      const html = page.page_result ?? '';
      if (html.trim() === '') return [];
      const updated = page.page_last_modified == null ? Number.NaN : Date.parse(page.page_last_modified);
      return [
        {
          id: page.page_url || `${row.interaction_id ?? row.query}:${index}`,
          title: page.page_name ?? '',
          html,
          ...(page.page_url && { url: page.page_url }),
          ...(!Number.isNaN(updated) && { updated_at: new Date(updated).toISOString() }),
        },
      ];
    }),
});

/** `03/05/2024, 23:18:31 PT` as ISO 8601: Pacific time, standard or daylight by the date. */
export const pacificTime = (text: string): string | undefined => {
  const match = /^(\d{2})\/(\d{2})\/(\d{4}), (\d{2}):(\d{2}):(\d{2})/.exec(text);
  if (match === null) return undefined;
  const [, month = 1, day, year = 0, hour, minute, second] = match.map(Number);
  const asUtc = Date.UTC(year, month - 1, day, hour, minute, second);
  for (const offset of [7, 8]) {
    const instant = new Date(asUtc + offset * 3_600_000);
    if (instant.toLocaleTimeString('en-GB', { timeZone: 'America/Los_Angeles' }).startsWith(`${match[4]}:`))
      return instant.toISOString();
  }
  return new Date(asUtc + 8 * 3_600_000).toISOString();
};

/** The strings of a Python list literal; any other text is one answer, and empty text none. */
function pythonList(text: string): string[] {
  const trimmed = text.trim();
  if (trimmed === '') return [];
  if (!trimmed.startsWith('[')) return [trimmed];
  return [...trimmed.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/g)].map((match) =>
    (match[1] ?? match[2] ?? '').replace(/\\(.)/g, '$1'),
  );
}
