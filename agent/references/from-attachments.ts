import { contentStems, shareIn } from '../../core/text/content-stems.ts';
import type { Reference } from './reference.ts';

/** Maximum characters of attached text per question, and of one piece. */
const MAX_CHARS = 12_000;
const PIECE = 1_500;

/** Attached files as evidence: complete if they fit, otherwise the pieces that share most words with the question. */
export const fromAttachments = (
  attachments: readonly { name: string; text: string }[],
  question: string,
): Reference[] => {
  const asked = contentStems(question);
  const pieces = attachments.flatMap(({ name, text }) =>
    cut(text).map((piece, at): Reference & { share: number } => ({
      kind: 'attachment',
      documentId: `attachment:${name}`,
      passageId: `attachment:${name}#${at}`,
      title: name,
      headings: [],
      text: piece,
      share: shareIn(asked, contentStems(piece)),
    })),
  );
  let left = MAX_CHARS;
  const chosen = new Set(
    pieces
      .toSorted((a, b) => b.share - a.share)
      .filter(({ text }) => {
        left -= text.length;
        return left >= 0;
      }),
  );
  return pieces.filter((piece) => chosen.has(piece)).map(({ share: _, ...reference }) => reference);
};

const cut = (text: string): string[] => {
  const pieces: string[] = [];
  let piece = '';
  for (const part of text
    .split(/\n\s*\n/)
    .flatMap((paragraph) => paragraph.match(new RegExp(`[\\s\\S]{1,${PIECE}}`, 'g')) ?? [])) {
    if (piece && piece.length + part.length > PIECE) {
      pieces.push(piece);
      piece = '';
    }
    piece = piece ? `${piece}\n\n${part}` : part;
  }
  if (piece.trim()) pieces.push(piece);
  return pieces;
};
