import { h, icon } from './dom.ts';

/**
 * Catches files that are dropped anywhere on the page: the browser would open the first of them in the page's place.
 * @param take gets the files, unless an element of the page took them itself
 * @returns stops catching
 */
export const onDroppedFiles = (take: (files: File[]) => void): (() => void) => {
  const over = (event: DragEvent) => {
    if (carriesFiles(event)) event.preventDefault();
  };
  const drop = (event: DragEvent) => {
    if (!carriesFiles(event) || event.defaultPrevented) return;
    event.preventDefault();
    take([...(event.dataTransfer?.files ?? [])]);
  };
  addEventListener('dragover', over);
  addEventListener('drop', drop);
  return () => {
    removeEventListener('dragover', over);
    removeEventListener('drop', drop);
  };
};

const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

/** Says where files are added. */
export const whereToAddFiles = (mayAdd: boolean): HTMLElement => {
  const note: HTMLElement = h(
    'p',
    { class: 'note', attr: { role: 'status' } },
    icon('page'),
    h(
      'span',
      {},
      'Parley answers from pages that it has read before. ',
      ...(mayAdd
        ? [h('a', { href: '/console/sources?add=files' }, 'Add these files'), ' there, then ask about them here.']
        : ['An admin can add these files; then ask about them here.']),
    ),
    h('button', { type: 'button', class: 'button', on: { click: () => note.remove() } }, 'Got it'),
  );
  return note;
};
