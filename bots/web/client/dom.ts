import { type IconName, icons } from '../design/icons.ts';

type Child = Node | string | undefined | false | null;
type Props<K extends keyof HTMLElementTagNameMap> = {
  class?: string;
  data?: Record<string, string>;
  /** Attributes that have no property of the same name: `aria-…`, `role`, `for`. */
  attr?: Record<string, string>;
  on?: { [E in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[E]) => void };
} & Partial<Omit<HTMLElementTagNameMap[K], 'style' | 'dataset' | 'className' | 'children'>>;

/**
 * Builds an element. Strings become text nodes, so no text on this page is ever parsed as HTML.
 *
 * @example h('button', { type: 'button', class: 'quiet', on: { click: close } }, icon('close'), 'Close')
 */
export const h = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  { class: className, data, attr, on, ...props }: Props<K> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] => {
  const element = document.createElement(tag);
  if (className) element.className = className;
  Object.assign(element.dataset, data);
  for (const [name, value] of Object.entries(attr ?? {})) element.setAttribute(name, value);
  for (const [name, listener] of Object.entries(on ?? {})) element.addEventListener(name, listener as EventListener);
  Object.assign(element, props);
  element.append(
    ...children.filter((child): child is Node | string => child !== undefined && child !== false && child !== null),
  );
  return element;
};

const SVG = 'http://www.w3.org/2000/svg';

/** Builds an SVG element from attributes. */
export const svg = (tag: string, attributes: Record<string, string | number> = {}, ...children: (Node | string)[]) => {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
};

/** A line icon, hidden from screen readers: the button around it has a label. */
export const icon = (name: IconName): SVGElement =>
  svg(
    'svg',
    { viewBox: '0 0 24 24', class: `icon icon-${name}`, 'aria-hidden': 'true', focusable: 'false' },
    svg('path', { d: icons[name] }),
  );

/** A button with an icon. With `words` the label is visible; otherwise it is the tooltip and the accessible name. */
export const iconButton = (
  name: IconName,
  label: string,
  click: (event: MouseEvent) => void,
  { words = false, class: extra = '' } = {},
): HTMLButtonElement =>
  h(
    'button',
    {
      type: 'button',
      class: `button ${words ? '' : 'button-icon'} ${extra}`.trim(),
      title: words ? '' : label,
      attr: words ? {} : { 'aria-label': label },
      on: { click },
    },
    icon(name),
    words && h('span', {}, label),
  );
