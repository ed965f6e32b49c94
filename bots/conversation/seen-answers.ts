import { type Answer, citedPages, isAttachment, isStoredPage, type TraceEvent } from '../../core/answer.ts';
import type { Scope } from '../../core/document.ts';
import type { DocumentStore } from '../../stores/index.ts';

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
  return {
    isWhole: async (answer) => (await goneOf(citedPages(answer.citations))).size === 0,
    async answer(answer) {
      const gone = await goneOf([
        ...citedPages(answer.citations),
        ...(answer.nearest ?? []).map(({ documentId }) => documentId),
      ]);
      if (gone.size === 0) return answer;
      const { nearest, mode, ...rest } = answer;
      return {
        ...rest,
        mode,
        ...(mode === 'quote' && { text: GONE_NOTICE, shortAnswer: '' }),
        citations: answer.citations.map((citation) =>
          citation.kind !== 'live' && gone.has(citation.documentId)
            ? { n: citation.n, documentId: '', title: GONE_TITLE, quote: '', kind: citation.kind }
            : citation,
        ),
        ...(nearest && { nearest: nearest.filter(({ documentId }) => !gone.has(documentId)) }),
        notices: [...(answer.notices ?? []), GONE_NOTICE],
      };
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

/** True when an answer cites a file that was attached to the question; only the asker may see such an answer. */
export const citesFile = ({ citations }: Answer): boolean =>
  citations.some(({ documentId }) => isAttachment(documentId));

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
