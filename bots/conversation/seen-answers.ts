import {
  type Answer,
  type Citation,
  citedPages,
  isAttachment,
  isStoredPage,
  type TraceEvent,
} from '../../core/answer.ts';
import type { Scope } from '../../core/document.ts';
import type { DocumentStore } from '../../stores/index.ts';
import { isFinal, type TurnEvent } from './events.ts';

/** Replaces the title of a cited page that the reader may no longer see. */
const GONE_TITLE = 'A page that is no longer here';
const GONE_NOTICE =
  'A page that this answer rests on was deleted, or may no longer be seen. Ask again for an answer from the pages of today.';

/** Filters stored answers by what the reader may see today. A cited page is gone when it was deleted or withdrawn. */
export interface SeenAnswers {
  /** True when the reader may still see every page that the answer cites. */
  isWhole(answer: Answer): Promise<boolean>;
  /**
   * The answer without the quotes, titles and URLs of pages that are gone. Its own text stays, except in quote mode, where it
   * consists of quotes. Does not filter the trace.
   */
  answer(answer: Answer): Promise<Answer>;
  /** The trace of an answer. When one of its pages is gone, the events lose their data and labels. */
  trace(answer: Answer): Promise<TraceEvent[]>;
  /** An event of a turn, with its answer or its citation filtered as by `answer`. */
  event(event: TurnEvent): Promise<TurnEvent>;
  /**
   * What happened in a turn so far, for whoever comes back to it. When a page is gone of which it speaks, only the turn's end is
   * left, filtered as by `answer`: pieces of text, steps and messages do not say which pages they are from.
   */
  past<Happened extends { event: TurnEvent }>(past: readonly Happened[]): Promise<Happened[]>;
}

/** Creates the filter for a reader with these scopes. It checks each page once. */
export const seenAnswers = (documents: Pick<DocumentStore, 'visible'>, scopes: readonly Scope[]): SeenAnswers => {
  const looked = new Map<string, boolean>();
  /** The pages that may no longer be seen. Attached files and live sources are not stored pages, so they are never gone. */
  const goneOf = async (ids: Iterable<string>): Promise<Set<string>> => {
    const all = [...new Set(ids)].filter((id) => id !== '' && isStoredPage(id));
    const unknown = all.filter((id) => !looked.has(id));
    if (unknown.length > 0) {
      const seen = await documents.visible(unknown, scopes);
      for (const id of unknown) looked.set(id, seen.has(id));
    }
    return new Set(all.filter((id) => !looked.get(id)));
  };
  const filter: Pick<SeenAnswers, 'answer' | 'event'> = {
    async event(event) {
      if (event.type === 'citation') {
        const gone = await goneOf(citedPages([event.citation]));
        return { ...event, citation: withoutGone(event.citation, gone) };
      }
      if ((event.type !== 'answer' && event.type !== 'duplicate') || !event.answer) return event;
      return { ...event, answer: await filter.answer(event.answer) };
    },
    async answer(answer) {
      const gone = await goneOf(shownPages(answer));
      if (gone.size === 0) return answer;
      const { nearest, mode, ...rest } = answer;
      return {
        ...rest,
        mode,
        ...(mode === 'quote' && { text: GONE_NOTICE, shortAnswer: '' }),
        citations: answer.citations.map((citation) => withoutGone(citation, gone)),
        ...(nearest && { nearest: nearest.filter(({ documentId }) => !gone.has(documentId)) }),
        notices: [...(answer.notices ?? []), GONE_NOTICE],
      };
    },
  };
  return {
    ...filter,
    isWhole: async (answer) => (await goneOf(citedPages(answer.citations))).size === 0,
    async past(past) {
      const gone = await goneOf(past.flatMap(({ event }) => pagesOf(event)));
      if (gone.size === 0) return [...past];
      const ends = past.filter(({ event }) => isFinal(event));
      return Promise.all(ends.map(async (end) => ({ ...end, event: await filter.event(end.event) })));
    },
    async trace(answer) {
      const gone = await goneOf([
        ...citedPages(answer.citations),
        ...answer.trace.flatMap(({ data }) => documentsIn(data)),
      ]);
      if (gone.size === 0) return answer.trace;
      return answer.trace.map(({ data: _, label: __, ...event }) => event);
    },
  };
};

/** The citation, or only its number where its page is gone. */
const withoutGone = (citation: Citation, gone: ReadonlySet<string>): Citation =>
  citation.kind !== 'live' && gone.has(citation.documentId)
    ? { n: citation.n, documentId: '', title: GONE_TITLE, quote: '', kind: citation.kind }
    : citation;

/** True when an answer cites a file that was attached to the question; only the asker may see such an answer. */
export const citesFile = ({ citations }: Answer): boolean =>
  citations.some(({ documentId }) => isAttachment(documentId));

/** The pages that an answer shows. */
const shownPages = ({ citations, nearest = [] }: Answer): string[] => [
  ...citedPages(citations),
  ...nearest.map(({ documentId }) => documentId),
];

/** The ids of the documents of which an event speaks, as far as it names them. */
const pagesOf = (event: TurnEvent): string[] => {
  if (event.type === 'citation') return citedPages([event.citation]);
  if (event.type === 'trace') return documentsIn(event.event.data);
  return (event.type === 'answer' || event.type === 'duplicate') && event.answer ? shownPages(event.answer) : [];
};

/** The ids of the documents in the data of a trace event, given as document ids or passage ids. */
const documentsIn = (data: unknown): string[] => {
  if (Array.isArray(data)) return data.flatMap(documentsIn);
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([key, value]) => {
    if (typeof value !== 'string') return documentsIn(value);
    if (key === 'documentId') return [value];
    return key === 'passageId' ? [value.replace(/#[^#]*$/, '')] : [];
  });
};
