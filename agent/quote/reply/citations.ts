import type { Citation } from '../../../core/answer.ts';
import type { Passage, Scope } from '../../../core/document.ts';
import type { DocumentStore } from '../../../stores/index.ts';
import { type Candidate, quotedWords } from '../candidates/candidate.ts';
import { rowLine } from '../pages/tables.ts';

/** The citations of the shown text, verbatim from its passages. Each table of an operation has its own citation. */
export const citationsOf = async (
  candidate: Candidate,
  cited: number,
  documents: Pick<DocumentStore, 'passagesOf'>,
  scopes: readonly Scope[],
): Promise<Citation[]> => {
  const { table, rows = [], operation } = candidate;
  if (!table) return [toCitation(cited + 1, candidate.passage, quotedWords(candidate))];
  const parts = [{ table, rows }, ...(operation?.with ?? [])];
  return Promise.all(
    parts.map(async (part, at) => {
      const lines = part.rows.map((row) => rowLine(part.table.written[row] ?? []));
      const [first = ''] = lines;
      // A long table spans several passages. Cites the one with the row.
      const holder = part.table.passage.text.includes(first)
        ? part.table.passage
        : (await documents.passagesOf(part.table.documentId, scopes)).find(({ text }) => text.includes(first));
      const passage = holder ?? part.table.passage;
      const held = lines.filter((line) => passage.text.includes(line));
      return toCitation(cited + 1 + at, passage, (held.length > 0 ? held : lines).join('\n'));
    }),
  );
};

/** A citation of words of a passage. */
export const toCitation = (n: number, passage: Passage, quote: string): Citation => ({
  n,
  documentId: passage.documentId,
  passageId: passage.id,
  title: passage.title,
  ...(passage.url ? { url: passage.url } : {}),
  quote,
  kind: passage.kind === 'table' ? 'table' : 'passage',
  ...(passage.updatedAt ? { updatedAt: passage.updatedAt } : {}),
});
