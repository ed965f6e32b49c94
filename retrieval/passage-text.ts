import type { Passage } from '../core/document.ts';
import { shown } from '../core/text/shown.ts';

/**
 * What a passage is encoded and matched as: its title, the headings above it, and its text as a reader sees it
 * (title + ". " + text).
 */
export const passageText = ({ title, headings, text }: Pick<Passage, 'title' | 'headings' | 'text'>): string =>
  [...(title ? [title] : []), ...headings, shown(text)].join('. ');
