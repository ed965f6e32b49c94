import { h } from './dom.ts';

const region = h('div', { class: 'visually-hidden', attr: { role: 'status', 'aria-live': 'polite' } });

/** Announces a text to screen readers. Streamed tokens are not announced; the finished answer is, once. */
export const announce = (words: string): void => {
  if (!region.isConnected) document.body.append(region);
  region.textContent = words;
};
