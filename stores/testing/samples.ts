import { createHash } from 'node:crypto';
import type { Passage, Scope, Table } from '../../core/document.ts';
import { EVERYONE } from '../../core/document.ts';
import type { CaseOrigin, EvalCase } from '../../core/eval-case.ts';
import type { Triple } from '../../core/knowledge.ts';
import { sha256 } from '../../core/sha256.ts';
import type { DocumentChange } from '../changes.ts';
import type { DocumentKnowledge } from '../graph.ts';
import type { PassageVector } from '../vectors.ts';

/** Texts that stores are known to corrupt. */
export const HARD_TEXTS = [
  'naïve façade, coöperate, Ångström, Straße',
  'עברית משמאל לימין mixed with English',
  '日本語の文書です。これは試験です。',
  '👩‍👩‍👧‍👦 family 🏳️‍🌈 flag 🇩🇪',
  `quotes ' " \` \\ % _ ; -- /* */ $1 \${x} {{y}}`,
  'e\u0301 is not \u00e9 until normalised',
  'tab\tnewline\nreturn\r\nend  two spaces ',
  'a'.repeat(5000),
];

/** A page with one passage per text. */
export const page = (
  id: string,
  texts: readonly string[],
  options: { scopes?: Scope[]; sourceId?: string; title?: string; tables?: number } = {},
): DocumentChange => {
  const { scopes = [EVERYONE], sourceId = 'samples', title = `Title of ${id}` } = options;
  const url = `https://pages.example/${encodeURIComponent(id)}`;
  const updatedAt = '2026-02-03T04:05:06.000Z';
  let start = 0;
  const passages = texts.map((text, ordinal): Passage => {
    const passage: Passage = {
      id: `${id}#${ordinal}`,
      documentId: id,
      ordinal,
      kind: 'text',
      title,
      headings: ordinal === 0 ? [] : ['Chapter', `Part ${ordinal}`],
      text,
      start,
      end: start + text.length,
      links: ordinal === 0 ? [{ href: `${url}/next`, text: 'next' }] : [],
      scopes,
      url,
      updatedAt,
    };
    start += text.length + 2;
    return passage;
  });
  const tables = Array.from(
    { length: options.tables ?? 0 },
    (_, i): Table => ({
      id: `${id}!${i}`,
      documentId: id,
      caption: `Sales ${i}`,
      headings: ['Chapter'],
      columns: [['Region'], ['Revenue', '2025']],
      rows: [
        ['North', '12 %'],
        ['South', ''],
      ],
      types: [{ kind: 'text' }, { kind: 'percent' }],
      scopes,
    }),
  );
  const text = texts.join('\n\n');
  return {
    document: {
      id,
      sourceId,
      title,
      url,
      text,
      scopes,
      updatedAt,
      fetchedAt: '2026-03-04T05:06:07.000Z',
      contentHash: sha256(`${title}\0${text}\0${scopes.join()}`),
      language: 'en',
      metadata: { etag: `"${id}"`, depth: 2, nested: { list: [1, 'two', null] } },
    },
    passages,
    tables,
  };
};

/** A triple between two names, stated in these passages of one document. */
export const triple = (
  documentId: string,
  [subject, predicate, object]: readonly [string, string, string],
  { passageIds = [`${documentId}#0`], scopes = [EVERYONE] }: { passageIds?: string[]; scopes?: Scope[] } = {},
): Triple => ({
  id: sha256([subject, predicate, object].join('\0').toLowerCase()).slice(0, 24),
  subject: subject.toLowerCase(),
  predicate,
  object: object.toLowerCase(),
  subjectName: subject,
  objectName: object,
  passageIds,
  documentIds: [documentId],
  scopes,
});

/** A document's knowledge: one entity per name, mentioned once in the first passage, and these facts. */
export const knowledge = (
  documentId: string,
  names: readonly string[],
  facts: readonly (readonly [string, string, string])[] = [],
  { scopes = [EVERYONE], passages = 1 }: { scopes?: Scope[]; passages?: number } = {},
): DocumentKnowledge => ({
  documentId,
  scopes,
  entities: [
    ...new Map([...names, ...facts.flatMap(([s, , o]) => [s, o])].map((name) => [name.toLowerCase(), name])),
  ].map(([id, name]) => ({ id, name })),
  mentions: names.flatMap((name, n) =>
    Array.from({ length: passages }, (_, ordinal) => ({
      passageId: `${documentId}#${ordinal}`,
      documentId,
      entityId: name.toLowerCase(),
      count: n + 1,
      inTitle: n === 0,
    })),
  ),
  triples: facts.map((fact) => triple(documentId, fact, { scopes })),
});

/** A unit vector that depends only on the seed. */
export const unitVector = (seed: string, dimensions: number): Float32Array => {
  const bytes = createHash('shake256', { outputLength: dimensions * 2 })
    .update(seed)
    .digest();
  const vector = Float32Array.from({ length: dimensions }, (_, i) => bytes.readInt16LE(i * 2) / 32768);
  const norm = Math.hypot(...vector);
  return vector.map((x) => x / norm);
};

/** The vectors of a page's passages. */
export const vectorsOf = ({ passages }: DocumentChange, dimensions: number): PassageVector[] =>
  passages.map(({ id, documentId, scopes, text }) => ({
    passageId: id,
    documentId,
    scopes,
    vector: unitVector(text, dimensions),
  }));

/** All items of an async iterable. */
export const collect = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
};

/** Order of ids in every stream: by code point, which is the order of their UTF-8 bytes. */
export const byCodePoint = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** A thumbs down by ann on the turn `t`. */
export const caseOrigin = (more: Partial<CaseOrigin> = {}): CaseOrigin => ({
  turnId: 't',
  askerId: 'ann',
  rating: 'down',
  at: '2026-05-01T10:00:00.000Z',
  answered: { shortAnswer: 'eleven', text: 'Eleven weeks [1].', verdict: 'answered', strategy: 'vanilla' },
  cited: [{ documentId: 'leave', title: 'Leave', contentHash: 'abc' }],
  ...more,
});

/** A case from one thumbs down. */
export const evalCase = (id: string, more: Partial<EvalCase> = {}): EvalCase => ({
  id,
  version: 1,
  status: 'new',
  question: `Question ${id}?`,
  key: `key of ${id}`,
  answers: ['twelve'],
  supportingIds: ['leave'],
  answerable: true,
  rejected: ['eleven'],
  kind: 'feedback-wrong',
  scopes: ['everyone'],
  thread: [],
  origins: [caseOrigin()],
  count: 1,
  edits: [],
  results: [],
  createdAt: '2026-05-01T10:00:00.000Z',
  updatedAt: '2026-05-01T10:00:00.000Z',
  ...more,
});
