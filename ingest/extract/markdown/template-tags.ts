import { BOX, bold, ICON, KIND, titled } from './boxes.ts';
import { outsideCode } from './outside-code.ts';

const SHORTCODE = /\{\{[<%](?!\/\*)([^{}]{0,1000}?)[%>]\}\}/;
const LIQUID = /\{%-?(?=\s{0,9}[a-z])([^{}]{0,1000}?)-?%\}/;
/** What a tag hides from readers, and kramdown's own comments. */
const HIDDEN =
  /(?:\{%-?\s{0,9}comment\s{0,9}-?%\}[\s\S]{0,5000}?\{%-?\s{0,9}endcomment\s{0,9}-?%\}|\{\{[<%]\s{0,9}comment\s{0,9}[%>]\}\}[\s\S]{0,5000}?\{\{[<%]\s{0,9}\/\s{0,9}comment\s{0,9}[%>]\}\}|\{::comment\}[\s\S]{0,5000}?\{:\/(?:comment)?\})/;
/** `{{ site.baseurl }}`, which Jekyll fills in. */
const SITE_VALUE = /\{\{-?\s{0,9}(?:site|page)\.[^{}\n]{1,200}\}\}/;
/** `{{ "/leave" | relative_url }}` */
const ADDRESS = /\{\{-?\s{0,9}["']([^"'\n]{1,300})["']\s{0,9}\|\s{0,9}(?:relative_url|absolute_url)\s{0,9}-?\}\}/;
/** `{::options toc_levels="2" /}` of kramdown, and `<%= partial "menu" %>` of Ruby's templates. */
const RUBY = /\{:?:[a-z/][^{}\n]{0,200}\/\}|\{:\/[a-z]{0,40}\}|<%[=-]?[^%<>]{1,500}%>/;
const TEMPLATE_TAG = new RegExp(
  `${HIDDEN.source}|${SHORTCODE.source}|${LIQUID.source}|${SITE_VALUE.source}|${RUBY.source}`,
);
/** An item of a list that holds such tags alone. */
const TAG_ITEM = new RegExp(
  `^[ \\t]*(?:[*+-]|\\d{1,9}[.)])[ \\t]+(?:(?:${SHORTCODE.source}|${LIQUID.source})[ \\t]*){1,9}$`.replace(
    /\((?!\?)/g,
    '(?:',
  ),
);
/** Lines of tags alone between two rows of a table, which show or hide rows. */
const BETWEEN_ROWS = new RegExp(
  `(?<=^[ \\t]*\\|[^\\n]{0,9999}\\n)(?:[ \\t]*(?:${LIQUID.source}|${SHORTCODE.source})[ \\t]*\\n){1,9}(?=[ \\t]*\\|)`.replace(
    /\((?!\?)/g,
    '(?:',
  ),
);
/** Code that a tag marks, with its language. */
const CODE_TAG =
  /^([ \t]*)(?:\{\{[<%]\s{0,9}(?:highlight[ \t]+([\w+-]+)|tab\b[^{}\n]{0,200}codelang="([\w+-]+)"|(mermaid|plantuml)\b)[^{}\n]{0,200}[%>]\}\}|\{%-?\s{0,9}highlight[ \t]+([\w+-]+)[^{}\n]{0,200}%\})[ \t]*\n([\s\S]{0,20000}?)^[ \t]*(?:\{\{[<%]\s{0,9}\/\s{0,9}(?:highlight|tab|mermaid|plantuml)\s{0,9}[%>]\}\}|\{%-?\s{0,9}endhighlight\s{0,9}-?%\})[ \t]*$/;
/** Tags that steer the builder and show nothing. */
const STEERING =
  /^(?:if|ifversion|unless|els(?:e|if)|elif|for|assign|capture|case|when|set|raw|block|extends|import|from|macro|include\w*|include-markdown|readfile|toc|cycle|break|continue|render|layout|comment|rowheaders|tabs|tabpane|cards?|steps|columns?|row|codenew|code_sample|embed|content-ref|youtube|vimeo|version-check)$/;
const REFERENCE = /^(?:ref|relref|link|url|post_url)$/;
/** What a tag says in its own words, as a title and as a text below it. */
const TITLES = ['title', 'label', 'text', 'caption', 'summary', 'header'];
const TEXTS = ['content', 'body', 'message', 'alert', 'description'];

interface Tag {
  name: string;
  closes: boolean;
  /** What is written as `key="value"`. */
  named: ReadonlyMap<string, string>;
  /** What is written without a key, without its quotes. */
  placed: readonly string[];
}

const tagOf = (written: string): Tag => {
  const source = written.trim();
  const [, sign = '', name = ''] = /^(\/|end(?=[a-z]))?[ \t]*([\w./-]*)/.exec(source) ?? [];
  const named = new Map<string, string>();
  const placed: string[] = [];
  const rest = source.slice(source.indexOf(name) + name.length).replace(/\/$/, '');
  for (const [, key, double, single, bare] of rest.matchAll(
    /(?:([\w-]+)\s{0,9}=\s{0,9})?(?:"([^"]*)"|'([^']*)'|([^\s"'=]+))/g,
  )) {
    const value = double ?? single ?? bare ?? '';
    // A value without quotes is a variable's name.
    if (key === undefined) placed.push(value);
    else if (bare === undefined || !TEXTS.includes(key.toLowerCase())) named.set(key.toLowerCase(), value);
  }
  return { name, closes: sign !== '', named, placed };
};

/** What a reader sees of a tag's own words. */
const wordsOf = ({ name, named, placed }: Tag): string => {
  const title = TITLES.map((key) => named.get(key)).find(Boolean);
  if (BOX.test(name)) {
    const kind = named.get('type') ?? named.get('style') ?? named.get('color') ?? placed[0] ?? '';
    return title ?? placed[1] ?? (KIND.test(kind) ? titled(kind) : 'Note');
  }
  if (title !== undefined) return title;
  if (KIND.test(name)) return placed[0] ?? titled(name);
  if (/^tab$/i.test(name)) return named.get('name') ?? placed[0] ?? '';
  return /^(?:expand|heading|collapse)$/.test(name) ? titled(placed[0] ?? '') : '';
};

/** The text that a tag shows without an end: `{% include note.html content="…" %}`, with its title or its kind. */
const boxOf = ({ name, named, placed }: Tag): { title: string; text: string } | undefined => {
  const text = TEXTS.map((key) => named.get(key)).find((value) => value?.includes(' '));
  if (text === undefined) return undefined;
  const file = /^include/.test(name) ? (placed[0] ?? '').replace(/^.*\/|\.\w+$/g, '') : name;
  const kind = [named.get('type') ?? '', file].find((one) => KIND.test(one)) ?? '';
  return { title: TITLES.map((key) => named.get(key)).find(Boolean) ?? titled(kind), text: text.trim() };
};

/** What stands for a thing in a sentence: words that are no key, or the key of a term. */
const shownValue = ({ named, placed }: Tag): string =>
  (named.get('term_id') ?? named.get('term'))?.replace(/[-_]/g, ' ') ??
  placed.find((value) => /^\p{L}[^/]*\s\p{L}/u.test(value)) ??
  '…';

/** Markdown without Hugo's shortcodes, the tags of Liquid and Nunjucks, and those of kramdown and of Ruby's templates. */
export const withoutTemplateTags = (markdown: string): string => {
  if (!/\{\{[<%]|\{%|\{\{-?\s*(?:site\.|page\.|["'])|\{::|\{:\/|<%/.test(markdown)) return markdown;
  const code = outsideCode(
    markdown,
    CODE_TAG,
    (_found, _at, [indent = '', first, second, third, fourth, content = '']) => {
      const title = /\b(?:name|title)="([^"\n]{1,80})"/.exec(_found.slice(0, _found.indexOf('\n')))?.[1];
      const above = title === undefined ? '' : `\n${indent}**${title}**\n\n`;
      return `${above}${indent}\`\`\`${first ?? second ?? third ?? fourth ?? ''}\n${content}${indent}\`\`\``;
    },
  );
  const addresses = outsideCode(code, ADDRESS, (_found, _at, [address = '']) => address);
  const items = outsideCode(
    outsideCode(addresses, BETWEEN_ROWS, () => ''),
    TAG_ITEM,
    () => '',
  );
  const paired = new Set<string>();
  for (const [, hugo, liquid] of items.matchAll(/\{\{[<%]\s{0,9}\/\s{0,9}([\w./-]+)|\{%-?\s{0,9}end([\w-]+)/g))
    paired.add(hugo ?? liquid ?? '');
  return outsideCode(items, TEMPLATE_TAG, (found, at, [shortcode, liquid]) => {
    const end = at + found.length;
    const inTarget = items[at - 1] === '(' || items[at - 1] === '/' || items[end] === '/';
    const written = shortcode ?? liquid;
    const alone = isAlone(items, at, end);
    if (written === undefined)
      return inTarget || alone !== undefined || !/^(?:\{\{-?\s*(?:site|page)\.|<%=)/.test(found) ? '' : '…';
    const tag = tagOf(written);
    if (tag.closes) return '';
    const box = paired.has(tag.name) && !/^include/.test(tag.name) ? undefined : boxOf(tag);
    if (box !== undefined) {
      const title = box.title === '' ? '' : bold(box.title);
      if (alone === undefined) return `${title && `${title.slice(0, -2)}:** `}${box.text}`;
      return `\n${title && `${alone}${title}\n\n`}${alone}${box.text}\n`;
    }
    const words = wordsOf(tag);
    if (words !== '') {
      if (alone !== undefined) return saysAgain(items, end, words) ? '' : `\n${alone}${bold(words)}\n`;
      return KIND.test(tag.name) || BOX.test(tag.name) ? `**${words}:** ` : words;
    }
    if (REFERENCE.test(tag.name)) return tag.placed[0] ?? '';
    const showsNothing = inTarget || paired.has(tag.name) || STEERING.test(tag.name) || ICON.test(tag.name);
    return alone !== undefined || showsNothing ? '' : shownValue(tag);
  });
};

/** True if what follows begins with the same word in bold: `**Note:** …`. */
const saysAgain = (text: string, end: number, words: string): boolean =>
  /^\s{1,99}(?:\*\*|__)([^*_:\n]{1,40}):?(?:\*\*|__)/.exec(text.slice(end, end + 150))?.[1]?.toLowerCase() ===
  words.toLowerCase();

/** What stands before a part of a line when nothing but spaces is in the line besides it. */
const isAlone = (text: string, start: number, end: number): string | undefined => {
  const before = /(?:^|\n)([ \t]{0,40})$/.exec(text.slice(Math.max(0, start - 41), start));
  return before !== null && /^[ \t]{0,40}(?:\n|$)/.test(text.slice(end, end + 42)) ? before[1] : undefined;
};
