import type { Document, Scope } from '../../core/document.ts';
import { sha256 } from '../../core/sha256.ts';
import { entityKey } from '../../core/text/words.ts';
import { toKnowledge } from '../../ingest/knowledge/fact.ts';
import type { DocumentChange } from '../../stores/index.ts';
import { wholePassage } from '../../stores/testing/whole-passage.ts';

/** A page as it was, or may have been, for a while. */
export interface PageState {
  /** Counts the page's texts; each has a word of its own. */
  version: number;
  scopes: readonly Scope[];
  /** Undefined: the page is not there. */
  text: string | undefined;
  /** Milliseconds: from when on it may be seen, and from when on it may not be any more. */
  from: number;
  until: number;
}

/** The pages as they ought to be: what every answer, prompt and store is compared with. */
export interface Pages {
  readonly ids: readonly string[];
  /** The state that was wanted last. */
  current(id: string): PageState | undefined;
  /** A change begins: from now on both its state and the one before may be seen. @returns ends that of the one before */
  begin(id: string, state: Pick<PageState, 'scopes' | 'text' | 'version'>): () => void;
  /** Every state of a page that somebody might have met since `since`. */
  since(id: string, since: number): PageState[];
  /** True while a change of this page is not complete. */
  changing(id: string): boolean;
}

/** Creates the pages of a story, with all states that they had. @param now the virtual time, in ms */
export const createPages = (now: () => number): Pages => {
  const states = new Map<string, PageState[]>();
  const open = new Map<string, number>();
  return {
    get ids() {
      return [...states.keys()];
    },
    current: (id) => states.get(id)?.at(-1),
    begin(id, state) {
      const known = states.get(id) ?? [];
      states.set(id, known);
      const earlier = known.filter(({ until }) => until === Number.POSITIVE_INFINITY);
      known.push({ ...state, from: now(), until: Number.POSITIVE_INFINITY });
      open.set(id, (open.get(id) ?? 0) + 1);
      return () => {
        for (const each of earlier) each.until = now();
        open.set(id, (open.get(id) ?? 1) - 1);
      };
    },
    since: (id, since) => (states.get(id) ?? []).filter(({ until }) => until >= since),
    changing: (id) => (open.get(id) ?? 0) > 0,
  };
};

/** A word that stands in one version of one page and nowhere else in the world. */
export const secretOf = (id: string, version: number): string =>
  `qk${id.replace(/\d+/, '')}${id.replace(/\D+/, '')}v${version}z`;
/** The secrets in some text, each with the page and the version that it is of. */
export const secretsIn = (text: string): { secret: string; id: string; version: number }[] =>
  [...new Set(text.match(/qk[a-z]+\d+v\d+z/g) ?? [])].map((secret) => {
    const [, name, number, version] = /^qk([a-z]+)(\d+)v(\d+)z$/.exec(secret) ?? [];
    return { secret, id: `${name}${number}`, version: Number(version) };
  });

/** The text of a version of a page. Its pier word tells which version an answer was made from. */
export const textOf = (id: string, town: string, version: number): string =>
  `The harbour plan of ${town} names ${secretOf(id, version)} as its pier word. Ships of ${town} moor at the pier ${secretOf(id, version)}.`;

const SOURCE = 'harbours';

/** The entity of a page's plan, by its key in the graph. */
export const planOf = (id: string): string => entityKey(`Harbour plan ${id}`);

/** What each version of a page states as a fact, for the graph. */
const factOf = (id: string, version: number, passageId: string) => ({
  subject: `Harbour plan ${id}`,
  predicate: 'pier word',
  object: secretOf(id, version),
  passageIds: [passageId],
});

/** What ingest would hand to the stores for this page. */
export const changeOf = (
  id: string,
  town: string,
  { text = '', scopes, version }: Pick<PageState, 'text' | 'scopes' | 'version'>,
): DocumentChange => {
  const title = `Harbour plan of ${town} (${id})`;
  const url = `https://pages.example/${id}`;
  const document: Document = {
    id,
    sourceId: SOURCE,
    title,
    url,
    text,
    scopes: [...scopes],
    fetchedAt: '2026-03-01T00:00:00.000Z',
    contentHash: sha256(`${text}\n${scopes.join()}\n${version}`),
    language: 'en',
  };
  const passage = wholePassage(document);
  const knowledge = toKnowledge(id, document.scopes, [factOf(id, version, passage.id)]);
  return { document, passages: [passage], tables: [], knowledge };
};
