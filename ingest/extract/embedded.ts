import { type Document, Element, elementsNamed, type ParentNode, parseHtml, textOf, walk } from './dom.ts';
import { escapeHtml } from './escape-html.ts';
import { jsonLdTypes, type PageHead } from './metadata.ts';

/** Attribute of elements with main text from the page's data instead of its elements. */
export const EMBEDDED = 'data-parley-embedded';

/** Minimum characters of a main text outside the page's elements. Shorter texts are notes. */
const MIN_TEXT = 300;

/**
 * Adds text to a page that is outside its elements: posts that Discourse preloads as JSON, articles in templates and `noscript`,
 * and as a last resort the body in JSON-LD. Scripts are read as data and never run.
 */
export const graftEmbedded = (document: Document, head: PageHead): void => {
  graftTemplates(document);
  const body = elementsNamed(document, 'body')[0] ?? document;
  const html = discoursePosts(document) ?? jsonLdText(document, head);
  if (html !== undefined) append(body, parseHtml(`<main ${EMBEDDED}>${html}</main>`));
};

const append = (parent: ParentNode, fragment: Document): void => {
  for (const child of fragment.children) {
    child.parent = parent;
    child.prev = parent.lastChild;
    if (parent.lastChild !== null) parent.lastChild.next = child;
    child.next = null;
    parent.children.push(child);
  }
};

/** Elements with these names that are not inside another one of them. */
const outermost = (document: Document, ...names: string[]): Element[] => {
  const found: Element[] = [];
  walk(document, {
    enter(element) {
      if (!names.includes(element.name)) return true;
      found.push(element);
      return false;
    },
  });
  return found;
};

/** Turns `<script type="text/template">` and `noscript` with paragraphs into ordinary elements. */
const graftTemplates = (document: Document): void => {
  for (const element of outermost(document, 'script', 'noscript', 'template')) {
    if (element.name === 'script') {
      if (!/^text\/(?:x-)?(?:template|html)/.test(element.attribs.type ?? '')) continue;
      const source = element.firstChild !== null && 'data' in element.firstChild ? element.firstChild.data : '';
      if (source.split(/<p[\s>]/i).length < 3) continue;
      element.children = [];
      append(element, parseHtml(source));
      element.name = 'div';
    } else if (elementsNamed(element, 'p').length >= 2 && textOf(element).length >= MIN_TEXT) element.name = 'div';
  }
};

/** Reads a topic's posts from Discourse's `data-preloaded` attribute: JSON whose values are JSON again. */
const discoursePosts = (document: Document): string | undefined => {
  const [holder] = elementsNamed(document, 'div', 'discourse-assets-json').filter(
    (element) => element.attribs['data-preloaded'],
  );
  if (holder === undefined) return undefined;
  try {
    const preloaded = JSON.parse(holder.attribs['data-preloaded']!) as Record<string, string>;
    const key = Object.keys(preloaded).find((name) => /^topic_\d+$/.test(name));
    if (key === undefined) return undefined;
    const topic = JSON.parse(preloaded[key]!) as { title?: string; post_stream?: { posts?: { cooked?: string }[] } };
    const posts = (topic.post_stream?.posts ?? []).flatMap(({ cooked }) =>
      cooked === undefined ? [] : [`<article>${cooked}</article>`],
    );
    return posts.length === 0 ? undefined : `<h1>${escapeHtml(topic.title ?? '')}</h1>${posts.join('')}`;
  } catch {
    return undefined;
  }
};

/** articleBody or the text of a thread, if the elements contain less than two fifths of it (docs/reading.md, step 12). */
const jsonLdText = (document: Document, head: PageHead): string | undefined => {
  const text = head.jsonLd
    .filter((object) => jsonLdTypes(object).some((type) => /Article|Posting|Question|Recipe|WebPage/.test(type)))
    .map((object) => object.articleBody ?? object.text)
    .find((body): body is string => typeof body === 'string' && body.length > MIN_TEXT);
  if (text === undefined) return undefined;
  let shown = 0;
  walk(document, {
    text: (data) => {
      shown += data.trim().length;
    },
    enter: (element) => !(element instanceof Element && /^(?:script|style|nav|footer)$/.test(element.name)),
  });
  if (shown > 0.4 * text.length) return undefined;
  return /<p[\s>]/i.test(text)
    ? text
    : text
        .split(/\n+/)
        .map((line) => `<p>${escapeHtml(line)}</p>`)
        .join('');
};
