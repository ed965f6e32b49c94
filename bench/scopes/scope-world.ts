import { EVERYONE, type Scope } from '../../core/document.ts';
import { seededRandom } from '../../core/seeded-random.ts';
import { scopesInSource, scopesWithin } from '../../core/source-scopes.ts';
import { analysePassage } from '../../retrieval/ranking/analyse-passage.ts';
import type { DocumentChange } from '../../stores/index.ts';
import { knowledge, page, vectorsOf } from '../../stores/testing/samples.ts';

/** Whoever asks: the scopes that they hold, and the sources that they chose, if any. */
export interface Asker {
  name: string;
  scopes: Scope[];
  sources?: string[];
}

/** A document of the world as the reference knows it. `about` is the document that its facts are about. */
export interface WorldDocument {
  id: string;
  sourceId: string;
  scopes: Scope[];
  version: number;
  about?: string;
}

export const SPACE = { encoder: 'bench:scopes', dimensions: 8 };
const SOURCES = ['handbook', 'wiki', 'board'];
const WORKSPACES = ['workspace:T1', 'workspace:T2'];
const GROUPS = Array.from({ length: 5 }, (_, n) => `group:g${n}`);
const CHANNELS = Array.from({ length: 8 }, (_, n) => `channel:T${1 + (n % 2)}/C${n}`);

/** A word that stands in everything that this version of a document says, and nowhere else. */
export const secretOf = ({ id, version }: Pick<WorldDocument, 'id' | 'version'>): string => `qk${id}v${version}z`;
/** Every such word in a text. */
export const secretsIn = (text: string): Set<string> => new Set(text.match(/qk[a-z]+\d+v\d+z/g));

/**
 * Documents, people and their groups and channels, drawn from a seed, and a history that changes what is said and who may
 * see it.
 */
export const createScopeWorld = (seed: number, { documents: count = 120, people: askerCount = 24 } = {}) => {
  const random = seededRandom(seed >>> 0 || 1);
  /** A number from 0 up to `below`. */
  const draw = (below: number): number => (random() * 2 ** 32) % below;
  const some = <T>(items: readonly T[], share: number): T[] => items.filter(() => draw(100) < share);
  const one = <T>(items: readonly T[]): T => items[draw(items.length)] as T;

  const askers: Asker[] = [
    { name: 'nobody', scopes: [] },
    { name: 'stranger', scopes: [EVERYONE] },
    ...Array.from({ length: askerCount }, (_, n): Asker => {
      const scopes = [EVERYONE, one(WORKSPACES), ...some(GROUPS, 30), ...some(CHANNELS, 30), `person:p${n}`];
      return { name: `p${n}`, scopes, ...(draw(4) === 0 && { sources: some(SOURCES, 60) }) };
    }),
  ];
  const everyScope = [...WORKSPACES, ...GROUPS, ...CHANNELS, ...askers.map(({ name }) => `person:${name}`)];
  const someScopes = (): Scope[] => (draw(5) === 0 ? [EVERYONE] : [one(everyScope), ...some(everyScope, 3)]);

  const documents = new Map<string, WorldDocument>();
  const versions = new Map<string, number>();
  /** The next version of a page, or of facts about one that were handed in apart from it. */
  const draft = (n: number): WorldDocument => {
    const isFacts = n % 6 === 5;
    const id = `${isFacts ? 'facts' : 'page'}${n}`;
    const version = (versions.get(id) ?? 0) + 1;
    versions.set(id, version);
    const about = isFacts ? { about: `page${n - 1}` } : {};
    return { id, sourceId: SOURCES[n % SOURCES.length] as string, scopes: someScopes(), version, ...about };
  };

  return {
    askers,
    documents,
    /** Every document that ever was, as its newest version: readers ask for all of their ids. */
    ids: Array.from({ length: count }, (_, n) => `${n % 6 === 5 ? 'facts' : 'page'}${n}`),
    draw,
    /** A change of some documents, as ingest would hand it to the stores; the first brings all of them. */
    nextChange(): { put: DocumentChange[]; delete: string[]; space: typeof SPACE } {
      const first = documents.size === 0;
      const put: DocumentChange[] = [];
      const gone: string[] = [];
      for (let n = 0; n < count; n++) {
        if (!first && draw(100) >= 25) continue;
        const document = draft(n);
        if (!first && draw(5) === 0) {
          gone.push(document.id);
          documents.delete(document.id);
        } else {
          documents.set(document.id, document);
          put.push(changeOf(document));
        }
      }
      return { space: SPACE, put, delete: gone };
    },
    /** The reference: who may read what. Facts about a document are for those who may read it too. */
    mayRead(asker: Asker, { scopes, sourceId, about }: WorldDocument): boolean {
      const subject = about === undefined ? undefined : documents.get(about);
      const sees = (held: readonly Scope[]) => held.some((scope) => asker.scopes.includes(scope));
      return (
        sees(scopes) &&
        (!asker.sources?.length || asker.sources.includes(sourceId)) &&
        (!subject || sees(subject.scopes))
      );
    },
  };
};

export type ScopeWorld = ReturnType<typeof createScopeWorld>;

/** The scopes that an asker's question carries. */
export const questionScopes = ({ scopes, sources }: Asker): Scope[] => scopesWithin(scopes, sources);

const changeOf = (document: WorldDocument): DocumentChange => {
  const { id, sourceId, about } = document;
  const scopes = scopesInSource(document.scopes, sourceId);
  const secret = secretOf(document);
  const made = page(
    id,
    about === undefined ? [`Ada signs the treaty of Rome. The word of this page is ${secret}.`] : [],
    {
      scopes,
      sourceId,
      title: `Treaty ${secret}`,
    },
  );
  const facts = knowledge(
    id,
    about === undefined ? ['Ada', `treaty ${secret}`] : [],
    [
      ['Ada', 'signs', `treaty ${secret}`],
      [`treaty ${secret}`, 'is kept in', 'Vault'],
    ],
    { scopes },
  );
  return {
    ...made,
    document: { ...made.document, ...(about !== undefined && { text: '', follows: { documentId: about, scopes } }) },
    tables:
      about === undefined
        ? [
            {
              id: `${id}!0`,
              documentId: id,
              caption: `Treaties ${secret}`,
              headings: [],
              columns: [['Treaty'], ['Word']],
              types: [{ kind: 'text' as const }, { kind: 'text' as const }],
              rows: [['Rome', secret]],
              scopes,
            },
          ]
        : [],
    vectors: vectorsOf(made, SPACE.dimensions),
    analyses: made.passages.map((passage) => analysePassage(passage)),
    knowledge: facts,
  };
};
