import { Text } from 'domhandler';
import { type Document, type Element, elementsNamed, isTag, textOf } from '../dom.ts';
import { elementOf, setChildren } from './children.ts';

/** Maximum characters of a tab's label. */
const MAX_LABEL = 60;
/** Class or role of the row of tabs. */
const TABS = /(?:^|\s)(?:nav-tabs|tabs?|tablist)(?=\s|$)/i;
const HEADING = /^h[1-6]$/;

/**
 * Writes the label of a tab above what stands behind it, which a browser shows alone: in bold above code, or as a heading of the
 * others' level where the others have headings, so that it does not stand below the last of theirs ("Source").
 */
export const labelTabs = (document: Document): void => {
  const rows = elementsNamed(document, 'ul', 'div').filter(
    ({ name, attribs }) => attribs.role === 'tablist' || (name === 'ul' && TABS.test(attribs.class ?? '')),
  );
  if (rows.length === 0) return;
  const panes = new Map(elementsNamed(document, 'div').map((element) => [element.attribs.id, element]));
  for (const row of rows) {
    const tabs = elementsNamed(row, 'a', 'button').flatMap((link) => {
      const pane = panes.get(/^#(.+)/.exec(link.attribs.href ?? '')?.[1] ?? link.attribs['aria-controls']);
      const label = textOf(link, MAX_LABEL + 1);
      return pane === undefined || label === '' || label.length > MAX_LABEL ? [] : [{ pane, label }];
    });
    const levels = tabs.map(({ pane }) => headingsIn(pane).map(({ name }) => name));
    const top = levels.flat().sort()[0];
    for (const [nth, { pane, label }] of tabs.entries()) {
      const hasCode = elementsNamed(pane, 'pre').length > 0;
      if (tabs.length < 2 || !hasCode || levels[nth]!.length > 0) continue;
      const title =
        top === undefined ? elementOf('p', [elementOf('b', [new Text(label)])]) : elementOf(top, [new Text(label)]);
      setChildren(pane, [title, ...pane.children]);
    }
  }
};

const headingsIn = (element: Element): Element[] =>
  element.children.filter(isTag).flatMap((child) => (HEADING.test(child.name) ? [child] : headingsIn(child)));
