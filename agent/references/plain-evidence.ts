import { HEADING_LINE } from '../../core/text/headings.ts';
import { splitSentences } from '../../core/text/sentences.ts';
import type { NumberedReference } from './reference.ts';

/** Verbs of requests to a model. A sentence that starts with one is a request. */
const REQUEST =
  /^\W*(?:please\s+)?(?:explain|translate|write|draft|compose|provide|describe|generate|create|show|tell|give|list|summari[sz]e|define|compare|convert|solve|calculate|make|say|print|answer|respond|reply|ignore|replace|use|add|include|insert|find|suggest|recommend|outline|discuss|help|imagine|pretend|act|repeat|rewrite|produce)\b/i;
const QUESTION = /\?\W*$|^\W*(?:who|what|when|where|why|how|which|can you|could you|would you|will you|do you)\b/i;

/**
 * The sources without questions and requests, which a model could take for its task. For a second reading after an
 * unsupported answer. A heading that asks says what stands below it, so it stays without its question mark.
 */
export const plainEvidence = (references: readonly NumberedReference[]): NumberedReference[] =>
  references.map((reference) => ({
    ...reference,
    text: splitSentences(reference.text)
      .flatMap(({ start, end }) => reference.text.slice(start, end).split('\n'))
      .filter((line) => !REQUEST.test(line))
      .flatMap((line) => (HEADING_LINE.test(line) ? line.replace(/[?？؟]+/g, '') : QUESTION.test(line) ? [] : line))
      .join('\n'),
  }));
