import { ofLast } from '../words/of-last.ts';
import type { ReadQuestion } from './question.ts';

/** A question about what something is or does, not about one of its properties. */
const ASKS_WHAT =
  /^\W*(?:what(?:['’]?s| is| are| does| do)|explain|define|(?:the )?meaning of|was (?:ist|sind|bedeutet)|qu['’]est-ce que|qué (?:es|son|significa))\b/iu;
const isAskedWhat = ofLast((text: string) => ASKS_WHAT.test(text));

/** True if a question asks what something is or does. */
export const asksWhat = ({ text }: Pick<ReadQuestion, 'text'>): boolean => isAskedWhat(text);

/** "Is there a gym?", "do we sell beer", "have we got anything for children". */
const WHETHER_THERE =
  /^\W*(?:(?:and|so|but|hi|hello|hey|ok)\W+)*(?:(?:is|are) there\b|(?:do|does|did) (?:we|you|they|i|the \p{L}+) (?:have|get|do|sell|take|offer|serve|stock|make)\b(?! to\b)|have (?:we|you|they|i) got\b|(?:got )?any\b)/iu;
/** True if a question asks whether there is something. */
export const asksWhetherThere = ofLast((text: string): boolean => WHETHER_THERE.test(text));
