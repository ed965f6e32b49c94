import type { Passage } from '../../../core/document.ts';
import { contentWords } from '../../../core/text/question-terms.ts';
import { withoutNumber } from '../pages/heading-stems.ts';
import { isName, lower } from './names.ts';
import { innerTopics, type Suggestion } from './suggestion.ts';

const topicsOf = ({ title, headings }: Passage): string[] => [headings.at(-1) ?? '', title].map(withoutNumber);

/** Questions from a page's title and its headings. */
export const headingSuggestions = (passage: Passage): Suggestion[] => {
  const topics = [...topicsOf(passage).map((topic) => ({ topic, holds: '' })), ...innerTopics(passage)];
  return topics.flatMap(({ topic, holds }): Suggestion[] => {
    const { documentId } = passage;
    // A heading that is a question, as in team answers and FAQs, was really asked.
    if (isQuestion(topic)) return [{ question: asSentence(topic), documentId, holds }];
    const how = /^how to (?<act>\p{Ll}[^?:;()]{5,60})$/iu.exec(topic)?.groups?.act;
    if (how) return [{ question: `How do I ${how.replace(/\byour\b/g, 'my')}?`, documentId, holds }];
    if (holds !== '' || !isTopic(topic)) return [];
    const when = /^when (?:you|we) (?:are|have|get) (.+)$/i.exec(topic)?.[1];
    if (when) return [{ question: `What do I do when I am ${lower(when)}?`, documentId, holds }];
    if (NAMES_RULES.test(topic) && !/^\p{L}+ing\b/iu.test(topic))
      return [{ question: `What ${/s$/i.test(topic) ? 'are' : 'is'} the ${lower(topic)}?`, documentId, holds }];
    return /^who\s/i.test(topic) ? [{ question: `${topic}?`, documentId, holds }] : [];
  });
};

/** "What are the rules for …?" for a page that gives rules to people. */
export const ruleSuggestions = (passage: Passage): Suggestion[] =>
  RULES.test(passage.text)
    ? topicsOf(passage).flatMap((topic) =>
        isTopic(topic) &&
        !isQuestion(topic) &&
        !NAMES_RULES.test(topic) &&
        /^(?!who\s|when\s|how\s)[\p{L}' -]+$/iu.test(topic)
          ? [{ question: `What are the rules for ${lower(topic)}?`, documentId: passage.documentId, holds: '' }]
          : [],
      )
    : [];

/** Questions from a page's headings and rules. */
export const pageSuggestions = (passage: Passage): Suggestion[] => [
  ...headingSuggestions(passage),
  ...ruleSuggestions(passage),
];

const isTopic = (topic: string): boolean => isName(topic) && topic.split(/\s+/).length <= 4;
const NAMES_RULES = /\b(?:rules|policy|policies)$/i;
/** Rules for people. A specification's MUST is about programs. */
const RULES =
  /\b(?:you|we|everyone|everybody|employees|staff|your manager|managers)\b[^.]{0,80}\b(?:must|may|have to|are (?:not )?allowed)\b|\b(?:ask|tell) (?:your|the) \p{L}+/iu;

const MAX_QUESTION = 80;
/** A whole question, unlike "Firewood?", "Broken down?" and "If the balances differ?" */
const OPENS =
  /^(?:(?:what|where|when|how|why|who|which)(?:['’]?s| (?:is|are|was|were|do|does|did|can|could|should|must|may|will|would|has|have|many|much|long|often|far|soon|big|old))|(?:what|which|whose) \p{L}+ (?:is|are|do|does|can|should|will|has|have)|who \p{L}+s|is|are|can|could|do|does|did|may|must|should|will)(?!\p{L})/iu;
const isQuestion = (text: string): boolean =>
  text.length <= MAX_QUESTION &&
  /^[^?“”"|/]+ [^?“”"|/]+\??$/u.test(text) &&
  OPENS.test(text) &&
  contentWords(text).length >= 2;
const asSentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\s*\?$/, '')}?`;
