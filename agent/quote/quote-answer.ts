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
import { inertText } from '../../core/text/inert-text.ts';
import { searchByWords } from '../../retrieval/index.ts';
import type { AgentEvent, AgentQuestion } from '../agent.ts';
import { fromAttachments } from '../references/from-attachments.ts';
import { withoutGreeting } from '../smalltalk/recognise.ts';
import { tracedSearch } from '../traced-hits.ts';
import { type Candidate, quotedWords, shownText } from './candidates/candidate.ts';
import { plainText } from './candidates/plain-text.ts';
import { rowLine } from './candidates/tables.ts';
import type { Tier } from './choice/decide.ts';
import type { Ranked } from './choice/rank.ts';
import { type FoundCandidates, findCandidates, type QuoteSources } from './find-candidates.ts';
import { decideFairly, namePages, otherPage, ownWords, saidBy } from './other-page.ts';
import type { EarlierTurn } from './reading/follow-up.ts';
import type { ReadQuestion } from './reading/question.ts';
import { GOES_ON, MAX_QUESTIONS, questionsIn } from './several-questions.ts';
import { shortAnswerOf, withAnsweringCellBold } from './short-answer.ts';
import { type TeamAnswer, teamAnswerTo } from './team-answer.ts';
import { WORDING, type Wording } from './wording.ts';

export interface QuoteOptions extends QuoteSources {
  question: AgentQuestion;
  clock: Clock;
  startedAt: number;
  trace: TraceEvent[];
  record(event: TraceEvent): void;
  /** Why there is no written answer. */
  notices: readonly string[];
  /** What a model had cost before it failed. */
  spent?: Usage;
  onEvent(event: AgentEvent): void;
}

/** Links below "I don't know". */
const MAX_NEAREST = 3;

/**
 * Answers without a model: the sentence in its paragraph, or the table's rows, that answer the question word for word, with
 * their citation. Where that is not sure, says so and shows the closest passage, or the pages that come closest.
 */
export const quoteAnswer = async (options: QuoteOptions): Promise<Answer> => {
  const { question, clock, startedAt, trace, onEvent } = options;
  onEvent({ type: 'status', text: 'Searching the pages' });
  const message = withoutGreeting(question.text);
  const inMessage = questionsIn(message);
  const whole = inMessage.length > 1 || inMessage[0] !== message ? await teamReplyToAll(message, options) : undefined;
  const asked = whole ? [message] : inMessage;
  const replies: Reply[] = whole ? [whole] : [];
  for (const [at, text] of whole ? [] : asked.slice(0, MAX_QUESTIONS).entries()) {
    const before = GOES_ON.test(text)
      ? [{ question: asked[at - 1] ?? '', answer: replies[at - 1]?.text ?? '' }]
      : undefined;
    replies.push(await replyTo(text, options, replies.flatMap(({ citations }) => citations).length, before));
  }

  const several = asked.length > 1;
  const parts = replies.map(({ text }, at) => (several ? `**${asked[at]}**\n${text}` : text));
  const left = asked.slice(MAX_QUESTIONS);
  if (left.length > 0) parts.push(`Please ask these again, one at a time: ${left.map((one) => `“${one}”`).join(', ')}`);
  const text = parts.join('\n\n');
  const citations = replies.flatMap((reply) => reply.citations);
  onEvent({ type: 'token', text });
  for (const citation of citations) onEvent({ type: 'citation', citation });

  const answered = replies.filter(({ tier }) => tier === 'answer');
  const nearest = answered.length > 0 ? [] : replies.flatMap((reply) => reply.nearest).slice(0, MAX_NEAREST);
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

const replyTo = async (
  text: string,
  options: QuoteOptions,
  cited: number,
  /** The question of the same message that this one goes on with. */
  before?: readonly EarlierTurn[],
): Promise<Reply> => {
  const { question, clock, startedAt, record, stores } = options;
  const found = await findCandidates(
    {
      text,
      // A question that comes with a file is about the file, not about what was asked before.
      history: before ?? (question.attachments?.length ? [] : (question.history ?? [])),
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
    },
    options,
  );
  const wording = WORDING[found.question.language];
  const notices = [
    ...(found.question.corrections.length > 0 ? [wording.corrected(found.question.corrections)] : []),
    ...(found.notice ? [found.notice] : []),
  ];
  const ofTheTeam = await teamAnswerTo([text, found.question.text], found.passages, stores.documents);
  if (ofTheTeam) {
    noteTeamAnswer(ofTheTeam, options);
    return { ...replyOfTheTeam(ofTheTeam, cited), notices };
  }
  const decided = decideFairly(found);
  const { ranked, confidence } = decided;
  const [best] = ranked;
  // Who attaches a file asks about it: what comes closest there is the answer.
  const isFromFile = best !== undefined && isAttachment(best.candidate.passage.documentId);
  const tier = isFromFile && decided.tier === 'closest' ? 'answer' : decided.tier;
  record({
    node: 'quote',
    kind: 'note',
    name: 'confidence',
    at: clock.now() - startedAt,
    data: { confidence, tier, corrections: found.question.corrections, best: best && shownText(best.candidate) },
  });
  if (tier === 'answer' && best) {
    const citations = await citationsOf(best.candidate, cited, stores.documents, question.scopes);
    const other = otherPage(found, saidBy(best.candidate));
    const beside = other && {
      text: await besides(other, best.candidate, wording, options),
      citation: {
        ...toCitation(cited + citations.length + 1, other.passage, ownWords(other)),
        otherwise: true as const,
      },
    };
    const shown = answerText(
      best.candidate,
      citations.map(({ n }) => n),
      found.question,
      wording,
    );
    return {
      tier,
      text: beside ? `${shown}\n\n${beside.text} [${beside.citation.n}]` : shown,
      shortAnswer: safely(shortAnswerOf(best.candidate, found.question), best.candidate),
      confidence,
      citations: beside ? [...citations, beside.citation] : citations,
      nearest: [],
      notices: found.replaced.has(best.candidate.passage.documentId)
        ? [...notices, wording.replaced(best.candidate.passage.title)]
        : notices,
    };
  }
  const closest = tier === 'closest' ? best?.candidate : undefined;
  const other = closest && otherPage(found, saidBy(closest), confidence);
  const quoted = [closest, other].filter((one) => one !== undefined);
  const nearest = nearestPages(ranked, found.passages, quoted);
  return {
    tier,
    text: unsureText(quoted, nearest, found, wording),
    shortAnswer: '',
    confidence: 0,
    citations: [],
    nearest,
    notices,
  };
};

/** Passages among which the team's answer to a whole message is looked for: it holds every word of it. */
const PASSAGES_OF_THE_TEAM = 8;

/** The team's answer to a message of several sentences, which was asked and answered as a whole before. */
const teamReplyToAll = async (message: string, options: QuoteOptions): Promise<Reply | undefined> => {
  const { question, stores } = options;
  const found = await searchByWords(stores, message, PASSAGES_OF_THE_TEAM, question.scopes);
  const passages = await stores.documents.passages(
    found.map(({ id }) => id),
    question.scopes,
  );
  const ofTheTeam = await teamAnswerTo([message], passages, stores.documents);
  if (!ofTheTeam) return undefined;
  noteTeamAnswer(ofTheTeam, options);
  return { ...replyOfTheTeam(ofTheTeam, 0), notices: [] };
};

const noteTeamAnswer = ({ passage }: TeamAnswer, { clock, startedAt, record }: QuoteOptions): void =>
  record({
    node: 'quote',
    kind: 'note',
    name: 'team_answer',
    at: clock.now() - startedAt,
    data: { documentId: passage.documentId },
  });

/** What somebody of the team wrote, as they wrote it, with who stands for it since when. */
const replyOfTheTeam = ({ passage, start, end, signed }: TeamAnswer, cited: number): Omit<Reply, 'notices'> => {
  const written = passage.text.slice(start, end);
  const shown = inertText(written, { links: passage.url ? [passage.url] : [] });
  const [first = written] = written.split(/\n\s*\n/);
  const mark = `${shown.endsWith('```') ? '\n' : ' '}[${cited + 1}]`;
  return {
    tier: 'answer',
    // A long answer goes on behind its first passage, where its signature stands too.
    text: signed === undefined ? `${shown} …${mark}` : `${shown}${mark}\n\n_${signed}_`,
    shortAnswer: plainText(first),
    confidence: 1,
    citations: [toCitation(cited + 1, passage, first)],
    nearest: [],
  };
};

/** What is shown of a candidate. An address that its page names is said as code: the page's writer is nobody to send a reader away. */
const safely = (shown: string, { passage }: Candidate): string =>
  inertText(shown, { links: passage.url ? [passage.url] : [] });

const answerText = (
  candidate: Candidate,
  numbers: readonly number[],
  question: ReadQuestion,
  wording: Wording,
): string => {
  const marks = numbers.map((n) => `[${n}]`).join('');
  const { table, operation } = candidate;
  const shown = safely(withAnsweringCellBold(shownText(candidate), candidate, question), candidate);
  // A block of code ends with its fence alone on a line.
  if (!table) return `${shown}${shown.endsWith('```') ? '\n' : ' '}${marks}`;
  return `${shown} ${marks}\n\n_${wording.table(table.name, table.title, operation?.says)}_`;
};

/** What another page says to the question, as it stands below the answer. */
const besides = async (
  other: Candidate,
  best: Candidate,
  wording: Wording,
  { stores, clock }: Pick<QuoteOptions, 'stores' | 'clock'>,
): Promise<string> => {
  const [page, another] = await namePages([best.passage, other.passage], stores.documents, clock.now());
  const lead = page && another ? `_${wording.otherPage(page, another)}_\n\n` : '';
  return `${lead}${safely(other.table ? shownText(other) : plainText(ownWords(other)), other)}`;
};

const unsureText = (
  /** The closest passage, and one of another page that comes as close. */
  closest: readonly Candidate[],
  nearest: readonly NearestPage[],
  { question }: FoundCandidates,
  wording: Wording,
): string => {
  const shown = closest.map((one) => `${safely(shownText(one), one)}\n\n_${wording.from(one.passage.title)}_`);
  if (shown.length > 0) return [wording.unsure, ...shown].join('\n\n');
  if (nearest.length === 0) return wording.nothing;
  const needsSeveral = question.nested > 0 || question.types.includes('reason');
  const pages = nearest.map(({ title, url }) => `- ${url ? `[${title.replace(/[[\]]/g, '')}](${url})` : title}`);
  return `${needsSeveral ? wording.several : wording.unknown}\n${pages.join('\n')}`;
};

const nearestPages = (
  ranked: readonly Ranked[],
  passages: readonly Passage[],
  quoted: readonly Candidate[],
): NearestPage[] => {
  const pages = new Map<string, NearestPage>();
  const add = ({ documentId, id, title, url }: Passage, quote?: string) => {
    // Two pages of one name ("git-tag" as text, "git-tag(1)" as HTML) are one link to a reader.
    const name = title.toLowerCase().replace(/\s*\([^)]*\)$/, '');
    if (!pages.has(name) && !isAttachment(documentId))
      pages.set(name, { documentId, passageId: id, title, ...(url && { url }), ...(quote && { quote }) });
  };
  for (const one of quoted) add(one.passage, quotedWords(one));
  for (const { candidate } of ranked) {
    if (pages.size >= MAX_NEAREST) break;
    add(candidate.passage);
  }
  for (const passage of passages) {
    if (pages.size >= MAX_NEAREST) break;
    add(passage);
  }
  return [...pages.values()];
};

/** What is shown, word for word as its passage holds it; rows of several tables of a page are cited one by one. */
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
      // A long table is several passages: the one that holds the row is cited.
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
