import { tool } from '@langchain/core/tools';
import { z } from 'zod';
import type { Passage } from '../core/document.ts';
import { words } from '../core/text/words.ts';
import type { ToolContext } from './tool-context.ts';

/** A fact to find pages for: the fields of a Triple that locate it. */
export interface WantedFact {
  subjectName: string;
  objectName: string;
  passageIds: string[];
  documentIds: string[];
}

/** Minimum share of the words of both subject and object in a passage that states a fact (its title counts). */
const MIN_SHARE = 0.6;

/**
 * Finds the passage that states each fact, among the passages that the fact names or, for a fact ingested about a page,
 * among that page's. Undefined if no visible passage contains both ends.
 */
export const statingPassages = ({ stores, scopes }: Pick<ToolContext, 'stores' | 'scopes'>) =>
  tool(
    async ({ facts }): Promise<[string, (Passage | undefined)[]]> => {
      const named = new Map(
        (await stores.documents.passages([...new Set(facts.flatMap(({ passageIds }) => passageIds))], scopes)).map(
          (passage) => [passage.id, passage],
        ),
      );
      const pages = new Map<string, Promise<Passage[]>>();
      const pageOf = (documentId: string): Promise<Passage[]> => {
        const known = pages.get(documentId) ?? readPage(documentId);
        pages.set(documentId, known);
        return known;
      };
      const readPage = async (documentId: string): Promise<Passage[]> => {
        const document = await stores.documents.document(documentId, scopes);
        return document ? stores.documents.passagesOf(document.follows?.documentId ?? documentId, scopes) : [];
      };
      const found = await Promise.all(
        facts.map(async (fact) => {
          const own = fact.passageIds.flatMap((id) => named.get(id) ?? []);
          const among = own.length > 0 ? own : (await Promise.all(fact.documentIds.map(pageOf))).flat();
          return bestFor(fact, among);
        }),
      );
      return [found.map((passage) => passage?.title ?? 'no page').join('\n'), found];
    },
    {
      name: 'stating_passages',
      description: 'Finds the passages of the pages that state facts of the knowledge graph.',
      schema: z.object({
        facts: z
          .array(
            z.object({
              subjectName: z.string(),
              objectName: z.string(),
              passageIds: z.array(z.string()),
              documentIds: z.array(z.string()),
            }),
          )
          .max(60),
      }),
      responseFormat: 'content_and_artifact',
    },
  );

const bestFor = ({ subjectName, objectName }: WantedFact, passages: readonly Passage[]): Passage | undefined => {
  let best: { passage: Passage; share: number } | undefined;
  for (const passage of passages) {
    const held = new Set(words([passage.title, ...passage.headings, passage.text].join(' ')));
    const [subject, object] = [shareHeld(subjectName, held), shareHeld(objectName, held)];
    if (subject < MIN_SHARE || object < MIN_SHARE) continue;
    // The title is the same for all passages, so only the text decides between them.
    const share = shareHeld(`${subjectName} ${objectName}`, new Set(words(passage.text)));
    if (!best || share > best.share) best = { passage, share };
  }
  return best?.passage;
};

/** Share of a name's words in a text. Ignores a disambiguation in brackets, which texts seldom repeat. */
const shareHeld = (name: string, held: ReadonlySet<string>): number => {
  const wanted = words(name.replace(/\s*\([^)]*\)/g, ''));
  return wanted.length === 0 ? 0 : wanted.filter((word) => held.has(word)).length / wanted.length;
};
