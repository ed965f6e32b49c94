import type { Passage } from '../core/document.ts';
import { withoutLinkTargets } from '../core/text/without-link-targets.ts';

/**
 * The text of a passage for encoders and phrase filters: its title, headings and text without markup, joined by ". ".
 */
export const passageText = ({ title, headings, text }: Pick<Passage, 'title' | 'headings' | 'text'>): string =>
  [...(title ? [title] : []), ...headings, withoutLinkTargets(text)].join('. ');
