type Child = Node | string | number | null | undefined | false;
type Attributes = Record<string, string | number | boolean | undefined | ((event: Event) => void)>;

/** Builds an HTML element; a function among the attributes listens (`onclick`). Text is text: nothing is parsed as markup. */
export const h = (tag: string, attributes: Attributes = {}, ...children: (Child | Child[])[]): HTMLElement =>
  fill(document.createElement(tag), attributes, children);

/** Builds an SVG element. */
export const s = (tag: string, attributes: Attributes = {}, ...children: (Child | Child[])[]): SVGElement =>
  fill(document.createElementNS('http://www.w3.org/2000/svg', tag) as SVGElement, attributes, children);

const fill = <E extends HTMLElement | SVGElement>(
  element: E,
  attributes: Attributes,
  children: (Child | Child[])[],
): E => {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : String(value));
  }
  for (const child of children.flat()) {
    if (child !== null && child !== undefined && child !== false)
      element.append(child instanceof Node ? child : String(child));
  }
  return element;
};

/** A drop-down list; `onChange` gets the chosen value. */
export const select = (
  label: string,
  options: readonly { value: string; text: string }[],
  chosen: string,
  onChange: (value: string) => void,
): HTMLElement =>
  h(
    'label',
    { class: 'select' },
    h('span', {}, label),
    h(
      'select',
      { onchange: (event) => onChange((event.target as HTMLSelectElement).value) },
      options.map(({ value, text }) => h('option', { value, selected: value === chosen }, text)),
    ),
  );

/** A titled part of the page. */
export const section = (id: string, title: string, lead: string, ...children: (Child | Child[])[]): HTMLElement =>
  h('section', { id }, h('h2', {}, title), lead && h('p', { class: 'lead' }, lead), ...children);

/** The colour of the i-th arm, the same in every chart. */
export const armColor = (index: number): string => `var(--arm-${index % 14})`;
