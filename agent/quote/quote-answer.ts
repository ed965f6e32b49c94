import type { Answer, Citation, TraceEvent, Usage } from '../../core/answer.ts';
import type { Clock } from '../../core/clock.ts';
import type { Scope } from '../../core/document.ts';
import type { Hit, Retriever } from '../../retrieval/retriever.ts';
import type { DocumentStore } from '../../stores/index.ts';
import type { AgentEvent, AgentQuestion } from '../agent.ts';
import { fromAttachments } from '../references/from-attachments.ts';
import { tracedSearch } from '../traced-hits.ts';
import { chooseQuotes, LEAST_EVIDENCE, replacedDocuments, type Scored } from './choose.ts';
import { withThread } from './follow-up.ts';
import { widened, writtenOut } from './same-meaning.ts';
import { shortAnswerOf } from './short-answer.ts';

export interface QuoteParts {
  question: AgentQuestion;
  retriever: Retriever;
  /** Where the opening passages of the pages found are read: there a page says that it has been replaced. */
  documents: Pick<DocumentStore, 'passages'>;
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

/** Passages among which sentences are chosen. */
const PASSAGES = 14;

/**
 * Answers without a model: the sentences and table rows that answer the question, word for word, each with its citation;
 * or that nothing was found, when the evidence is weak.
 */
export const quoteAnswer = async (parts: QuoteParts): Promise<Answer> => {
  const { question, retriever, documents, clock, startedAt, trace, record, onEvent } = parts;
  onEvent({ type: 'status', text: 'Searching the pages' });
  const asked = question.text.trim();
  const query = withThread(asked, question.history ?? []);
  const search = async (text: string) => {
    const searchedAt = clock.now();
    const found = await retriever.search({ text, k: PASSAGES, scopes: question.scopes, signal: question.signal });
    record({
      node: 'quote',
      kind: 'tool',
      name: 'search_passages',
      at: searchedAt - startedAt,
      ms: clock.now() - searchedAt,
      data: { query: text, ...tracedSearch(found) },
    });
    return found;
  };
  const found = await search(query);
  let hits = [...attached(question), ...found.hits];
  let replaced = await replacedAmong(hits, documents, question.scopes);
  let choice = chooseQuotes(query, hits, replaced);
  const other = writtenOut(query);
  const wider = widened(other);
  if (choice.evidence < LEAST_EVIDENCE && wider !== query) {
    // Only now: other words for a thing also find other things.
    const more = await search(wider);
    const known = new Set(hits.map(({ passageId }) => passageId));
    hits = [...hits, ...more.hits.filter(({ passageId }) => !known.has(passageId))];
    replaced = await replacedAmong(hits, documents, question.scopes);
    choice = chooseQuotes(other, hits, replaced);
  }
  const { chosen, evidence, asked: read } = choice;
  record({
    node: 'quote',
    kind: 'note',
    name: 'evidence',
    at: clock.now() - startedAt,
    data: { evidence, least: LEAST_EVIDENCE, best: chosen[0]?.unit.quote },
  });
  const quoted = evidence >= LEAST_EVIDENCE ? chosen : [];
  const citations = quoted.map(({ unit }, at) => toCitation(at + 1, unit.hit, unit.quote));
  const text =
    quoted.length > 0
      ? quoted.map((one, at) => `${render(one)} [${at + 1}]`).join('\n\n')
      : nothing(hits.length > 0, evidence >= NEAREST_EVIDENCE ? chosen[0] : undefined);
  onEvent({ type: 'token', text });
  for (const citation of citations) onEvent({ type: 'citation', citation });
  const old = quoted.find(({ unit }) => replaced.has(unit.hit.documentId));
  const notices = [
    ...new Set([
      ...parts.notices,
      ...(found.notice ? [found.notice] : []),
      ...(old ? [`“${old.unit.hit.title}” says of itself that it has been replaced.`] : []),
    ]),
  ];
  return {
    question: question.text,
    text,
    shortAnswer: quoted[0] ? shortAnswerOf(quoted[0], read) : '',
    verdict: quoted.length > 0 ? 'answered' : 'unknown',
    confidence: quoted.length > 0 ? Math.round(Math.min(0.9, evidence) * 100) / 100 : 0,
    citations,
    strategy: 'quote',
    usage: parts.spent ?? {
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

/** Documents found that say at their start, or in a passage found, that they no longer hold. */
const replacedAmong = async (
  hits: readonly Hit[],
  documents: Pick<DocumentStore, 'passages'>,
  scopes: readonly Scope[],
): Promise<Set<string>> => {
  const openings = [...new Set(hits.map(({ documentId }) => `${documentId}#0`))];
  return replacedDocuments([...(await documents.passages(openings, scopes)), ...hits.map(({ passage }) => passage)]);
};

/** Below it not even the nearest page is worth a look. */
const NEAREST_EVIDENCE = 0.12;

const nothing = (searched: boolean, nearest: Scored | undefined) => {
  if (nearest)
    return `I found nothing that clearly answers this in the pages that I may read here. The nearest page is “${nearest.unit.hit.title}”.`;
  return searched
    ? 'I found nothing about that in the pages that I may read here.'
    : 'I found nothing about that: no page here holds any of these words.';
};

/** A sentence in quotation marks; a row as its cells with their columns, its first in bold; a table as its rows. */
const render = ({ unit }: Scored): string => {
  if (unit.table) return unit.table.rows.map((cells) => `- ${renderRow(unit.table!.columns, cells)}`).join('\n');
  return unit.row ? renderRow(unit.row.columns, unit.row.cells) : `“${unit.plain}”`;
};

const renderRow = (columns: readonly string[], cells: readonly string[]): string =>
  cells
    .flatMap((cell, at) => (cell === '' ? [] : [columns[at] && at > 0 ? `${columns[at]}: ${cell}` : `**${cell}**`]))
    .join(' · ');

const toCitation = (n: number, { passage }: Hit, quote: string): Citation => ({
  n,
  documentId: passage.documentId,
  passageId: passage.id,
  title: passage.title,
  ...(passage.url ? { url: passage.url } : {}),
  quote,
  kind: passage.kind === 'table' ? 'table' : 'passage',
  ...(passage.updatedAt ? { updatedAt: passage.updatedAt } : {}),
});

/** Attached files take part like pages, before them. */
const attached = ({ attachments = [], text }: AgentQuestion): Hit[] =>
  fromAttachments(attachments, text).map((reference, ordinal) => ({
    documentId: reference.documentId,
    passageId: reference.passageId!,
    title: reference.title,
    text: reference.text,
    score: 1,
    via: [],
    passage: {
      id: reference.passageId!,
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
    },
  }));
