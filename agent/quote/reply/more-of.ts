import type { Passage } from '../../../core/document.ts';
import { nearestName } from '../../../core/nearest-name.ts';
import { inertText } from '../../../core/text/inert-text.ts';
import { sectionOf } from './nearest-pages.ts';
import type { QuoteOptions } from './quote-options.ts';
import type { Reply } from './reply.ts';
import type { Wording } from './wording.ts';

/** Maximum characters that are shown around a quote. */
const MAX_CHARS = 1_800;

/**
 * A reply with all that its page says beside the quote: the passage, and the next one below the same heading. A row of a
 * table is shown whole by the reply itself, which stays.
 */
export const moreOf = async (reply: Reply, wording: Wording, { question, stores }: QuoteOptions): Promise<Reply> => {
  const shown = reply.citations[0] ?? reply.nearest.find(({ quote }) => quote !== undefined);
  if (shown?.passageId === undefined) return reply;
  const [passage] = await stores.documents.passages([shown.passageId], question.scopes);
  if (!passage || passage.kind === 'table') return reply;
  const [next] = await stores.documents.passages([`${passage.documentId}#${passage.ordinal + 1}`], question.scopes);
  const read = next && continues(passage, next) ? `${passage.text}\n\n${next.text}` : passage.text;
  const text = inertText(cut(read), { links: passage.url ? [passage.url] : [] });
  const from = `_${wording.from(nearestName({ title: shown.title, section: sectionOf(passage) }))}_`;
  const [citation] = reply.citations;
  return citation
    ? { ...reply, text: `${text}${text.endsWith('```') ? '\n' : ' '}[${citation.n}]\n\n${from}`, citations: [citation] }
    : { ...reply, text: [wording.unsure, text, from].join('\n\n') };
};

const continues = (passage: Passage, next: Passage): boolean =>
  next.kind === 'text' && next.start >= passage.end && next.headings.join('\n') === passage.headings.join('\n');

/** The text up to the last whole line within the maximum. */
const cut = (text: string): string => {
  const whole = text.trim();
  if (whole.length <= MAX_CHARS) return whole;
  const line = whole.lastIndexOf('\n', MAX_CHARS);
  return `${whole.slice(0, line > 0 ? line : whole.lastIndexOf(' ', MAX_CHARS))} …`;
};
