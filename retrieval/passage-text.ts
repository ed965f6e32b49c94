import type { Passage } from '../core/document.ts';
import { shown } from '../core/text/shown.ts';

/**
 * The text of a passage for encoders and phrase filters: its title, headings and text without markup, joined by ". ".
 */
export const passageText = ({ title, headings, text }: Pick<Passage, 'title' | 'headings' | 'text'>): string =>
  [...(title ? [title] : []), ...headings, shown(text)].join('. ');
