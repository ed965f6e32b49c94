import { tool } from '@langchain/core/tools';
import { z } from 'zod';
import type { Passage } from '../core/document.ts';
import { words } from '../core/text/words.ts';
import type { ToolContext } from './tool-context.ts';

/** A fact whose pages are wanted; the fields of a Triple that say where it may stand. */
export interface WantedFact {
  subjectName: string;
  objectName: string;
  passageIds: string[];
  documentIds: string[];
}

/** A passage states a fact when it holds this share of the words of its object, and of its subject (the title counts). */
const MIN_SHARE = 0.6;

/**
 * The passage that states each fact: among those that the fact names, or, for a fact that was handed in about a page, among
 * that page's. Undefined where none that the asker may see holds both of its ends.
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
    // The title alone names the page's own thing in every passage: what the text itself says decides.
    const share = shareHeld(`${subjectName} ${objectName}`, new Set(words(passage.text)));
    if (!best || share > best.share) best = { passage, share };
  }
  return best?.passage;
};

/** The share of a name's words that a text holds; what stands in brackets tells names apart and is seldom in a text. */
const shareHeld = (name: string, held: ReadonlySet<string>): number => {
  const wanted = words(name.replace(/\s*\([^)]*\)/g, ''));
  return wanted.length === 0 ? 0 : wanted.filter((word) => held.has(word)).length / wanted.length;
};
