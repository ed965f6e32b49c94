import type { Passage } from '../core/document.ts';

/** What a passage is encoded and matched as: its title, the headings above it, and its text (retrieval.md: title + ". " + text). */
export const passageText = ({ title, headings, text }: Pick<Passage, 'title' | 'headings' | 'text'>): string =>
  [...(title ? [title] : []), ...headings, text].join('. ');
