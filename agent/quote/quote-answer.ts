import {
  type Answer,
  type Citation,
  isAttachment,
  type NearestPage,
  type TraceEvent,
  type Usage,
} from '../../core/answer.ts';
import type { Clock } from '../../core/clock.ts';
import type { Passage, Scope } from '../../core/document.ts';
import { nearestName } from '../../core/nearest-name.ts';
import { inertText } from '../../core/text/inert-text.ts';
import { searchByWords } from '../../retrieval/index.ts';
import type { AgentEvent, AgentQuestion } from '../agent.ts';
import { fromAttachments } from '../references/from-attachments.ts';
import { smallTalkIn, withoutGreeting, withoutSmallTalk } from '../smalltalk/recognise.ts';
import { tracedSearch } from '../traced-hits.ts';
import { type Candidate, quotedWords, shownText } from './candidates/candidate.ts';
import { withoutNumber } from './candidates/heading-stems.ts';
import { plainText } from './candidates/plain-text.ts';
import { rowLine } from './candidates/tables.ts';
import { decide, type Tier } from './choice/decide.ts';
import type { Ranked } from './choice/rank.ts';
import { type FoundCandidates, findCandidates, type QuoteRequest, type QuoteSources } from './find-candidates.ts';
import { answeringText, decideFairly, isOfAnEarlierYear, namePages, otherPage, statementOf } from './other-page.ts';
import type { EarlierTurn } from './reading/follow-up.ts';
import type { ReadQuestion } from './reading/question.ts';
import { type AskedQuestion, MAX_QUESTIONS, questionsIn } from './several-questions.ts';
import { shortAnswerOf, withAnsweringCellBold } from './short-answer.ts';
import { type TeamAnswer, teamAnswerTo } from './team-answer.ts';
import { WORDING, type Wording } from './wording.ts';

export interface QuoteOptions extends QuoteSources {
  question: AgentQuestion;
  clock: Clock;
  startedAt: number;
  trace: TraceEvent[];
  record(event: TraceEvent): void;
  /** The title of a page as its author wrote it, if the stores show another one (tools/quarantine.ts). */
  titleOf(documentId: string): string | undefined;
  /** Statements of pages with an injection that it does not reach, best first (tools/quarantine.ts). */
  withheld(): readonly Passage[];
  /** Why no model wrote the answer. */
  notices: readonly string[];
  /** Usage of a model call that failed before. */
  spent?: Usage;
  onEvent(event: AgentEvent): void;
}

/** Maximum number of nearest pages, or of places in them. */
const MAX_NEAREST = 3;

/**
 * Answers without a model: quotes the sentence with its paragraph, or the table rows, that answer the question. If
 * unsure, says so and shows the closest passage or the nearest pages.
 */
export const quoteAnswer = async (options: QuoteOptions): Promise<Answer> => {
  const { question, clock, startedAt, trace, onEvent } = options;
  onEvent({ type: 'status', text: 'Searching the pages' });
  // A question with a file is about the file, not about earlier turns.
  const turns = question.attachments?.length ? [] : withoutSmallTalk(question.history);
  const doubt = smallTalkIn(question.text);
  const doubted = doubt?.kind === 'doubt' ? turns.pop() : undefined;
  const message = withoutGreeting(doubted?.question ?? question.text);
  const inMessage = questionsIn(message);
  const isSplit = inMessage.length > 1 || inMessage[0]?.text !== message;
  const whole = isSplit ? await teamReplyToAll(message, options) : undefined;
  const asked: readonly AskedQuestion[] = whole ? [{ text: message, continues: false }] : inMessage;
  /** By question. Questions with the same reply share it, and it is shown once below all of them. */
  const replies: Reply[] = whole ? [whole] : [];
  for (const [at, { text, continues }] of whole ? [] : asked.slice(0, MAX_QUESTIONS).entries()) {
    const cited = [...new Set(replies)].flatMap(({ citations }) => citations).length;
    const before = continues ? replies[at - 1] : undefined;
    const history = before ? [{ question: asked[at - 1]?.text ?? '', answer: before.text }] : turns;
    const reply = await replyTo(text, options, { cited, history, ...(before && { before }) });
    replies.push(replies.find((one) => saysTheSame(one, reply)) ?? reply);
  }

  const several = asked.length > 1;
  const distinct = [...new Set(replies)];
  const parts = distinct.map((reply) => {
    const questions = replies.flatMap((one, at) => (one === reply ? `**${asked[at]?.text}**` : []));
    return several ? `${questions.join('\n\n')}\n\n${reply.text}` : reply.text;
  });
  const left = asked.slice(MAX_QUESTIONS);
  if (left.length > 0)
    parts.push(`Please ask these again, one at a time: ${left.map((one) => `“${one.text}”`).join(', ')}`);
  const answered = distinct.filter(({ tier }) => tier === 'answer');
  if (doubt && doubted && answered.length > 0) parts.unshift(WORDING[doubt.language].again);
  const text = parts.join('\n\n');
  const citations = distinct.flatMap((reply) => reply.citations);
  onEvent({ type: 'token', text });
  for (const citation of citations) onEvent({ type: 'citation', citation });

  const nearest = nearestOfAll(
    distinct.flatMap((reply) => reply.nearest),
    answered.length > 0,
  );
  const notices = [...new Set([...options.notices, ...replies.flatMap((reply) => reply.notices)])];
  const confidence = answered.length === 0 ? 0 : Math.min(...answered.map((reply) => reply.confidence));
  return {
    question: question.text,
    text,
    shortAnswer: answered.map(({ shortAnswer }) => shortAnswer).join('; '),
    verdict: answered.length > 0 ? 'answered' : 'unknown',
    confidence: Math.round(confidence * 100) / 100,
    citations,
    ...(nearest.length > 0 && { nearest }),
    strategy: 'quote',
    usage: options.spent ?? {
      calls: 0,
      inputTokens: 0,
      outputTokens: 0,
      seconds: (clock.now() - startedAt) / 1000,
      rounds: 0,
    },
    mode: 'quote',
    ...(notices.length > 0 ? { notices } : {}),
    trace,
  };
};

/** True for replies that quote the same words, or name the same pages. */
const saysTheSame = (one: Reply, other: Reply): boolean =>
  one.tier === other.tier &&
  (one.citations.length === 0
    ? one.text === other.text
    : one.citations.map(quoteKey).join('\n') === other.citations.map(quoteKey).join('\n'));
const quoteKey = ({ passageId, quote }: Citation): string => `${passageId} ${quote}`;

/** The reply to one question of a message. */
interface Reply {
  tier: Tier;
  text: string;
  shortAnswer: string;
  confidence: number;
  citations: Citation[];
  nearest: NearestPage[];
  notices: string[];
}

type Titled = { documentId: string; title: string };

/** What comes before a question of a message. */
interface Before {
  /** Number of citations so far. */
  cited: number;
  /** Earlier turns, or the previous question of the same message, if this one continues it. */
  history: readonly EarlierTurn[];
  /** The reply to the question that this one continues. */
  before?: Reply;
}

const replyTo = async (text: string, options: QuoteOptions, { cited, history, before }: Before): Promise<Reply> => {
  const { question, clock, startedAt, record, stores } = options;
  const titled = <Page extends Titled>(page: Page): Page => ({
    ...page,
    title: options.titleOf(page.documentId) ?? page.title,
  });
  const request: QuoteRequest = {
    text,
    history,
    scopes: question.scopes,
    attached: attached(question),
    askedAt: question.asOf === undefined ? clock.now() : Date.parse(question.asOf),
    signal: question.signal,
    onSearch: (query, result, from) =>
      record({
        node: 'quote',
        kind: 'tool',
        name: 'search_passages',
        at: clock.now() - startedAt,
        ms: performance.now() - from,
        data: { query, ...tracedSearch(result) },
      }),
  };
  const found = await findCandidates(request, options);
  const wording = WORDING[found.question.language];
  const notices = [
    ...(found.question.corrections.length > 0 ? [wording.corrected(found.question.corrections)] : []),
    ...(found.notice ? [found.notice] : []),
  ];
  const teamAnswer = await teamAnswerTo([text, found.question.text], found.passages, stores.documents);
  if (teamAnswer) {
    traceTeamAnswer(teamAnswer, options);
    return { ...teamReply(teamAnswer, cited), notices };
  }
  const decided = decideFairly(found);
  const { ranked, confidence } = decided;
  const [best] = ranked;
  // The asker attached a file to ask about it, so its closest passage counts as an answer.
  const isFromFile = best !== undefined && isAttachment(best.candidate.passage.documentId);
  // A few words that go on about a page ("by when?") say too little to tell which passage of another page is close.
  const isNear =
    !before ||
    [...before.citations, ...before.nearest].some((page) => page.documentId === best?.candidate.passage.documentId);
  // "And how do I search that?" answers nothing by itself where the question before it could not be read along.
  const isLoose = !isNear && found.question.query === found.question.text;
  const reached = isFromFile && decided.tier === 'closest' ? 'answer' : decided.tier;
  const tier = isLoose ? 'unknown' : reached;
  record({
    node: 'quote',
    kind: 'note',
    name: 'confidence',
    at: clock.now() - startedAt,
    data: { confidence, tier, corrections: found.question.corrections, best: best && shownText(best.candidate) },
  });
  if (tier === 'answer' && best) {
    const differing = otherPage(found, statementOf(best.candidate));
    const leads = differing !== undefined && isOfAnEarlierYear(best.candidate, differing, found.question);
    const [chosen, other] = leads ? [differing, best.candidate] : [best.candidate, differing];
    const citations = await citationsOf(chosen, cited, stores.documents, question.scopes);
    const beside = other && {
      text: await otherPageText(other, chosen, wording, options),
      citation: {
        ...toCitation(cited + citations.length + 1, other.passage, answeringText(other)),
        otherwise: true as const,
      },
    };
    const shown = answerText(
      chosen,
      citations.map(({ n }) => n),
      found.question,
      wording,
      titled(chosen.passage).title,
    );
    return {
      tier,
      text: beside ? `${shown}\n\n${beside.text} [${beside.citation.n}]` : shown,
      shortAnswer: inert(shortAnswerOf(chosen, found.question), chosen),
      confidence,
      citations: beside ? [...citations, beside.citation] : citations,
      nearest: [],
      notices: found.replaced.has(chosen.passage.documentId)
        ? [...notices, wording.replaced(titled(chosen.passage).title)]
        : notices,
    };
  }
  const closest = tier === 'closest' && isNear ? best?.candidate : undefined;
  const other = closest && otherPage(found, statementOf(closest), confidence);
  const quoted = [closest, other].filter((one) => one !== undefined);
  const untrusted = await untrustedCandidate(request, options, tier);
  const nearest = nearestPages(ranked, found.passages, quoted, untrusted).map(titled);
  const quotes = quoted.map((one) => quotedText(one, wording, titled(one.passage)));
  const shown = untrusted && `${wording.untrusted}\n\n${quotedText(untrusted, wording, titled(untrusted.passage))}`;
  const unsure = shown === undefined || quoted.length > 0 ? [unsureText(quotes, nearest, found, wording)] : [];
  return {
    tier,
    text: [...unsure, ...(shown === undefined ? [] : [shown])].join('\n\n'),
    shortAnswer: '',
    confidence: 0,
    citations: [],
    nearest,
    notices,
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

/**
 * Passages that are searched for a team answer to a whole message. The answer's page contains every word of the
 * message, so it ranks high.
 */
const TEAM_ANSWER_PASSAGES = 8;

/** The team's answer to a whole message of several sentences. */
const teamReplyToAll = async (message: string, options: QuoteOptions): Promise<Reply | undefined> => {
  const { question, stores } = options;
  const found = await searchByWords(stores, message, TEAM_ANSWER_PASSAGES, question.scopes);
  const passages = await stores.documents.passages(
    found.map(({ id }) => id),
    question.scopes,
  );
  const teamAnswer = await teamAnswerTo([message], passages, stores.documents);
  if (!teamAnswer) return undefined;
  traceTeamAnswer(teamAnswer, options);
  return { ...teamReply(teamAnswer, 0), notices: [] };
};

const traceTeamAnswer = ({ passage }: TeamAnswer, { clock, startedAt, record }: QuoteOptions): void =>
  record({
    node: 'quote',
    kind: 'note',
    name: 'team_answer',
    at: clock.now() - startedAt,
    data: { documentId: passage.documentId },
  });

/** The team member's answer verbatim, with the signature. */
const teamReply = ({ passage, start, end, signed }: TeamAnswer, cited: number): Omit<Reply, 'notices'> => {
  const written = passage.text.slice(start, end);
  const shown = inertText(written, { links: passage.url ? [passage.url] : [] });
  const [first = written] = written.split(/\n\s*\n/);
  const mark = `${shown.endsWith('```') ? '\n' : ' '}[${cited + 1}]`;
  return {
    tier: 'answer',
    // A long answer continues in later passages, where its signature is too.
    text: signed === undefined ? `${shown} …${mark}` : `${shown}${mark}\n\n_${signed}_`,
    shortAnswer: plainText(first),
    confidence: 1,
    citations: [toCitation(cited + 1, passage, first)],
    nearest: [],
  };
};

/**
 * Makes a shown text inert: addresses named by the page become code, because a page's author must not send readers to
 * other sites.
 */
const inert = (shown: string, { passage }: Candidate): string =>
  inertText(shown, { links: passage.url ? [passage.url] : [] });

const answerText = (
  candidate: Candidate,
  numbers: readonly number[],
  question: ReadQuestion,
  wording: Wording,
  title: string,
): string => {
  const marks = numbers.map((n) => `[${n}]`).join('');
  const { table, operation } = candidate;
  const shown = inert(withAnsweringCellBold(shownText(candidate), candidate, question), candidate);
  // The closing fence must be alone on its line.
  if (!table) return `${shown}${shown.endsWith('```') ? '\n' : ' '}${marks}`;
  return `${shown} ${marks}\n\n_${wording.table(table.name, title, operation?.says)}_`;
};

/** The differing statement of another page, shown below the answer. */
const otherPageText = async (
  other: Candidate,
  best: Candidate,
  wording: Wording,
  { stores, clock }: Pick<QuoteOptions, 'stores' | 'clock'>,
): Promise<string> => {
  const [page, another] = await namePages([best.passage, other.passage], stores.documents, clock.now());
  const lead = page && another ? `_${wording.otherPage(page, another)}_\n\n` : '';
  return `${lead}${inert(other.table ? shownText(other) : plainText(answeringText(other)), other)}`;
};

const quotedText = (one: Candidate, wording: Wording, page: Passage): string =>
  `${inert(shownText(one), one)}\n\n_${wording.from(nearestName({ title: page.title, section: sectionOf(page, one) }))}_`;

/** The heading that a passage, or a candidate in it, stands below; undefined if it says no more than the page's title. */
const sectionOf = ({ title, headings }: Passage, candidate?: Candidate): string | undefined => {
  const section = candidate?.sentence?.itself.headings || plainText(headings.at(-1) ?? '');
  const words = (heading: string) => withoutNumber(heading).trim().toLowerCase();
  // Of a heading that asks something the quarantine may have left the number alone.
  return !/\p{L}{2}/u.test(section) || words(section) === words(title) ? undefined : section;
};

const unsureText = (
  /** The closest passage, and one from another page that is as close, as shown. */
  closest: readonly string[],
  nearest: readonly NearestPage[],
  { question }: FoundCandidates,
  wording: Wording,
): string => {
  if (closest.length > 0) return [wording.unsure, ...closest].join('\n\n');
  if (nearest.length === 0) return wording.nothing;
  const needsSeveral = question.nested > 0 || question.types.includes('reason');
  const pages = nearest.map((page) => {
    const name = nearestName(page);
    return `- ${page.url ? `[${name.replace(/[[\]]/g, '')}](${page.url})` : name}`;
  });
  return `${needsSeveral ? wording.several : wording.unknown}\n${pages.join('\n')}`;
};

/** Of several questions' pages those whose words are shown, however many, and others up to the maximum if nothing is answered. */
const nearestOfAll = (pages: readonly NearestPage[], isAnswered: boolean): NearestPage[] => {
  const isShown = ({ quote }: NearestPage) => quote !== undefined;
  const shown = pages.filter(isShown).length;
  let others = isAnswered ? 0 : Math.max(0, MAX_NEAREST - shown);
  return pages.filter((page) => isShown(page) || others-- > 0);
};

/**
 * The pages that are named to who asked. All whose words are shown are among them, so that a stored answer can be shown without
 * those that are gone by then.
 * @param untrusted what is shown of a page with an injection
 */
const nearestPages = (
  ranked: readonly Ranked[],
  passages: readonly Passage[],
  quoted: readonly Candidate[],
  untrusted: Candidate | undefined,
): NearestPage[] => {
  const pages = new Map<string, NearestPage>();
  const isShown = (documentId: string) => [...pages.values()].some((page) => page.documentId === documentId);
  const add = (passage: Passage, candidate?: Candidate, quote?: string) => {
    const { documentId, id, title, url } = passage;
    const section = sectionOf(passage, candidate);
    // Two pages with one name ("git-tag" as text, "git-tag(1)" as HTML) get one link; two sections of a page get two.
    const name = nearestName({ title: title.replace(/\s*\([^)]*\)$/, ''), section }).toLowerCase();
    const isQuoted = candidate !== undefined && (quoted.includes(candidate) || candidate === untrusted);
    if ((!pages.has(name) || (isQuoted && !isShown(documentId))) && !isAttachment(documentId))
      pages.set(pages.has(name) ? `${name} ${id}` : name, {
        documentId,
        passageId: id,
        title,
        ...(section && { section }),
        ...(url && { url }),
        ...(quote && { quote }),
      });
  };
  for (const one of quoted) add(one.passage, one, quotedWords(one));
  for (const { candidate } of ranked) {
    if (pages.size >= MAX_NEAREST) break;
    add(candidate.passage, candidate);
  }
  for (const passage of passages) {
    if (pages.size >= MAX_NEAREST) break;
    add(passage);
  }
  if (untrusted) add(untrusted.passage, untrusted, quotedWords(untrusted));
  return [...pages.values()];
};

/** The citations of the shown text, verbatim from its passages. Each table of an operation has its own citation. */
const citationsOf = async (
  candidate: Candidate,
  cited: number,
  documents: QuoteOptions['stores']['documents'],
  scopes: readonly Scope[],
): Promise<Citation[]> => {
  const { table, rows = [], operation } = candidate;
  if (!table) return [toCitation(cited + 1, candidate.passage, quotedWords(candidate))];
  const parts = [{ table, rows }, ...(operation?.with ?? [])];
  return Promise.all(
    parts.map(async (part, at) => {
      const lines = part.rows.map((row) => rowLine(part.table.written[row] ?? []));
      const [first = ''] = lines;
      // A long table spans several passages. Cites the one with the row.
      const holder = part.table.passage.text.includes(first)
        ? part.table.passage
        : (await documents.passagesOf(part.table.documentId, scopes)).find(({ text }) => text.includes(first));
      const passage = holder ?? part.table.passage;
      const held = lines.filter((line) => passage.text.includes(line));
      return toCitation(cited + 1 + at, passage, (held.length > 0 ? held : lines).join('\n'));
    }),
  );
};

const toCitation = (n: number, passage: Passage, quote: string): Citation => ({
  n,
  documentId: passage.documentId,
  passageId: passage.id,
  title: passage.title,
  ...(passage.url ? { url: passage.url } : {}),
  quote,
  kind: passage.kind === 'table' ? 'table' : 'passage',
  ...(passage.updatedAt ? { updatedAt: passage.updatedAt } : {}),
});

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
