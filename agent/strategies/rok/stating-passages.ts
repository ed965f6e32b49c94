import type { Passage } from '../../../core/document.ts';
import type { Triple } from '../../../core/knowledge.ts';
import { lookUp } from '../../look-up.ts';
import type { QuestionContext } from '../../question-context.ts';

/** The passage that states each triple, in their order; undefined where no visible page holds both ends. */
export const passagesStating = async (
  triples: readonly Triple[],
  context: QuestionContext,
): Promise<(Passage | undefined)[]> => {
  if (triples.length === 0) return [];
  const facts = triples.map(({ subjectName, objectName, passageIds, documentIds }) => ({
    subjectName,
    objectName,
    passageIds,
    documentIds,
  }));
  return lookUp(context, 'stating_passages', { facts });
};
