import type { Passage, Scope, Table } from '../../../core/document.ts';
import { headerName } from '../../../core/tables/markdown.ts';
import { contentWords } from '../../../core/text/question-terms.ts';
import { shownText } from '../candidates/candidate.ts';
import { decide } from '../choice/decide.ts';
import { findCandidates, type QuoteSources } from '../find-candidates.ts';
import { sentencesOf } from '../pages/passage-sentences.ts';
import { plainText } from '../pages/plain-text.ts';
import { teamAnswerTo } from '../reply/team-answer.ts';
import { stemsOf } from '../words/stems.ts';
import { foreignLanguageOf, foreignSuggestions } from './foreign-suggestions.ts';
import { innerTopics, type Suggestion, withoutNumber } from './suggestion.ts';

/** Search words for pages that people ask about first, at work or in a manual. Never shown. */
const STARTING_QUERY =
  'policy, how to start, overview, introduction, frequently asked questions, prices, who is responsible, holidays, opening hours, support, limits, contact';
const PAGES = 24;
/** Pages whose titles form the second query, which finds related pages. */
const LEADING_PAGES = 8;
/** Passages read from the start of each page, in addition to search results. */
const FIRST_PASSAGES = 3;
/** Maximum questions from the sentences of one page. */
const MAX_STATEMENTS = 4;
/** Tries per question wanted. Each try costs a search. */
const TRIES = 6;

/**
 * Suggests first questions from pages that the asker may read, of different pages if there are enough. Keeps only
 * questions that their own page answers.
 * @param from source ids; all sources if absent
 */
export const suggestQuestions = async (
  sources: QuoteSources,
  scopes: readonly Scope[],
  count: number,
  { from, askedAt = Date.now() }: { from?: readonly string[]; askedAt?: number } = {},
): Promise<string[]> => {
  const { documents } = sources.stores;
  const passages = await startingPassages(sources, scopes, from);
  const pages = [...new Set(passages.map(({ documentId }) => documentId))];
  const tables = await documents.tablesOf(pages, scopes);
  const candidates = pages.map((page) => {
    const own = passages.filter(({ documentId }) => documentId === page);
    const ownTables = tables.filter(({ documentId }) => documentId === page);
    const language = foreignLanguageOf(own);
    // Nobody asks in English about the words of a page in another language.
    if (language !== undefined) return { asked: foreignSuggestions(own, ownTables, language), own: [] };
    const ofTables = ownTables.flatMap(tableSuggestions);
    const ofStatements = own.flatMap(statementSuggestions).slice(0, MAX_STATEMENTS);
    return { asked: [...ofTables.slice(0, 2), ...own.flatMap(headingSuggestions), ...ofStatements], own };
  });
  // Few pages give rules that somebody asks for, so these are tried last.
  const tries = [
    ...inTurns(candidates.map(({ asked }) => asked)),
    ...candidates.flatMap(({ own }) => own.flatMap(ruleSuggestions)),
  ]
    .filter(({ question }, at, all) => all.findIndex((other) => other.question === question) === at)
    .slice(0, count * TRIES);
  const found: Suggestion[] = [];
  const more: Suggestion[] = [];
  for (const one of tries) {
    if (found.length >= count) break;
    const isOfNewPage = found.every(({ documentId }) => documentId !== one.documentId);
    if (!isOfNewPage && more.length >= count) continue;
    if (await isAnswered(one, sources, scopes, askedAt)) (isOfNewPage ? found : more).push(one);
  }
  return [...found, ...more].slice(0, count).map(({ question }) => question);
};

/** Passages of the pages that people ask about first and of related pages, best page first. */
const startingPassages = async (
  { stores, retriever }: QuoteSources,
  scopes: readonly Scope[],
  from: readonly string[] | undefined,
): Promise<Passage[]> => {
  const search = async (text: string) =>
    (await retriever.search({ text, k: PAGES, scopes, ...(from && { sources: from }) })).hits.map(
      ({ passage }) => passage,
    );
  const first = await search(STARTING_QUERY);
  const titles = [...new Set([...first.map(({ title }) => title), ...(from ?? [])])].slice(0, LEADING_PAGES);
  const hits = [...first, ...(titles.length > 0 ? await search(titles.join(', ')) : [])];
  const found = hits.map(({ documentId }) => documentId);
  // The words of the query may stand on none of the few pages that there are.
  const pages = [...new Set([...found, ...(await firstPages(stores.documents, from, PAGES))])].slice(0, PAGES);
  const beginnings = pages.flatMap((page) => Array.from({ length: FIRST_PASSAGES }, (_, at) => `${page}#${at}`));
  const known = new Map(hits.map((passage) => [passage.id, passage]));
  for (const passage of await stores.documents.passages(beginnings, scopes)) known.set(passage.id, passage);
  const all = [...known.values()].sort((a, b) => a.ordinal - b.ordinal);
  return pages.flatMap((page) => all.filter(({ documentId }) => documentId === page));
};

/** The ids of some pages of the sources, in the order of the store. */
const firstPages = async (
  documents: QuoteSources['stores']['documents'],
  from: readonly string[] | undefined,
  limit: number,
): Promise<string[]> => {
  const ids: string[] = [];
  for (const source of from ?? (await documents.sources()).map(({ id }) => id))
    for await (const { id } of documents.stamps(source)) {
      if (ids.length >= limit) return ids;
      ids.push(id);
    }
  return ids;
};

/** The first question of every page, then the second of every page, and so on. */
const inTurns = (pages: readonly (readonly Suggestion[])[]): Suggestion[] => {
  const longest = Math.max(0, ...pages.map(({ length }) => length));
  return Array.from({ length: longest }, (_, turn) => pages.flatMap((asked) => asked.slice(turn, turn + 1))).flat();
};

/** True if quoting answers the question from the page, and the passage, that it was made from. */
export const isAnswered = async (
  { question, documentId, holds, passageId }: Suggestion,
  sources: QuoteSources,
  scopes: readonly Scope[],
  askedAt: number,
): Promise<boolean> => {
  const found = await findCandidates({ text: question, scopes, askedAt }, sources);
  const teamAnswer = await teamAnswerTo([question], found.passages, sources.stores.documents);
  if (teamAnswer) return teamAnswer.passage.documentId === documentId;
  const { ranked, tier } = decide(found);
  const best = ranked[0]?.candidate;
  return (
    tier === 'answer' &&
    best?.passage.documentId === documentId &&
    (passageId === undefined || best.passage.id === passageId) &&
    // A question about the whole page must be answered by a sentence; table rows are about single things.
    (holds === ''
      ? best.table === undefined
      : best.plain.includes(holds) || plainText(shownText(best)).includes(holds)) &&
    !found.replaced.has(documentId)
  );
};

const MAX_LABEL = 32;
const isName = (text: string): boolean =>
  text.length > 1 && text.length <= MAX_LABEL && /^\p{L}/u.test(text) && !/[|:;?]/.test(text);

/** Question templates by column head. */
const ASK: readonly (readonly [RegExp, (label: string, column: string) => string])[] = [
  [
    /^(?:(?:team |site )?lead|head|manager|owner|contact|responsible|person)$/i,
    (label, column) => `Who is the ${lower(column)} of ${label}?`,
  ],
  [/price|cost|fee/i, (label) => `How much is ${article(label)}?`],
  [/^(?:opened|founded)$/i, (label) => `When was ${label} opened?`],
  [/^released$/i, (label) => `When was ${label} released?`],
  [/^joined$/i, (label) => `When did ${label} join?`],
  [
    /^(?:phone|telephone|e-?mail|address|channel|warranty|version|default|size|weight|range)$/i,
    (label, column) => `What is the ${lower(column)} of ${label}?`,
  ],
  [/^(?:opening )?hours$/i, (label) => `What are the opening hours of ${label}?`],
  [
    /^discount$/i,
    (label) =>
      /s$/i.test(label)
        ? `What discount do ${lower(label)} get?`
        : `What discount does ${/^[aeiou]/i.test(label) ? 'an' : 'a'} ${lower(label)} get?`,
  ],
  [/^first answer$/i, (label) => `How soon do ${label} customers get a first answer?`],
  [
    /^(?:\p{L}+ ){0,2}(?:limit|rate|allowance|discount|charge|deadline|terms|extension|budget|capacity|interval|minimum|maximum)$/iu,
    (label, column) => `What is the ${lower(column)} for ${label}?`,
  ],
  [/^(?:\p{L}+ ){0,2}due$/iu, (label, column) => `When is the ${lower(column)} for ${label}?`],
];

/** Questions about the first rows of a table, if it has a column in `ASK`. */
export const tableSuggestions = ({ documentId, columns, rows }: Table): Suggestion[] => {
  const found: Suggestion[] = [];
  for (const row of rows.slice(0, 4)) {
    const label = row[0]?.trim() ?? '';
    if (!isName(label) || label.split(/\s+/).length > 4) continue;
    for (const [at, path] of columns.entries()) {
      const [column, cell] = [headerName(path).trim(), row[at]?.trim() ?? ''];
      if (at === 0 || cell === '' || cell.length > 60) continue;
      const ask = ASK.find(([head]) => head.test(column))?.[1];
      if (!ask || column.includes('›')) continue;
      found.push({ question: ask(label, column), documentId, holds: cell });
      break;
    }
    if (found.length >= 2) break;
  }
  return found;
};

const topicsOf = ({ title, headings }: Passage): string[] => [headings.at(-1) ?? '', title].map(withoutNumber);

/** Questions from a page's title and its headings. */
const headingSuggestions = (passage: Passage): Suggestion[] => {
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
const ruleSuggestions = (passage: Passage): Suggestion[] =>
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

/** A definition: "A closure is a function that …". */
const DEFINES =
  /^(?:(?<article>An?|The)\s+)?(?<name>[\p{L}\p{N}][\p{L}\p{N}_.+-]*(?: [\p{L}\p{N}_.+-]+){0,2}) (?<verb>is|are) (?:an?|the) (?!same\b|only\b|first\b|last\b|next\b|following\b|above\b|below\b)\p{L}/u;
/** What a name in code does: "ffi_prep_cif returns …". */
const DOES = /^(?<name>[\p{L}][\p{L}\p{N}]*(?:_+[\p{L}\p{N}]+)+)(?:\(\))? (?!is\b|has\b|was\b|does\b)\p{Ll}+s\b/u;
/** How to do something: "To draw a graph, call …". */
const PURPOSE =
  /^To (?:quickly |simply |easily |properly )?(?<purpose>\p{Ll}+ [^,;:()]{6,60}), (?:(?:you|we|just|simply|first|then|please) )*\p{Ll}+/u;
/** Subjects that refer to other text or to anything; a question about them makes no sense. */
const POINTS_ELSEWHERE =
  /^(?:it|this|that|these|those|there|here|he|she|they|we|you|i|one|each|both|all|some|any|which|what|who|such|your|my|our|their|its|if|when|then|note|example|result|following|first|second|next|last|other|another|same|idea|reason|problem|answer|default|value|name|number|list|following)\b/i;
/** Words that no name contains: "Maybe this function", "EXSLT itself". */
const NO_NAME = /\b(?:this|that|these|those|itself|themselves|but|maybe|also|not|there)\b/i;
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

/** Questions from sentences that give a definition, instructions, or the purpose of a name in code. */
const statementSuggestions = (passage: Passage): Suggestion[] => {
  const { documentId, title, headings } = passage;
  const about = new Set(stemsOf(`${title} ${headings.join(' ')}`));
  const { sentences } = sentencesOf(passage);
  const terms = new Set(sentences.map(({ lead }) => lead).filter((lead) => lead !== ''));
  const isGlossary = terms.size >= GLOSSARY_TERMS && GLOSSARY.test(`${title} ${headings.join(' ')}`);
  return sentences.flatMap(({ plain, unfit, code, speaker, lead }): Suggestion[] => {
    if (isGlossary && isGlossaryTerm(lead, plain))
      return [{ question: `What ${/[^s]s$/.test(lead) ? 'are' : 'is'} ${lower(lead)}?`, documentId, holds: plain }];
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
    const named = article ? `${article.toLowerCase()} ${lower(name)}` : name;
    return [{ question: `What ${verb} ${named}?`, documentId, holds: plain }];
  });
};

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

const lower = (text: string): string =>
  /^\p{Lu}{2,}|^\p{Lu}\p{Ll}+ \p{Lu}/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);
const article = (label: string): string => (/\p{N}/u.test(label) ? `a ${label}` : label);
