import type { Passage } from '../../../core/document.ts';
import { sentencesOf } from '../pages/passage-sentences.ts';
import { stemsOf } from '../words/stems.ts';
import { isName, lower } from './names.ts';
import type { Suggestion } from './suggestion.ts';

/** A definition: "A closure is a function that …". */
const DEFINES =
  /^(?:(?<article>An?|The)\s+)?(?<name>[\p{L}\p{N}][\p{L}\p{N}_.+-]*(?: [\p{L}\p{N}_.+-]+){0,2}) (?<verb>is|are) (?:an?|the) (?!ones?\b|same\b|only\b|first\b|last\b|next\b|following\b|above\b|below\b)\p{L}/u;
/** What a name in code does: "ffi_prep_cif returns …". */
const DOES = /^(?<name>[\p{L}][\p{L}\p{N}]*(?:_+[\p{L}\p{N}]+)+)(?:\(\))? (?!is\b|has\b|was\b|does\b)\p{Ll}+s\b/u;
/** How to do something: "To draw a graph, call …", and not how to be something. What "we" do for it is not for the asker to do. */
const PURPOSE =
  /^To (?:quickly |simply |easily |properly )?(?!be\b)(?<purpose>\p{Ll}+ [^,;:()]{6,60}), (?!we\b)(?:(?:you|just|simply|first|then|please) )*\p{Ll}+/u;
/** Subjects that refer to other text or to anything; a question about them makes no sense. */
const POINTS_ELSEWHERE =
  /^(?:it|this|that|these|those|there|here|he|she|they|we|you|i|one|each|both|all|some|any|which|what|who|such|your|my|our|their|its|if|when|then|note|example|result|following|first|second|next|last|other|another|same|idea|reason|problem|answer|default|value|name|number|list|following)\b/i;
/** Words that no name contains or ends with: "Maybe this function", "EXSLT itself", "the best trips", "the frequency value". */
const NO_NAME =
  /\b(?:best|worst|this|that|these|those|itself|themselves|but|maybe|also|not|there)\b|\s(?:values?|examples?|results?)$/i;
/** Minimum characters of a sentence that a question is made from. */
const MIN_STATEMENT_CHARS = 40;

/** Terms with an explanation from which on a passage is part of a glossary. */
const GLOSSARY_TERMS = 4;
const GLOSSARY =
  /\b(?:glossar\p{L}*|terms|words|terminology|abbreviations?|acronyms?|definitions?|jargon|vocabulary)\b/iu;
/** True for "**HIAB** – the lorry crane, whatever its make." */
const isGlossaryTerm = (lead: string, plain: string): boolean =>
  isName(lead) &&
  lead.split(/\s+/).length <= 3 &&
  !/[,/&]/.test(lead) &&
  plain.startsWith(lead) &&
  /^\s*[–—-]\s*\p{Ll}.{12}/u.test(plain.slice(lead.length));

/** "Birthday gift budget: it should not exceed $50." */
const LIMIT = /\s(?:limit|rate|allowance|discount|deadline|budget|capacity|fee|deposit)$/i;

/** Questions from sentences that give a definition, instructions, or the purpose of a name in code. */
export const statementSuggestions = (passage: Passage): Suggestion[] => {
  const { documentId, title, headings } = passage;
  const about = new Set(stemsOf(`${title} ${headings.join(' ')}`));
  const { sentences } = sentencesOf(passage);
  const terms = new Set(sentences.map(({ lead }) => lead).filter((lead) => lead !== ''));
  const isGlossary = terms.size >= GLOSSARY_TERMS && GLOSSARY.test(`${title} ${headings.join(' ')}`);
  return sentences.flatMap(({ plain, unfit, code, speaker, lead }): Suggestion[] => {
    if (isGlossary && isGlossaryTerm(lead, plain))
      return [{ question: `What ${/[^s]s$/.test(lead) ? 'are' : 'is'} ${lower(lead)}?`, documentId, holds: plain }];
    const term = lead.replace(/:$/, '');
    if (LIMIT.test(term) && isName(term) && plain.startsWith(term) && /\p{N}/u.test(plain))
      return [{ question: `What is the ${lower(term)}?`, documentId, holds: plain }];
    if (unfit || code || speaker !== undefined || plain.length < MIN_STATEMENT_CHARS || /:$/.test(plain)) return [];
    const purpose = PURPOSE.exec(plain)?.groups?.purpose;
    if (purpose && !/\b(?:this|that|these|those|it|them|so|same|above|following)\b/.test(purpose))
      return [{ question: `How do I ${purpose.replace(/\byour\b/g, 'my')}?`, documentId, holds: plain }];
    const does = DOES.exec(plain)?.groups?.name;
    if (does) return [{ question: `What does ${does} do?`, documentId, holds: plain }];
    const { article = '', name = '', verb = '' } = DEFINES.exec(plain)?.groups ?? {};
    if (name === '' || POINTS_ELSEWHERE.test(name) || NO_NAME.test(name) || !/\p{L}{3}/u.test(name)) return [];
    // A thing that its page is not about is only mentioned.
    if (!stemsOf(name).some((stem) => about.has(stem))) return [];
    // "The menu is …" describes a part of something; nobody asks "What is the menu?"
    if (article.toLowerCase() === 'the' && !name.includes(' ')) return [];
    // "What is Evacuation leader?" Without an article only a name, a word or a plural is asked for so.
    if (article === '' && verb === 'is' && / \p{Ll}/u.test(name)) return [];
    const named = article ? `${article.toLowerCase()} ${lower(name)}` : name;
    return [{ question: `What ${verb} ${named}?`, documentId, holds: plain }];
  });
};
