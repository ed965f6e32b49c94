import { h, iconButton } from './dom.ts';

const STEP = 1.25;
/** Left and right padding of the frame, in pixels. */
const FRAME_PADDING = 24;
const MIN_SCALE = 0.2;
const MAX_SCALE = 4;

/** The zoom factor, shared by all drawings: it survives a redraw and applies to the next answer's drawings too. */
let scale = 1;

/** A picture grows by its size; a list of texts by CSS zoom, so that its words stay text. */
const resize = (drawing: SVGElement | HTMLElement): ((scale: number) => void) => {
  if (drawing instanceof HTMLElement) return (next) => drawing.style.setProperty('zoom', String(next));
  const sizes = ['width', 'height'].map((name) => [name, Number(drawing.getAttribute(name))] as const);
  return (next) => {
    for (const [name, size] of sizes) drawing.setAttribute(name, String(size * next));
  };
};

/**
 * Puts a drawing into a scrollable frame. The frame scrolls with the arrow keys, by dragging and with the wheel, and zooms
 * with buttons, with `+`, `-` and `0`, and with Ctrl and the wheel. A further button widens the panel.
 */
export const zoomable = (drawing: SVGElement | HTMLElement, label: string): HTMLElement => {
  const resizeTo = resize(drawing);
  const frame = h('div', { class: 'graph', tabIndex: 0, attr: { role: 'region', 'aria-label': label } });
  frame.append(drawing);

  const zoom = (next: number) => {
    const before = scale;
    scale = Math.min(MAX_SCALE, Math.max(MIN_SCALE, next));
    const middle = { x: frame.scrollLeft + frame.clientWidth / 2, y: frame.scrollTop + frame.clientHeight / 2 };
    resizeTo(scale);
    // Keeps the centre of the view in place.
    frame.scrollLeft = (middle.x * scale) / before - frame.clientWidth / 2;
    frame.scrollTop = (middle.y * scale) / before - frame.clientHeight / 2;
  };
  // Text does not shrink in exact proportion, so a few steps come closer.
  const fitWidth = () => {
    for (let step = 0; step < 3; step += 1)
      zoom((scale * (frame.clientWidth - FRAME_PADDING)) / (drawing.getBoundingClientRect().width || 1));
  };

  frame.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey) return;
    if (event.key === '+' || event.key === '=') zoom(scale * STEP);
    else if (event.key === '-') zoom(scale / STEP);
    else if (event.key === '0') fitWidth();
    else return;
    event.preventDefault();
  });
  frame.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      zoom(event.deltaY < 0 ? scale * STEP : scale / STEP);
    },
    { passive: false },
  );
  frame.addEventListener('pointerdown', (event) => {
    if (event.pointerType !== 'mouse' || event.button !== 0) return;
    // Words can be selected.
    if (event.target instanceof HTMLElement && event.target.closest('.tree-node')) return;
    frame.setPointerCapture(event.pointerId);
    frame.classList.add('dragged');
  });
  frame.addEventListener('pointermove', (event) => {
    if (frame.hasPointerCapture(event.pointerId)) frame.scrollBy(-event.movementX, -event.movementY);
  });
  frame.addEventListener('pointerup', () => frame.classList.remove('dragged'));
  zoom(scale);

  const wide: HTMLButtonElement = h(
    'button',
    {
      type: 'button',
      class: 'button quiet wide-view',
      attr: { 'aria-pressed': String(document.body.classList.contains('wide-panel')) },
      on: {
        click: () => {
          const pressed = String(document.body.classList.toggle('wide-panel'));
          for (const button of document.querySelectorAll('.wide-view')) button.setAttribute('aria-pressed', pressed);
        },
      },
    },
    'Wide view',
  );
  return h(
    'div',
    { class: 'zoomable' },
    frame,
    h(
      'div',
      { class: 'zoom-buttons', attr: { role: 'group', 'aria-label': `Size of the ${label.toLowerCase()}` } },
      iconButton('plus', 'Larger (+)', () => zoom(scale * STEP)),
      iconButton('minus', 'Smaller (-)', () => zoom(scale / STEP)),
      h('button', { type: 'button', class: 'button quiet', on: { click: fitWidth } }, 'Whole'),
      wide,
    ),
  );
};

/** A legend that explains the marks of a drawing; undefined without entries. */
export const legend = (entries: readonly (readonly [mark: string, words: string])[]): HTMLElement | undefined =>
  entries.length === 0
    ? undefined
    : h(
        'dl',
        { class: 'legend', attr: { 'aria-label': 'Legend' } },
        ...entries.map(([mark, words]) =>
          h('div', {}, h('dt', {}, h('b', { class: 'tree-kind' }, mark)), h('dd', {}, words)),
        ),
      );
