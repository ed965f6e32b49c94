import type { Passage, Scope, Table } from '../../core/document.ts';
import { headerName } from '../../core/tables/markdown.ts';
import { decide } from './choice/decide.ts';
import { findCandidates, type QuoteSources } from './find-candidates.ts';

/** A question that a person would ask of a page, and words that a right answer to it must hold. */
export interface Suggestion {
  question: string;
  documentId: string;
  holds: string;
  /** The passage that has to answer it, where the page as a whole will not do. */
  passageId?: string;
}

/** Words that lead to pages people ask about in any company; they are searched for, never shown. */
const COMMON_GROUND =
  'policy, how to start, overview, prices, who is responsible, holidays, opening hours, support, limits, contact';
const PAGES = 24;
/** Questions that are tried for each one that is asked for. */
const TRIES = 4;

/**
 * Questions to begin with, from pages that the asker may see: one a page, each put to the pages first and kept only where
 * they answer it from that very page. Empty where no page gives one.
 * @param from sources whose pages give questions; all where none is named
 */
export const suggestQuestions = async (
  sources: QuoteSources,
  scopes: readonly Scope[],
  count: number,
  { from, askedAt = Date.now() }: { from?: readonly string[]; askedAt?: number } = {},
): Promise<string[]> => {
  const { documents } = sources.stores;
  const { hits } = await sources.retriever.search({
    text: COMMON_GROUND,
    k: PAGES,
    scopes,
    ...(from && { sources: from }),
  });
  const pages = new Map<string, Passage>();
  for (const { passage } of hits) if (!pages.has(passage.documentId)) pages.set(passage.documentId, passage);
  const tables = await documents.tablesOf([...pages.keys()], scopes);
  const candidates = [...pages.values()].flatMap((page) => {
    const own = tables.filter(({ documentId }) => documentId === page.documentId);
    return own.flatMap(tableSuggestions).slice(0, 2).concat(pageSuggestions(page));
  });
  const found: Suggestion[] = [];
  for (const one of alternate(candidates).slice(0, count * TRIES)) {
    if (found.length >= count) break;
    if (found.some(({ documentId }) => documentId === one.documentId)) continue;
    if (await isAnswered(one, sources, scopes, askedAt)) found.push(one);
  }
  return found.map(({ question }) => question);
};

/** The first question of every page before the second of any. */
const alternate = (all: readonly Suggestion[]): Suggestion[] => {
  const turns = new Map<string, number>();
  return all
    .map((one) => {
      const turn = turns.get(one.documentId) ?? 0;
      turns.set(one.documentId, turn + 1);
      return { one, turn };
    })
    .sort((a, b) => a.turn - b.turn)
    .map(({ one }) => one);
};

/** Puts a question to the pages: whether they answer it, from the place that it was drawn from. */
export const isAnswered = async (
  { question, documentId, holds, passageId }: Suggestion,
  sources: QuoteSources,
  scopes: readonly Scope[],
  askedAt: number,
): Promise<boolean> => {
  const found = await findCandidates({ text: question, scopes, askedAt }, sources);
  const { ranked, tier } = decide(found);
  const best = ranked[0]?.candidate;
  return (
    tier === 'answer' &&
    best?.passage.documentId === documentId &&
    (passageId === undefined || best.passage.id === passageId) &&
    // Asked about as a whole, a page answers in its sentences: rows of a table are about single things.
    (holds === '' ? best.table === undefined : best.plain.includes(holds)) &&
    !found.replaced.has(documentId)
  );
};

const MAX_LABEL = 32;
const isName = (text: string): boolean =>
  text.length > 1 && text.length <= MAX_LABEL && /^\p{L}/u.test(text) && !/[|:;?]/.test(text);

/** What a column's head asks for, as a person would put it. */
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
  [/^discount$/i, (label) => `What discount do ${lower(label)} get?`],
  [/^first answer$/i, (label) => `How soon do ${label} customers get a first answer?`],
];

/** What columns of people, prices and dates are asked for, of the first rows. */
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

/** Of a page without such a table: what its title or heading is about. */
export const pageSuggestions = ({ documentId, title, headings }: Passage): Suggestion[] => {
  const topics = [headings.at(-1) ?? '', title].map((topic) => topic.replace(/^[\d.]+\s*/, '').trim());
  return topics.flatMap((topic): Suggestion[] => {
    // A heading that asks, as those of team answers do, is a question that somebody really asked.
    if (isQuestion(topic)) return [{ question: topic, documentId, holds: '' }];
    if (!isName(topic) || topic.split(/\s+/).length > 4) return [];
    const when = /^when (?:you|we) (?:are|have|get) (.+)$/i.exec(topic)?.[1];
    if (when) return [{ question: `What do I do when I am ${lower(when)}?`, documentId, holds: '' }];
    if (/\b(?:rules|policy|policies)$/i.test(topic))
      return [{ question: `What ${/s$/i.test(topic) ? 'are' : 'is'} the ${lower(topic)}?`, documentId, holds: '' }];
    if (/^who\s/i.test(topic)) return [{ question: `${topic}?`, documentId, holds: '' }];
    return [{ question: `What are the rules for ${lower(topic)}?`, documentId, holds: '' }];
  });
};

const MAX_QUESTION = 80;
const isQuestion = (text: string): boolean =>
  text.length <= MAX_QUESTION && /^\p{Lu}[^?“”"|]+ [^?“”"|]+\?$/u.test(text);

const lower = (text: string): string =>
  /^\p{Lu}{2,}|^\p{Lu}\p{Ll}+ \p{Lu}/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);
const article = (label: string): string => (/\p{N}/u.test(label) ? `a ${label}` : label);
