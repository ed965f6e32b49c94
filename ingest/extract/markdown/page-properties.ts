/** Fields that the page's metadata hold, or that are words about the page for programs. */
const KNOWN =
  /^(?:title|author|authors|date|updated(?:_at)?|last_updated|lastmod|description|lang|language|url|canonical|scopes|tags?|css_?class(?:es)?|publish(?:ed|date)?|pubdate|last_?modified(?:_at)?|dateModified|editor|dateCreated|created(?:_at)?|modified|id|position|chapter|color|icon|banner|cover|(?:document|doc|page|content)_?type|category|source|summary|display)$/i;

/** Fields by which a site's generator lays the page out. A page that has one of them is no note: its other fields are for it too. */
const OF_GENERATORS =
  /^(?:layout|permalink|slug|footer|aside|content_type|content_template|edit_?link|last_?updated|table_?of_?contents|weight|draft|template|theme|toc|menu|menus|sidebar\w*|nav_\w+|navigation|pagination\w*|hide(?:_\w+)?|link_?title|no_list|redirect\w*|ms\..+|uid|outline|hero|head|keywords|excerpt|image|images|robots|categories|category_\w+|collection|output|format|bibliography|engine|jupyter|jupytext|kernelspec|execute|order|index|search|og\w*|seo\w*|version_?\w*|page_\w+|parent|has_children|grand_parent|allowed-tools|applyTo)$/i;

/** A switch of a generator: `showTitle: true`. People write words, with spaces or hyphens between them. */
const isSwitch = (name: string, value: unknown): boolean => typeof value === 'boolean' && /^[a-z]\w*[A-Z]/.test(name);

/** Maximum fields, values of a field and characters of a value. More are data of a program. */
const MAX_FIELDS = 20;
const MAX_VALUES = 20;
const MAX_CHARS = 200;

/**
 * The fields that people give a note in its front matter, as lines of a list: `- owner: Ann Lee`. Empty for a page that a
 * generator lays out. What repeats the page's title says nothing.
 */
export const propertyLines = (matter: Readonly<Record<string, unknown>>, title = ''): string => {
  const names = Object.keys(matter);
  if (names.some((name) => OF_GENERATORS.test(name) || isSwitch(name, matter[name]))) return '';
  const lines = names.flatMap((name) => {
    const value = KNOWN.test(name) ? '' : shown(matter[name]);
    return value === '' || title.startsWith(value) ? [] : [`- ${name}: ${value}`];
  });
  return lines.length > MAX_FIELDS ? '' : lines.join('\n');
};

/** A value in words; empty for what is no value that people write: an object, a path, a long text. */
const shown = (value: unknown): string => {
  const values = (Array.isArray(value) ? value : [value]).map((one: unknown) =>
    one instanceof Date
      ? one.toISOString().slice(0, 10)
      : ['string', 'number', 'boolean'].includes(typeof one)
        ? `${one}`
        : '',
  );
  const isPlain = values.every((one) => one.trim() !== '' && one.length <= MAX_CHARS && !/^[./~]|\n/.test(one));
  return isPlain && values.length <= MAX_VALUES ? values.map((one) => one.trim()).join(', ') : '';
};

/** A line `Property: value`. What ends as a sentence does was said by somebody: `Ann: The roof leaks.` */
const LINE = /^(\p{L}[\p{L}\p{N} ()/&'.-]{0,40}): \S/u;
const SENTENCE_END = /[.!?…]$/u;

/**
 * Makes a list of the properties that a page has right below its title, a line each, as Notion exports them: Markdown would read
 * them as one paragraph.
 */
export const propertiesAsList = (markdown: string): string => {
  const title = /^#[ \t][^\n]*\n\n/.exec(markdown)?.[0];
  if (title === undefined) return markdown;
  const end = markdown.indexOf('\n\n', title.length);
  const lines = markdown.slice(title.length, end === -1 ? undefined : end).split('\n');
  const names = lines.flatMap((line) => (SENTENCE_END.test(line.trimEnd()) ? [] : (LINE.exec(line)?.[1] ?? [])));
  // A conversation names its speakers again and again.
  if (lines.length < 2 || names.length < lines.length || new Set(names).size < names.length) return markdown;
  return `${title}${lines.map((line) => `- ${line}`).join('\n')}${end === -1 ? '' : markdown.slice(end)}`;
};
