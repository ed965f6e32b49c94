import { h } from './dom.ts';

const region = h('div', { class: 'visually-hidden', attr: { role: 'status', 'aria-live': 'polite' } });

/** Says something to those who listen to the page. Tokens are never announced one by one: the finished answer is. */
export const announce = (words: string): void => {
  if (!region.isConnected) document.body.append(region);
  region.textContent = words;
};
