import { isAttachment } from '../../../core/answer.ts';
import type { Passage } from '../../../core/document.ts';
import type { AgentQuestion } from '../../agent.ts';
import { fromAttachments } from '../../references/from-attachments.ts';
import { tracedSearch } from '../../traced-hits.ts';
import { type Candidate, shownText } from '../candidates/candidate.ts';
import { type Decision, decide, type Tier } from '../choice/decide.ts';
import { type FoundCandidates, findCandidates } from '../find-candidates.ts';
import type { EarlierTurn } from '../reading/follow-up.ts';
import type { QuoteRequest } from '../search/quote-request.ts';
import { citationsOf, toCitation } from './citations.ts';
import { nearestPages } from './nearest-pages.ts';
import { answeringText, decideFairly, isOfAnEarlierYear, otherPage, statementOf } from './other-page.ts';
import { type QuoteOptions, recordQuote } from './quote-options.ts';
import type { Reply } from './reply.ts';
import { shortAnswerOf } from './short-answer.ts';
import { answerText, inert, otherPageText, quotedText, unsureText } from './shown-text.ts';
import { teamAnswerTo } from './team-answer.ts';
import { teamReply } from './team-reply.ts';
import { WORDING } from './wording.ts';

/** What comes before a question of a message. */
interface Before {
  /** Number of citations so far. */
  cited: number;
  /** Earlier turns, or the previous question of the same message, if this one continues it. */
  history: readonly EarlierTurn[];
  /** The reply to the question that this one continues. */
  before?: Reply;
}

/** The candidates of a question, what was chosen of them, and what is said beside it. */
interface Search {
  request: QuoteRequest;
  found: FoundCandidates;
  decision: Decision;
  notices: readonly string[];
}

/** Replies to one question of a message. */
export const replyTo = async (
  text: string,
  options: QuoteOptions,
  { cited, history, before }: Before,
): Promise<Reply> => {
  const byWords = await searchInThread(text, history, options);
  const { question, passages } = byWords.found;
  const teamAnswer = await teamAnswerTo([text, question.text], passages, options.stores.documents);
  if (teamAnswer) return { ...teamReply(teamAnswer, cited, options), notices: [...byWords.notices] };
  const search = await withEncoder(byWords);
  const { found, decision } = search;
  const best = decision.ranked[0]?.candidate;
  const isNear = isNearPage(best, before);
  const tier = tierOf(decision, found, isNear, before);
  recordQuote(options, {
    kind: 'note',
    name: 'confidence',
    data: {
      confidence: decision.confidence,
      tier,
      corrections: found.question.corrections,
      best: best && shownText(best),
    },
  });
  return tier === 'answer' && best
    ? answerReply(best, decision, search, cited, options)
    : unsureReply(tier, isNear, decision, search, options);
};

/**
 * The search decided by an encoder too, if there is one: it weighs the candidates again where words are not sure enough for an
 * answer, and holds back an answer whose missing words are for another thing.
 */
const withEncoder = async (search: Search): Promise<Search> => {
  const again = search.decision.tier === 'answer' ? undefined : await search.found.encoded();
  const { found, decision } = again ? { found: again, decision: decideFairly(again) } : search;
  const best = decision.tier === 'answer' ? decision.ranked[0]?.candidate : undefined;
  if (!best || !(await found.isOfAnother(best))) return { ...search, found, decision };
  return { ...search, found, decision: { ...decision, tier: 'closest' } };
};

/**
 * Searches for a question with the turns before it. One that may stand alone is also asked alone, and is so read where
 * only that finds an answer with all its words: "where is the defibrillator" after a question about plasters.
 */
const searchInThread = async (
  text: string,
  history: readonly EarlierTurn[],
  options: QuoteOptions,
): Promise<Search> => {
  const search = await searchFor(text, history, options);
  if (!search.found.question.mayStandAlone || search.decision.tier === 'answer') return search;
  const alone = await searchFor(text, [], options);
  const { tier, ranked } = alone.decision;
  return tier === 'answer' && ranked[0]?.features.missedShare === 0 ? alone : search;
};

/** Searches for a question and decides by words. */
const searchFor = async (text: string, history: readonly EarlierTurn[], options: QuoteOptions): Promise<Search> => {
  const { question, clock } = options;
  const request: QuoteRequest = {
    text,
    history,
    scopes: question.scopes,
    attached: attached(question),
    askedAt: question.asOf === undefined ? clock.now() : Date.parse(question.asOf),
    signal: question.signal,
    onSearch: (query, result, from) =>
      recordQuote(options, {
        kind: 'tool',
        name: 'search_passages',
        ms: performance.now() - from,
        data: { query, ...tracedSearch(result) },
      }),
  };
  const found = await findCandidates(request, options);
  const { corrections, language } = found.question;
  const notices = [
    ...(corrections.length > 0 ? [WORDING[language].corrected(corrections)] : []),
    ...(found.notice ? [found.notice] : []),
  ];
  return { request, found, decision: decideFairly(found), notices };
};

/**
 * True for a page of the reply that a question continues, or for any page if it continues none. A few words that go on
 * about a page ("by when?") say too little to tell which passage of another page is close.
 */
const isNearPage = (best: Candidate | undefined, before: Reply | undefined): boolean =>
  !before || [...before.citations, ...before.nearest].some((page) => page.documentId === best?.passage.documentId);

const tierOf = (
  { ranked, tier }: Decision,
  { question }: FoundCandidates,
  isNear: boolean,
  before: Reply | undefined,
): Tier => {
  // "And how do I search that?" answers nothing by itself where the question before it could not be read along, and "what
  // per head?" nothing of another page where no page speaks of the llamas before it.
  const isUnknownBefore = before?.tier === 'unknown' && (ranked[0]?.features.unknown ?? 0) > 0;
  if (!isNear && (question.query === question.text || isUnknownBefore)) return 'unknown';
  const best = ranked[0]?.candidate;
  // The asker attached a file to ask about it, so its closest passage counts as an answer.
  const isFromFile = best !== undefined && isAttachment(best.passage.documentId);
  return isFromFile && tier === 'closest' ? 'answer' : tier;
};

/** A page with its title as its author wrote it. */
const titled = <Page extends { documentId: string; title: string }>(page: Page, options: QuoteOptions): Page => ({
  ...page,
  title: options.titleOf(page.documentId) ?? page.title,
});

/** Quotes what answers, and below it another page that says otherwise. */
const answerReply = async (
  best: Candidate,
  { confidence }: Decision,
  { found, notices }: Search,
  cited: number,
  options: QuoteOptions,
): Promise<Reply> => {
  const { question, stores } = options;
  const wording = WORDING[found.question.language];
  const differing = otherPage(found, statementOf(best));
  const leads = differing !== undefined && isOfAnEarlierYear(best, differing, found.question);
  const [chosen, other] = leads ? [differing, best] : [best, differing];
  const { title, documentId } = titled(chosen.passage, options);
  const citations = await citationsOf(chosen, cited, stores.documents, question.scopes);
  const beside = other && {
    text: await otherPageText(other, chosen, wording, options),
    citation: {
      ...toCitation(cited + citations.length + 1, other.passage, answeringText(other)),
      otherwise: true as const,
    },
  };
  const numbers = citations.map(({ n }) => n);
  const shown = answerText(chosen, numbers, found.question, wording, title);
  return {
    tier: 'answer',
    text: beside ? `${shown}\n\n${beside.text} [${beside.citation.n}]` : shown,
    shortAnswer: inert(shortAnswerOf(chosen, found.question), chosen),
    confidence,
    citations: beside ? [...citations, beside.citation] : citations,
    nearest: [],
    notices: found.replaced.has(documentId) ? [...notices, wording.replaced(title)] : [...notices],
  };
};

/** Says that nothing answers, with the closest passages or the nearest pages. */
const unsureReply = async (
  tier: Tier,
  isNear: boolean,
  { ranked, confidence }: Decision,
  { request, found, notices }: Search,
  options: QuoteOptions,
): Promise<Reply> => {
  const wording = WORDING[found.question.language];
  const shown = (one: Candidate) => quotedText(one, wording, titled(one.passage, options));
  const closest = tier === 'closest' && isNear ? ranked[0]?.candidate : undefined;
  const other = closest && otherPage(found, statementOf(closest), confidence);
  const quoted = [closest, other].filter((one) => one !== undefined);
  const untrusted = await untrustedCandidate(request, options, tier);
  const nearest = nearestPages(ranked, found, quoted, { untrusted, shortened: options.shortened() }).map((page) =>
    titled(page, options),
  );
  const unsure = untrusted && quoted.length === 0 ? [] : [unsureText(quoted.map(shown), nearest, found, wording)];
  return {
    tier,
    text: [...unsure, ...(untrusted ? [`${wording.untrusted}\n\n${shown(untrusted)}`] : [])].join('\n\n'),
    shortAnswer: '',
    confidence: 0,
    citations: [],
    nearest,
    notices: [...notices],
  };
};

/** Maximum passages from pages with an injection. */
const MAX_WITHHELD = 4;

/**
 * What a page with an injection says about an unanswered question, out of the injection's reach. One comment must not
 * hide a whole page, but its author may have written the rest too, so it is shown with that caveat and never as an answer.
 */
const untrustedCandidate = async (
  request: QuoteRequest,
  options: QuoteOptions,
  tier: Tier,
): Promise<Candidate | undefined> => {
  const withheld = options.withheld().slice(0, MAX_WITHHELD);
  if (withheld.length === 0) return undefined;
  const pages = new Set(withheld.map(({ documentId }) => documentId));
  const { ranked, tier: reached } = decide(await findCandidates({ ...request, attached: withheld }, options));
  const best = ranked[0]?.candidate;
  if (!best || !pages.has(best.passage.documentId)) return undefined;
  // Beside an honest page's closest passage, only what would answer is shown.
  return reached === 'answer' || (reached === 'closest' && tier !== 'closest') ? best : undefined;
};

/** Attached files as passages. */
const attached = ({ attachments = [], text }: AgentQuestion): Passage[] =>
  fromAttachments(attachments, text).map((reference, ordinal) => ({
    id: reference.passageId ?? `${reference.documentId}#${ordinal}`,
    documentId: reference.documentId,
    ordinal,
    kind: 'text',
    title: reference.title,
    headings: [],
    text: reference.text,
    start: 0,
    end: reference.text.length,
    links: [],
    scopes: [],
  }));
