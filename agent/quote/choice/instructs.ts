// Detects whether a text tells how to do something.

const ASKS_HOW =
  /^\W*(?:(?:and|so|but|hi|hello|ok)\W+)*(?:how (?:do|does|did|can|could|should|would|to|must|might)\b|(?:is there|what(?:['’]?s| is)) an? (?:\w+ )?way (?:to|of)\b)/i;

const VERBS =
  'use|run|type|set|add|call|pass|execute|press|enter|specify|change|edit|create|configure|enable|disable|invoke|put|click|choose|select|open|go|write|send|ask|tell|fill|submit|book|contact|install|start|stop|restart|remove|delete|make|give|issue|define|provide|replace|insert|copy|log|sign|bring|report|request|apply|register';
/** A verb at the start of a clause, as instructions have it: "Use the set command", "To list them, type ls". */
const IMPERATIVE = new RegExp(
  `(?:^\\W*(?:[^.:]{0,40}:\\W+)?|[.;:,]\\s+)(?:(?:please|simply|just|first|then)\\s+)?(?:${VERBS})\\b`,
  'i',
);
/** What someone may do, or by which means it is done. */
const MEANS =
  /```|\b(?:you|we|users?|employees?|members?|administrators?) (?:can|could|may|need to|must|should|have to)\b|\bby \p{L}+ing\b|\busing\b|\b(?:use|run) (?:the|an?|your) [\w`-]+|\b(?:is|are|be) (?:used to|done (?:by|via|with|in|on))\b/iu;

/** True if a question asks how to do something, not how far or how something works. */
export const asksHow = (text: string): boolean => ASKS_HOW.test(text) && !/\bwork\W*$/i.test(text);

/**
 * For a question how to do something: 1 if the candidate's own words tell what to do, .3 if the shown text does, -1 if
 * nothing does. 0 for other questions.
 */
export const tellsHow = (question: string, own: string, shown: string): number => {
  if (!asksHow(question)) return 0;
  const instructs = (text: string): boolean => IMPERATIVE.test(text) || MEANS.test(text);
  return instructs(own) ? 1 : instructs(shown) ? 0.3 : -1;
};
