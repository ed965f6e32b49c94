import type { Answer, Citation, NearestPage, TraceEvent } from '../core/answer.ts';
import { withoutSecrets } from '../core/secrets/mask-secrets.ts';
import { inertText } from '../core/text/inert-text.ts';
import type { Retriever } from '../retrieval/retriever.ts';
import type { AgentEvent } from './agent.ts';

/** The output of one question without secrets, and with all addresses made inert, except links to ingested pages. */
export interface InertOutput {
  /** Records the pages that the retriever finds. A draft may link only to these. */
  watched(retriever: Retriever): Retriever;
  /** The inert event. Returns none if it shows nothing new, and two if shown text has to be replaced. */
  events(event: AgentEvent): AgentEvent[];
  trace(event: TraceEvent): TraceEvent;
  answer(answer: Answer): Answer;
}

/** Keys whose values are for programs and never displayed. */
const IDS = /^(?:id|ids|url|node|kind|name|drawing|status)$|Ids?$/;

/**
 * Makes everything that leaves the agent inert: answers, quotes, nearest pages, drafts, progress and traces. Each
 * address becomes a link to an ingested page or code (`inertText`).
 */
export const createInertOutput = (): InertOutput => {
  const pages = new Set<string>();
  let written = '';
  let shown = '';
  const asMarkdown = (text: string, links: Iterable<string> = []) =>
    inertText(withoutSecrets(text), { links, fileNames: true });
  const asWords = (text: string) => inertText(withoutSecrets(text), { relativeLinks: true });
  const ofCitation = (citation: Citation): Citation => ({
    ...citation,
    title: asWords(citation.title),
    quote: asWords(citation.quote),
  });
  const ofNearest = (page: NearestPage): NearestPage => ({
    ...page,
    title: asWords(page.title),
    ...(page.section !== undefined && { section: asWords(page.section) }),
    ...(page.quote !== undefined && { quote: asWords(page.quote) }),
    ...(page.excerpt !== undefined && { excerpt: asWords(page.excerpt) }),
  });
  const ofData = (value: unknown): unknown => {
    if (typeof value === 'string') return asWords(value);
    if (Array.isArray(value)) return value.map(ofData);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        IDS.test(key) && typeof inner !== 'object' ? inner : ofData(inner),
      ]),
    );
  };
  const ofTrace = (event: TraceEvent): TraceEvent => ({
    ...event,
    ...(event.label !== undefined && { label: asWords(event.label) }),
    ...(event.data !== undefined && { data: ofData(event.data) }),
  });
  /** Checks the whole draft, because a code span may start in one token and end in another. */
  const ofToken = (text: string): AgentEvent[] => {
    written += text;
    const inert = asMarkdown(written, pages);
    const [before, more] = inert.startsWith(shown)
      ? [[], inert.slice(shown.length)]
      : [[{ type: 'reset' as const }], inert];
    shown = inert;
    return more === '' ? before : [...before, { type: 'token', text: more }];
  };
  return {
    watched: (retriever) => ({
      async search(query) {
        const result = await retriever.search(query);
        for (const { passage } of result.hits) if (passage.url !== undefined) pages.add(passage.url);
        return result;
      },
    }),
    trace: ofTrace,
    events(event) {
      switch (event.type) {
        case 'token':
          return ofToken(event.text);
        case 'reset':
          written = '';
          shown = '';
          return [event];
        case 'status':
          return [{ ...event, text: asWords(event.text) }];
        case 'step':
          return [
            {
              ...event,
              title: asWords(event.title),
              ...(event.detail !== undefined && { detail: asWords(event.detail) }),
            },
          ];
        case 'citation':
          return [{ ...event, citation: ofCitation(event.citation) }];
        case 'trace':
          return [{ ...event, event: ofTrace(event.event) }];
      }
    },
    answer(answer) {
      const { nearest, notices, unconfirmed } = answer;
      const links = [...answer.citations, ...(nearest ?? [])].flatMap(({ url }) => url ?? []);
      return {
        ...answer,
        text: asMarkdown(answer.text, links),
        shortAnswer: asWords(answer.shortAnswer),
        citations: answer.citations.map(ofCitation),
        ...(nearest && { nearest: nearest.map(ofNearest) }),
        ...(notices && { notices: notices.map(asWords) }),
        ...(unconfirmed && { unconfirmed: unconfirmed.map(asWords) }),
      };
    },
  };
};
