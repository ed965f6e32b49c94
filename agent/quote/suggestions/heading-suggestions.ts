import type { Passage } from '../../../core/document.ts';
import { contentWords, STOP_WORDS } from '../../../core/text/question-terms.ts';
import { withoutNumber } from '../pages/heading-stems.ts';
import { rankOf } from '../words/common-words.ts';
import { isName, lower, lowerWords } from './names.ts';
import { innerTopics, type Suggestion } from './suggestion.ts';

const topicsOf = ({ title, headings }: Passage): string[] => [headings.at(-1) ?? '', title].map(withoutNumber);

/** Questions from a page's title and its headings. */
export const headingSuggestions = (passage: Passage): Suggestion[] => {
  const topics = [...topicsOf(passage).map((topic) => ({ topic, holds: '' })), ...innerTopics(passage)];
  return topics.flatMap(({ topic, holds }): Suggestion[] => {
    const { documentId } = passage;
    const asked = whatToDo(topic);
    if (asked !== undefined) return [{ question: asked, documentId, holds }];
    // A heading that is a question, as in team answers and FAQs, was really asked.
    if (isQuestion(topic)) return [{ question: asSentence(topic), documentId, holds, isFromPage: true }];
    const how = /^how to (?!be\b)(?<act>\p{Ll}[^?:;()]{5,60})$/iu.exec(topic)?.groups?.act;
    // A verb, whose capital is no name's.
    if (how) return [{ question: howDoI(`${how.charAt(0).toLowerCase()}${how.slice(1)}`), documentId, holds }];
    const doing = holds === '' ? actOf(topic) : undefined;
    if (doing !== undefined) return [{ question: howDoI(doing), documentId, holds }];
    if (holds !== '' || !isTopic(topic)) return [];
    const when = /^when (?:you|we) (?:are|have|get) (.+)$/i.exec(topic)?.[1];
    if (when) return [{ question: `What do I do when I am ${lower(when)}?`, documentId, holds }];
    if (NAMES_RULES.test(topic) && !/^\p{L}+ing\b/iu.test(topic) && !OF_THE_PAGE.test(topic)) {
      // "Policies" alone does not say whose they are.
      const named = /\s/.test(topic) ? topic : `${passage.title} ${topic.toLowerCase()}`;
      return isTopic(named)
        ? [
            {
              question: `What ${/s$/i.test(named) ? 'are' : 'is'} the ${lower(named.replace(/^the\s+/i, ''))}?`,
              documentId,
              holds,
              asksRules: true,
            },
          ]
        : [];
    }
    // "Who should participate" does not say in what.
    return /^who\s/i.test(topic) && contentWords(topic).length >= 2
      ? [{ question: `${topic}?`, documentId, holds }]
      : [];
  });
};

/** "What are the rules for …?" for a page that gives rules to people. */
export const ruleSuggestions = (passage: Passage): Suggestion[] =>
  RULES.test(passage.text)
    ? topicsOf(passage).flatMap((topic) =>
        isTopic(topic) &&
        !isQuestion(topic) &&
        !NAMES_RULES.test(topic) &&
        !NAMES_PAGE.test(topic) &&
        /^(?!who\s|when\s|how\s)[\p{L}' -]+$/iu.test(topic)
          ? [
              {
                question: `What are the rules for ${lower(topic)}?`,
                documentId: passage.documentId,
                holds: '',
                asksRules: true,
              },
            ]
          : [],
      )
    : [];

/** Questions from a page's headings and rules. */
export const pageSuggestions = (passage: Passage): Suggestion[] => [
  ...headingSuggestions(passage),
  ...ruleSuggestions(passage),
];

const isTopic = (topic: string): boolean => isName(topic) && topic.split(/\s+/).length <= 4 && !FILE_NAME.test(topic);
/** "pta-newsletter-november": the title of a page without one is its file's name. */
const FILE_NAME = /^\p{Ll}+(?:[-_][\p{Ll}\p{N}]+)+$/u;
const NAMES_RULES = /\b(?:rules|policy|policies)$/i;
/** "Reason for the policy" means that of its page, and "Security & privacy policies" is a page's title, not what somebody says. */
const OF_THE_PAGE = /\b(?:for|of|behind|in|on) (?:the|this|these|our) \p{L}+$|&/iu;
/** What a page is called by its kind, of which there are no rules: "Travel tips". */
const NAMES_PAGE =
  / [-–—] |\b(?:tips|practices|guide(?:lines)?|schedule|requirements|overview|general|faqs?|manual|handbook|programme?|introduction|basics|home|wiki|index|list|notes|minutes)$/i;

/** "What to do when your device is lost" as somebody asks it; undefined for any other heading. */
const whatToDo = (topic: string): string | undefined => {
  const { when = '', happens } =
    /^what to do (?<when>when|if) (?<happens>[^?:;()]{5,60})\??$/iu.exec(topic)?.groups ?? {};
  if (happens === undefined) return undefined;
  const own = withoutTitleCase(happens)
    .replace(/\byou are\b/gi, 'I am')
    .replace(/\byou\b/gi, 'I')
    .replace(/\byour\b/gi, 'my');
  return `What do I do ${when.toLowerCase()} ${own}?`;
};

/** A capital of "Your" is one of a title, in which every word has one. */
const withoutTitleCase = (words: string): string => (/\bYou/.test(words) ? lowerWords(words) : lower(words));

const howDoI = (act: string): string => `How do I ${withoutTitleCase(act).replace(/\byour\b/g, 'my')}?`;
/** "Submitting an invoice (for contractors)", but not "Logging retention". Group 1 is the verb, group 2 what follows it. */
const DOING =
  /^(\p{L}{2,}ing) ((?!(?:to|for|from|with|by|of|through|via|at)\s)(?=(?:[^\s]+ )?(?:an?|the|your|our|through|via|in|for|from|with|on|to|by)\s)[^():;,?/]{4,50}?)\s*(?:\([^()]*\))?$/iu;
/** "submit an invoice" for a heading that names an act; undefined for others. */
const actOf = (topic: string): string | undefined => {
  const [, doing = '', what = ''] = DOING.exec(topic) ?? [];
  const start = doing.toLowerCase().slice(0, -'ing'.length);
  const verb = [start.replace(/(\p{L})\1$/u, '$1'), start, `${start}e`]
    .filter((one) => rankOf(one) < Number.POSITIVE_INFINITY && !STOP_WORDS.has(one))
    .sort((a, b) => rankOf(a) - rankOf(b))[0];
  return doing === '' || verb === undefined ? undefined : `${verb} ${what}`;
};
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
  // "Who pays what?" asks for a whole page.
  !/\s(?:what|whom?|when|where)\W*$/i.test(text) &&
  contentWords(text).length >= 2;
const asSentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\s*\?$/, '')}?`;
