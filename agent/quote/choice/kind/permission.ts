import type { ReadQuestion } from '../../reading/question.ts';

/** A question whether something is allowed or required. */
const MODAL =
  /^\W*(?:(?:and|so|but|hi|hello)\W+)*(?:can|could|may|must|should)\b|\b(?:need|have|allowed|permitted|ok(?:ay)?) (?:to|for|if)\b|\ballowed\b/i;
const PERMISSION =
  /\b(?:may|can|cannot|can['’]t|allow\w*|permit\w*|must|need\w*|required?|only|never|nobody|not|no|free|choose|accept\w*|possible|forbid\w*|prohibit\w*|optional|unless|without|should|supports?|up to|at (?:most|least)|within|limit\w*|maximum|minimum)\b/i;

/**
 * For questions about permission: 1 if the sentence itself allows or forbids, .3 if its surroundings do, -1 if nothing
 * does. 0 for other questions.
 */
export const givesPermission = ({ text, types }: ReadQuestion, own: string, shown: string): number => {
  if (!types.includes('yes-no') || !MODAL.test(text)) return 0;
  return PERMISSION.test(own) ? 1 : PERMISSION.test(shown) ? 0.3 : -1;
};
