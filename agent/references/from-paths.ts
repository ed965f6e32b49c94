import type { KnowledgePath, Triple } from '../../core/knowledge.ts';
import { pathText, tripleText } from '../../tools/index.ts';
import type { Reference } from './reference.ts';

/** Converts a knowledge path to a reference, cited by the first passage that states one of its facts. */
export const fromPath = (path: KnowledgePath): Reference => {
  const triples = path.steps.map(({ triple }) => triple);
  return reference(triples, pathText(path));
};

/** Converts a fact to a reference. */
export const fromTriple = (triple: Triple): Reference => reference([triple], tripleText(triple));

/** Converts facts to references, one per document, so that each citation names the document that states them. */
export const fromTriples = (triples: readonly Triple[]): Reference[] => {
  const byDocument = new Map<string, Triple[]>();
  for (const triple of triples) {
    const document = triple.documentIds[0] ?? '';
    byDocument.set(document, [...(byDocument.get(document) ?? []), triple]);
  }
  return [...byDocument.values()].map((own) => reference(own, own.map(tripleText).join('\n')));
};

const reference = (triples: readonly Triple[], text: string): Reference => {
  const stating = triples.find(({ passageIds }) => passageIds.length > 0) ?? triples[0]!;
  const names = triples.flatMap(({ subjectName, objectName }) => [subjectName, objectName]);
  return {
    kind: 'path',
    documentId: stating.documentIds[0] ?? '',
    ...(stating.passageIds[0] ? { passageId: stating.passageIds[0] } : {}),
    title: [...new Set(names)].slice(0, 4).join(', '),
    headings: [],
    text,
  };
};
