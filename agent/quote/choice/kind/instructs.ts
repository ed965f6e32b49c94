import { FUNCTION_WORDS } from '../../../../retrieval/index.ts';
import { ASKS_WAY, reportsCase } from '../../reading/answer-types.ts';
import { ofLast } from '../../words/of-last.ts';
import { stemOf } from '../../words/stems.ts';

// Detects whether a text tells how to do something.

// Also after what the asker says first: "forgot the code, how can I reset it".
const ASKS_HOW =
  /(?:^|[,;:.!–—]|\s-)\W*(?:(?:and|so|but|hi|hello|ok)\W+)*(?:how (?:do|does|did|can|could|should|would|to|must|might)\b|(?:is there|what(?:['’]?s| is)) an? (?:\w+ )?way (?:to|of)\b)|[,–—-]\s*(?:but )?how\W*$/i;

const VERBS =
  'use|run|type|set|add|call|pass|execute|press|enter|specify|change|edit|create|configure|enable|disable|invoke|put|click|choose|select|open|go|write|send|ask|tell|fill|submit|book|contact|install|start|stop|restart|remove|delete|make|give|issue|define|provide|replace|insert|copy|log|sign|bring|report|request|apply|register|hand in|pick up|turn (?:on|off)|switch (?:on|off)|return|take|keep|check|visit|ring|mail|email|see to|' +
  'navigate|tap|follow|complete|attach|upload|download|save|paste|locate|scroll|right-click|double-click|drag|reboot|invite|join|' +
  'plug|unplug|assign|raise|search for';
/** "For nights and weekends ask the site lead", with no comma before the verb. */
const AFTER_A_CASE =
  /^\W*(?:[Ff]or|[Oo]n|[Aa]t|[Ii]n|[Oo]utside|[Dd]uring|[Aa]fter|[Bb]efore|[Ww]ithin) (?!.*\b(?:you|we|they|he|she|who|that|which)\b.{0,40}\b(?:ask|tell|call|contact|write))[^.,:;]{3,50}? (?:ask|tell|call|contact|ring|write to|go to|use) (?:the|an?|your|our|\p{Lu})/u;
/** A verb at the start of a clause, as instructions have it: "Use the set command", "To list them, type ls". */
const IMPERATIVE = new RegExp(
  `(?:^\\W*(?:[^.:]{0,40}:\\W+)?|[.;:,]\\s+)(?:(?:please|simply|just|first|then|and|but)\\s+)?(?:${VERBS})\\b`,
  'i',
);
/** A clause that starts with a word and its object: "lift the lid", "To oil a gear, turn up your lamp". Group 1 is the word. */
const WORD_AND_OBJECT =
  /(?:^|[.;:]\s+|,\s+)\W*(?:(?:please|simply|just|first|then|and|now|next|carefully)\s+)*(\p{L}+)\s+(?:(?:up|down|off|on|out|in|over|back|away)\s+)?(?:the|an?|your|this|these|those|each|all|any|both|it|them|someone|somebody|everyone|everybody)\b/giu;
/** Forms of a verb that command nothing, adverbs and plurals: "closed the shop", "Mostly the". */
const NO_COMMAND = /(?:[^e]ed|ing|[^p]ly|[^s]s)$/i;
/** Prepositions and conjunctions that are not among the function words of search. */
const NO_VERBS = new Set(
  `across alongside amid beneath beside besides beyond concerning except half inside like opposite outside past plus than
  throughout underneath unlike versus via whereas worth`.split(/\s+/),
);
/** True for a clause whose first word can only be a command, because neither a noun nor a name has an object. */
const commands = (text: string): boolean => {
  for (const [, word = ''] of text.matchAll(WORD_AND_OBJECT))
    if (!NO_COMMAND.test(word) && !FUNCTION_WORDS.has(word.toLowerCase()) && !NO_VERBS.has(word.toLowerCase()))
      return true;
  return false;
};
/** "To rename a column:" above code, which is what to run. */
const ABOVE_CODE = /^\W*(?:[^.:]{0,40}:\W+)?to \p{L}+ [^.]*:\W*$/iu;
/** What someone may do, or by which means it is done. */
const MEANS =
  /```|\b(?:you|we|users?|employees?|members?|administrators?) (?:can|could|may|need to|must|should|have to)\b|\bby \p{L}+ing\b|\busing\b|\b(?:on|when|after) (?:pressing|clicking|tapping|typing|hitting|choosing|selecting)\b|\b(?:with|using|through|via) the (?:[\w`-]+ )?(?:command|option|function|setting|button|form|menu)\b|\b(?:command|function|option|setting|parameter|tool|button|form|menu|key)s? to \p{L}+|\b(?:use|run) (?:the|an?|your) [\w`-]+|\b(?:is|are|be) (?:used to|done (?:by|via|with|in|on))\b/iu;

/** "You can create as many folders as you need": what may be done. Group 1 is the verb, group 2 what stands behind it. */
const MAY_DO =
  /\b(?:you|we|users?|employees?|members?|administrators?) (?:can|could|may) (?:(?:also|always|even|then) )?(\p{L}{3,})\b(.*)/iu;
/** How or where it is done. */
const TELLS_WAY = /\b(?:by|with|using|via|through|under|(?:from|in|on|at|to) (?:the|your|our|its))\b|[:`→>]/iu;
/** A text without the words that only say that what is asked may be done, which do not tell how. */
const withoutLeave = (question: string, text: string): string => {
  const verb = VERB_ASKED.exec(question)?.[1];
  const [may, does = '', behind = ''] = (verb !== undefined && MAY_DO.exec(text)) || [];
  return may === undefined || stemOf(does.toLowerCase()) !== stemOf(verb?.toLowerCase() ?? '') || TELLS_WAY.test(behind)
    ? text
    : text.replace(may, behind);
};

/** "Clicking the link will show you", "Pressing esc cancels": what doing something brings. */
const BY_DOING =
  /(?:^|[.;:]\s)\W{0,4}(?:pressing|clicking|tapping|typing|hitting|choosing|selecting)\b|(?:^|[.;:]\s)\W{0,4}\p{L}+ing\b[^.;:]{0,160}?\b(?:(?:will|should|can) \p{L}+|\p{L}+s) you\b/iu;

/** "How does Dana feel about the plan": what somebody says of something, and not how it is done. */
const ASKS_WHAT_IS_SAID =
  /\bhow (?:do|does|did|would) (?!(?:i|we|you|one)\b)(?:[\p{L}\p{N}'’-]+ ){1,4}?(?:feel|describe|characteri[sz]e|emphasi[sz]e|react|respond|justify|summari[sz]e)\b/iu;

/** "What do I do if I'm sick": what is to be done in a case. */
const ASKS_FOR_CASE =
  /\bwhat (?:do|should|must|can) (?:i|we|you) (?:(?:have|need) to )?do (?:if|when|with|about|after)\b/i;
/** "The pump broke, what do I do": the case stands first. */
const CASE_FIRST = /^.{4,}\bwhat (?:do|should|must|can|shall) (?:i|we) do(?: now)?\W*$/i;
/** True if a question asks what is to be done in a case, or reports one, which a heading often names. */
export const asksForCase = ofLast(
  (text: string): boolean => ASKS_FOR_CASE.test(text) || CASE_FIRST.test(text) || reportsCase(text),
);
const asksInWords = ofLast((text: string): boolean => ASKS_FOR_CASE.test(text));

/** True if a question asks how to do something, not how far, how something works or how to get there. */
export const asksHow = ofLast(
  (text: string): boolean =>
    (ASKS_HOW.test(text) || asksInWords(text)) &&
    !/\bwork\W*$/i.test(text) &&
    !ASKS_WHAT_IS_SAID.test(text) &&
    !ASKS_WAY.test(text),
);

/** "How do I contact Priya": a number or an address tells it without a verb. */
const ASKS_CONTACT = /\bhow\b.*\b(?:contact|reach|ring|phone|call|e-?mail|talk to|speak to|message)\b/i;
const REACHED_BY = /\+?\d[\d ()-]{5,}\d|\bext(?:ension|\.)? ?\d+|\S@\S/i;

/** The verb of "how do I quit the console". */
const VERB_ASKED = /\bhow (?:do|can|could|should|to|must)\s+(?:(?:i|we|you|one)\s+)?(\p{L}{3,})/iu;
/** "Quits the console": how a list of commands says what each does. */
const FIRST_WORD = /^\W*(?:[^.:\n]{1,40}:\W+)?(\p{Lu}\p{Ll}+s)\b/u;
/** "adds a new event", below the code that does it. */
const FIRST_BELOW_CODE = /^\W*(\p{Ll}+s)\b/u;
/** "--move: Move/rename a branch", as the entry of an option or a command. Groups 1 and 2 are verbs. */
const OF_ENTRY = /^\W*[^.:\n]{1,40}:\W+(\p{Lu}\p{Ll}+)(?:\/(\p{Ll}+))? (?:an?|the|all|any|your)\b/u;
/** True if a command's description starts with the verb that is asked for. */
const doesWhatIsAsked = (question: string, own: string, shown: string): boolean => {
  const verb = VERB_ASKED.exec(question)?.[1];
  if (verb === undefined) return false;
  const below = shown.includes('```') ? FIRST_BELOW_CODE.exec(own) : undefined;
  const does = [
    FIRST_WORD.exec(own)?.[1],
    THIS_DOES.exec(own)?.[1],
    below?.[1],
    ...(OF_ENTRY.exec(own)?.slice(1) ?? []),
  ];
  return does.some((one) => one !== undefined && stemOf(one.toLowerCase()) === stemOf(verb.toLowerCase()));
};

/** "This command flushes the cache", as the entry of a command. Group 1 is the verb. */
const THIS_DOES =
  /^\W*(?:[^.:\n]{1,40}:\W+)?(?:[Tt]his|[Tt]he [\w.-]+) (?:command|option|program|utility|tool|flag|function|setting|button|switch) (?:(?:can be|is) used to )?(\p{L}{3,})\b/u;
/** Behind the name of an entry, such as an option's: "-f: Flush the queue". Group 1 is the first word. */
const OPENING_VERB = /^\W*(?:[^.:\n]{1,40}:\W+)?(\p{L}{3,})\b/u;
/** True if a text begins with the verb that is asked for: "Flush the queue: …" for "how do I flush the queue". */
export const beginsWithVerbAsked = (question: string, own: string): boolean => {
  const verb = asksHow(question) ? VERB_ASKED.exec(question)?.[1] : undefined;
  if (verb === undefined) return false;
  const asked = stemOf(verb.toLowerCase());
  const isAsked = (word: string | undefined) => word !== undefined && stemOf(word.toLowerCase()) === asked;
  return (
    isAsked(THIS_DOES.exec(own)?.[1]) ||
    isAsked(/^\W*(\p{L}{3,})\b/u.exec(own)?.[1]) ||
    isAsked(OPENING_VERB.exec(own)?.[1])
  );
};

/**
 * For a question how to do something: 1 if the candidate's own words tell what to do, .3 if the shown text does, -1 if
 * nothing does. 0 for other questions.
 */
export const tellsHow = (question: string, own: string, shown: string): number => {
  if (!asksHow(question) && !asksForCase(question)) return 0;
  const isContact = ASKS_CONTACT.test(question);
  const instructs = (text: string): boolean =>
    IMPERATIVE.test(text) ||
    AFTER_A_CASE.test(text) ||
    commands(text) ||
    MEANS.test(withoutLeave(question, text)) ||
    BY_DOING.test(text) ||
    (isContact && REACHED_BY.test(text));
  return instructs(own) || (ABOVE_CODE.test(own) && shown.includes('```')) || doesWhatIsAsked(question, own, shown)
    ? 1
    : instructs(shown)
      ? 0.3
      : -1;
};
