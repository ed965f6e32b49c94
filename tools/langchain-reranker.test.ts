import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Document, type DocumentInterface } from '@langchain/core/documents';
import { BaseDocumentCompressor } from '@langchain/core/retrievers/document_compressors';
import { describe, expect, it } from 'vitest';
import { fromDocumentCompressor, openReranker, type Reranker } from '../retrieval/index.ts';
import { toDocumentCompressor } from '../runtime/index.ts';

/** Like LangChain's rerankers of providers: scores by text length and keeps the best few. */
class Longest extends BaseDocumentCompressor {
  readonly keep: number;
  readonly scoreName: string;
  constructor(keep: number, scoreName = 'relevanceScore') {
    super();
    this.keep = keep;
    this.scoreName = scoreName;
  }
  override async compressDocuments(documents: DocumentInterface[], _query: string) {
    return [...documents]
      .sort((a, b) => b.pageContent.length - a.pageContent.length)
      .slice(0, this.keep)
      .map(({ pageContent, metadata }) => {
        const score = this.scoreName ? { [this.scoreName]: pageContent.length } : {};
        return new Document({ pageContent, metadata: { ...metadata, ...score } });
      });
  }
}
const passages = ['of it', 'of these pages here', 'of them all'].map((text) => ({ title: 'T', headings: [], text }));

describe('a LangChain compressor as a reranker', () => {
  it('returns its scores under either name, and none for omitted documents', async () => {
    for (const name of ['relevanceScore', 'relevance_score']) {
      const { scores, cost } = await fromDocumentCompressor('own', new Longest(2, name)).score('q', passages);
      expect(scores).toEqual([undefined, 'T. of these pages here'.length, 'T. of them all'.length]);
      expect(cost).toEqual({ calls: 1 });
    }
  });

  it('uses its order if there are no scores', async () => {
    const { scores } = await fromDocumentCompressor('own', new Longest(3, '')).score('q', passages);
    expect(scores).toEqual([1 / 3, 1, 1 / 2]);
  });

  it('scores a split document by its best piece', async () => {
    const pieces = {
      compressDocuments: async ([a, b]: DocumentInterface[]) =>
        [b, a, b].map((document, at) => ({
          ...document!,
          metadata: { ...document!.metadata, relevanceScore: 9 - at },
        })),
    };
    expect((await fromDocumentCompressor('own', pieces).score('q', passages.slice(0, 2))).scores).toEqual([8, 9]);
  });

  it.each<[string, (documents: DocumentInterface[]) => Promise<DocumentInterface[]>, RegExp]>([
    ['fails', () => Promise.reject(new Error('Status code: 401\nBody: …')), /own cannot be used: Status code: 401\.$/],
    ['gives nothing back', async () => [], /gave no passage back/],
    ['makes documents up', async () => [new Document({ pageContent: 'x' })], /a document that it was not given/],
  ])('one that %s is unavailable', async (_, compressDocuments, why) => {
    const reranker = fromDocumentCompressor('own', { compressDocuments });
    await expect(reranker.score('q', passages)).rejects.toMatchObject({
      code: 'RERANKER_UNAVAILABLE',
      message: expect.stringMatching(why),
    });
    expect(await reranker.score('q', [])).toEqual({ scores: [], cost: { calls: 0 } });
  });

  describe('by the setting', () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-compressor-'));

    it('uses the module’s default export', async () => {
      const path = join(folder, 'reranker.mjs');
      writeFileSync(path, 'export default { compressDocuments: async (documents) => [...documents].reverse() };');
      const reranker = (await openReranker({ PARLEY_RERANKER: `langchain:${path}` }))!;
      expect((await reranker.score('q', passages)).scores).toEqual([1 / 3, 1 / 2, 1]);
    });
  });
});

describe('a reranker as a LangChain compressor', () => {
  it('returns every document, best first, with its score and metadata', async () => {
    const read: unknown[] = [];
    const reranker: Reranker = {
      name: 'own',
      async score(_, given) {
        read.push(...given);
        return { scores: [0.1, undefined, 0.7], cost: { calls: 1 } };
      },
    };
    const documents = ['a', 'b', 'c'].map(
      (text) =>
        new Document({ id: `${text}#0`, pageContent: text, metadata: { title: 'T', headings: ['H'], url: text } }),
    );
    const compressor = toDocumentCompressor(reranker);
    expect(BaseDocumentCompressor.isBaseDocumentCompressor(compressor)).toBe(true);
    const ordered = await compressor.compressDocuments(documents, 'q');
    expect(ordered.map(({ id, metadata }) => [id, metadata.url, metadata.relevanceScore])).toEqual([
      ['c#0', 'c', 0.7],
      ['a#0', 'a', 0.1],
      ['b#0', 'b', undefined],
    ]);
    expect(read[0]).toEqual({ title: 'T', headings: ['H'], text: 'a' });
  });

  it('converting there and back gives the same scores', async () => {
    const own = fromDocumentCompressor('own', new Longest(3));
    const again = fromDocumentCompressor('again', toDocumentCompressor(own));
    const [once, twice] = await Promise.all([own, again].map(({ score }) => score('q', passages)));
    const order = (scores: readonly (number | undefined)[]) => [0, 1, 2].sort((a, b) => scores[b]! - scores[a]!);
    expect(order(twice!.scores)).toEqual(order(once!.scores));
  });
});
