type Child = Node | string | undefined | false | null;
type Props<K extends keyof HTMLElementTagNameMap> = {
  class?: string;
  data?: Record<string, string>;
  /** Attributes that have no property of the same name: `aria-…`, `role`, `for`. */
  attr?: Record<string, string>;
  on?: { [E in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[E]) => void };
} & Partial<Omit<HTMLElementTagNameMap[K], 'style' | 'dataset' | 'className' | 'children'>>;

/**
 * Builds an element. Text is always text: nothing on this page goes through a parser of HTML.
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

const icons = {
  plus: 'M12 5v14M5 12h14',
  send: 'M12 19V5M6 11l6-6 6 6',
  stop: 'M7 7h10v10H7z',
  close: 'M6 6l12 12M18 6L6 18',
  menu: 'M4 7h16M4 12h16M4 17h10',
  up: 'M14 9V5a3 3 0 0 0-3-3l-4 9v11h11.3a2 2 0 0 0 2-1.7l1.4-9a2 2 0 0 0-2-2.3zM7 22H4a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2h3',
  down: 'M10 15v4a3 3 0 0 0 3 3l4-9V2H5.7a2 2 0 0 0-2 1.7l-1.4 9a2 2 0 0 0 2 2.3zM17 2h2.7A2.3 2.3 0 0 1 22 4.3v6.4a2.3 2.3 0 0 1-2.3 2.3H17',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  path: 'M6 4v11a4 4 0 0 0 4 4h9M6 9h13M16 6l3 3-3 3M16 16l3 3-3 3',
  page: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  table: 'M4 5h16v14H4zM4 10h16M4 14.5h16M10 5v14',
  out: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  theme: 'M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18',
  erase: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
  again: 'M4 12a8 8 0 1 0 2.6-5.9M4 4v4.5h4.5',
  info: 'M12 11v6M12 7.5h.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
  ask: 'M9 9.5a3 3 0 1 1 4.2 2.750c-.8.35-1.2 1-1.2 1.750M12 17.5h.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
} as const;
export type IconName = keyof typeof icons;

/** A line icon, hidden from screen readers: the button around it has a label. */
export const icon = (name: IconName): SVGElement =>
  svg(
    'svg',
    { viewBox: '0 0 24 24', class: `icon icon-${name}`, 'aria-hidden': 'true', focusable: 'false' },
    svg('path', { d: icons[name] }),
  );

/** A button with an icon and a label; without `words` only screen readers and a tooltip have the label. */
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
