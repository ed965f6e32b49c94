import { type Answer, citedPages, isAttachment, isStoredPage, type TraceEvent } from '../../core/answer.ts';
import type { Scope } from '../../core/document.ts';
import type { DocumentStore } from '../../stores/index.ts';

/** Stands where a cited page was. */
const GONE_TITLE = 'A page that is no longer here';
const GONE_NOTICE =
  'A page that this answer rests on was deleted, or may no longer be seen. Ask again for an answer from the pages of today.';

/** What was answered before, as the pages of today let it be shown. */
export interface SeenAnswers {
  /** Whether everything that an answer cites may still be seen. */
  isWhole(answer: Answer): Promise<boolean>;
  /**
   * The answer without words, title and address of cited pages that are gone. Its own text stays, except where it is nothing
   * but the words of pages (quoting without a model). The trace is checked by `trace` alone.
   */
  answer(answer: Answer): Promise<Answer>;
  /** The steps of an answer; without what they found where one of the pages is gone. */
  trace(answer: Answer): Promise<TraceEvent[]>;
}

/** Looks at stored answers with somebody's scopes of today: a page that was deleted or withdrawn since is not shown by them. */
export const seenAnswers = (documents: Pick<DocumentStore, 'visible'>, scopes: readonly Scope[]): SeenAnswers => {
  const looked = new Map<string, boolean>();
  /** Those that were stored and may not be seen now; what never was a page of the stores, or has no page, cannot be gone. */
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

/** Whether an answer holds words of a file that came with its question: those are shown to nobody but its asker. */
export const citesFile = ({ citations }: Answer): boolean =>
  citations.some(({ documentId }) => isAttachment(documentId));

/** The documents that a trace's data names, by themselves or by their passages. */
const documentsIn = (data: unknown): string[] => {
  if (Array.isArray(data)) return data.flatMap(documentsIn);
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([key, value]) => {
    if (typeof value !== 'string') return documentsIn(value);
    if (key === 'documentId') return [value];
    return key === 'passageId' ? [value.replace(/#[^#]*$/, '')] : [];
  });
};
