import { useEffect, useRef } from 'react';
import { renderMarkdown } from '../../client/markdown.ts';

/**
 * Renders a passage's Markdown. Links are shown as plain text.
 * @param name used in the accessible names of its tables
 */
export const PassageText = ({ text, name }: { text: string; name: string }) => {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.replaceChildren(renderMarkdown(text));
    // For accessibility: a passage's headings would break the outline of this page, and an empty `th` names no column.
    for (const heading of place.current?.querySelectorAll('h1, h2, h3, h4, h5, h6') ?? [])
      replaceTag('p', heading).className = 'passage-heading';
    for (const head of place.current?.querySelectorAll('th:empty') ?? []) replaceTag('td', head);
    for (const [at, table] of [...(place.current?.querySelectorAll('.table') ?? [])].entries())
      table.setAttribute('aria-label', `Table ${at + 1} of ${name}`);
  }, [text, name]);
  return <div ref={place} className="passage-text" />;
};

const replaceTag = (name: 'p' | 'td', before: Element): HTMLElement => {
  const element = document.createElement(name);
  element.append(...before.childNodes);
  before.replaceWith(element);
  return element;
};

/** The first lines of a Markdown text, about `chars` long, with `…` if more follows. Never cuts a table row. */
export const beginningOf = (text: string, chars: number): string => {
  if (text.length <= chars) return text;
  const lines: string[] = [];
  let length = 0;
  for (const line of text.split('\n')) {
    // Keeps at least one row of a table below its header and delimiter lines.
    const isTable = /^\s*\|/.test(line);
    const rows = lines.filter((one) => /^\s*\|/.test(one)).length;
    if (length + line.length > chars && !(isTable && rows < 3)) {
      if (!isTable && length < chars / 2) lines.push(`${line.slice(0, chars - length).replace(/\s+\S*$/, '')} …`);
      else lines.push('', '…');
      break;
    }
    lines.push(line);
    length += line.length;
  }
  return lines.join('\n');
};
