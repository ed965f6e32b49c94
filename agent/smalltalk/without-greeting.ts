import { fold, readClause } from './phrases/read-clause.ts';
import { mayBeTopic, type SmallTalkKind } from './recognise.ts';

/** Removes a greeting or thanks at the start: "hi, who is …" becomes "who is …". */
export const withoutGreeting = (message: string): string => {
  let rest = message.trim();
  for (let turns = 0; turns < 3; turns++) {
    const first = /^([^,.!?:;\n–—-]{1,60})[,.!:;\n–—-]+\s*(?=\S)/u.exec(rest);
    const said = fold(first?.[1] ?? '').replace(/ and$/, '');
    const lead = first && !mayBeTopic(said) && readClause(said)?.kind;
    if (first && lead && LEADS.has(lead)) {
      rest = rest.slice(first[0].length).trim();
      continue;
    }
    const word =
      /^(?:hi+|hey+|hello|hallo|hola|bonjour|thanks|thank you|thx|ok(?:ay)?|please|so|well|um|parley)(?: (?:there|parley|team|all|and|but))*\s+(?=\S+\s+\S+)/i.exec(
        rest,
      );
    if (!word) break;
    rest = rest.slice(word[0].length).trim();
  }
  // "And for my daughter?" goes on with the question before.
  rest = rest.replace(AND_ASKS, '');
  return rest === '' ? message.trim() : rest;
};

const LEADS: ReadonlySet<SmallTalkKind> = new Set(['greeting', 'thanks', 'acknowledgement', 'here', 'how-are-you']);
/** "And" before a question that says what it asks. */
const AND_ASKS =
  /^(?:and|but|und|et|y)\s+(?=(?:who|whom|whose|what|when|where|why|how|which|is|are|was|were|do|does|did|can|could|may|must|will|would|should|has|have|if|wenn|wer|was|wann|wo|wie|warum|welche\w*|kann|darf|muss|gibt|qui|quand|où|comment|combien|pourquoi|quel\w*|est-ce|quién|qué|cuándo|cuánt\w+|dónde|cómo|cuál\w*)\s\p{L}+\s\p{L})/iu;
