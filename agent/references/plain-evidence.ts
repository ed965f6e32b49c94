import { splitSentences } from '../../core/text/sentences.ts';
import type { NumberedReference } from './reference.ts';

/** Verbs with which a page asks a model for something else; as the first word of a sentence they make it a request. */
const REQUEST =
  /^\W*(?:please\s+)?(?:explain|translate|write|draft|compose|provide|describe|generate|create|show|tell|give|list|summari[sz]e|define|compare|convert|solve|calculate|make|say|print|answer|respond|reply|ignore|replace|use|add|include|insert|find|suggest|recommend|outline|discuss|help|imagine|pretend|act|repeat|rewrite|produce)\b/i;
const QUESTION = /\?\W*$|^\W*(?:who|what|when|where|why|how|which|can you|could you|would you|will you|do you)\b/i;

/**
 * Sources without their questions and requests: what they state, and nothing that a model could take for a task. For a
 * second reading after an answer that none of the sources supports.
 */
export const plainEvidence = (references: readonly NumberedReference[]): NumberedReference[] =>
  references.map((reference) => ({
    ...reference,
    text: splitSentences(reference.text)
      .flatMap(({ start, end }) => reference.text.slice(start, end).split('\n'))
      .filter((line) => !QUESTION.test(line) && !REQUEST.test(line))
      .join('\n'),
  }));
