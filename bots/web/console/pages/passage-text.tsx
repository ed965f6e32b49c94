import { useEffect, useRef } from 'react';
import { renderMarkdown } from '../../client/markdown.ts';

/**
 * A passage as a page shows it: headings, lists and tables drawn; links are their words.
 * @param name what its tables are called for those who do not see them
 */
export const PassageText = ({ text, name }: { text: string; name: string }) => {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.replaceChildren(renderMarkdown(text));
    // A piece of a page begins anywhere: its headings are no part of this page's outline, an empty head names no column.
    for (const heading of place.current?.querySelectorAll('h1, h2, h3, h4, h5, h6') ?? [])
      become('p', heading).className = 'passage-heading';
    for (const head of place.current?.querySelectorAll('th:empty') ?? []) become('td', head);
    for (const [at, table] of [...(place.current?.querySelectorAll('.table') ?? [])].entries())
      table.setAttribute('aria-label', `Table ${at + 1} of ${name}`);
  }, [text, name]);
  return <div ref={place} className="passage-text" />;
};

const become = (name: 'p' | 'td', before: Element): HTMLElement => {
  const element = document.createElement(name);
  element.append(...before.childNodes);
  before.replaceWith(element);
  return element;
};

/** The first lines of a Markdown text, whole ones where lines are rows of a table, with a mark where more follows. */
export const beginningOf = (text: string, chars: number): string => {
  if (text.length <= chars) return text;
  const lines: string[] = [];
  let length = 0;
  for (const line of text.split('\n')) {
    // A table's head and the line below it mean nothing without a row.
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
