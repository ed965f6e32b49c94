import { questionMarksIn } from '../../core/injection/is-question.ts';
import { HEADING_LINE } from '../../core/text/headings.ts';
import { isItemBelow } from '../../core/text/list-items.ts';
import { removeSpans } from '../../core/text/remove-spans.ts';
import { type Span, splitSentences } from '../../core/text/sentences.ts';
import type { NumberedReference } from './reference.ts';

/** Verbs of requests to a model. A sentence that starts with one is a request. */
const REQUEST =
  /^\W*(?:please\s+)?(?:explain|translate|write|draft|compose|provide|describe|generate|create|show|tell|give|list|summari[sz]e|define|compare|convert|solve|calculate|make|say|print|answer|respond|reply|ignore|replace|use|add|include|insert|find|suggest|recommend|outline|discuss|help|imagine|pretend|act|repeat|rewrite|produce)\b/i;
const QUESTION = /\?\W*$|^\W*(?:who|what|when|where|why|how|which|can you|could you|would you|will you|do you)\b/i;

/**
 * The sources without questions and requests, which a model could take for its task. For a second reading after an
 * unsupported answer. A heading that asks says what stands below it, so it stays without its question mark; so does a line
 * with a list below it, whose items say something else without it ("Use the card if", "- it costs more than 75"). Lines and
 * rows of tables stay where they are.
 */
export const plainEvidence = (references: readonly NumberedReference[]): NumberedReference[] =>
  references.map((reference) => ({ ...reference, text: withoutTasks(reference.text) }));

const withoutTasks = (text: string): string => {
  const spans: Span[] = splitSentences(text).flatMap(({ start, end }) => {
    let from = start;
    return text
      .slice(start, end)
      .split('\n')
      .flatMap((line) => {
        const span = { start: from, end: from + line.length };
        from = span.end + 1;
        const leads = leadsList(text, span);
        if (REQUEST.test(line)) return leads ? [] : span;
        if (!QUESTION.test(line)) return [];
        return leads || HEADING_LINE.test(line) ? questionMarksIn(text, span) : span;
      });
  });
  return removeSpans(text, spans)
    .replace(/ {2,}/g, ' ')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
};

/** True for the end of a line that a list goes on from. Blank lines may be in between. */
const leadsList = (text: string, { start, end }: Span): boolean => {
  const [rest = '', ...below] = text.slice(end, end + MAX_AHEAD).split('\n');
  const line = text.slice(text.lastIndexOf('\n', start) + 1, end);
  return rest.trim() === '' && isItemBelow(line, below.find((one) => one.trim() !== '') ?? '');
};
/** Characters behind a line in which the list begins that it leads. */
const MAX_AHEAD = 200;
