import type { Element } from 'domhandler';
import { asParleyError } from '../../../core/errors.ts';
import { isoDate } from '../../extract/metadata.ts';
import { xmlText } from '../../formats/office/xml.ts';
import { readerOf } from '../../sandbox/index.ts';
import { contentHash, failure, type Item } from '../item.ts';
import { childNamed, childrenNamed, fieldOf } from './element-fields.ts';
import { xmlElements } from './xml-elements.ts';

/** What the head of a dump says of its wiki. */
interface Wiki {
  /** The address that page names are added to. */
  base?: string;
  /** Numbers of namespaces, by their names in the wiki's language. */
  namespaces: Map<string, number>;
}

/** Namespaces whose pages are no text of the wiki, by their number; those of talk pages are odd. */
const NOT_PAGES: ReadonlyMap<number, string> = new Map([
  [2, 'a page of a person'],
  [6, 'a file'],
  [8, 'a message of the wiki’s own'],
  [10, 'a template'],
  [828, 'a module of program text'],
]);

/**
 * Streams a dump of MediaWiki ("Special:Export", `dumpBackup.php`). Each page is a page, in its newest version that the dump holds.
 *
 * @param id the dump's id; the id of a page is `DUMP/NUMBER`
 */
export async function* readMediaWikiDump(file: string, id: string): AsyncGenerator<Item> {
  let wiki: Wiki = { namespaces: new Map() };
  let number = 0;
  let redirects = 0;
  try {
    for await (const { name, element } of xmlElements(file, ['siteinfo', 'page'])) {
      if (name === 'siteinfo') {
        wiki = wikiOf(element);
        continue;
      }
      const item = pageOf(element, `${file}:${++number}`, id, wiki);
      if (item === 'redirect') redirects++;
      else yield item;
    }
    if (redirects > 0)
      yield { kind: 'skipped', input: file, reason: `${redirects} pages of the wiki that only lead to others` };
    if (number === 0)
      yield failure(undefined, file, 'INPUT_UNREADABLE', 'The dump holds no page.', 'Export the wiki again.');
  } catch (error) {
    const { code, message, remedy } = asParleyError(error);
    yield failure(undefined, file, code, message, remedy);
  }
}

const wikiOf = (element: Element | undefined): Wiki => {
  const main = fieldOf(element, 'base');
  const base = /^https?:\/\//i.test(main) && URL.canParse(main) ? new URL('.', main).href : undefined;
  const namespaces = childrenNamed(childNamed(element, 'namespaces'), 'namespace').map(
    (one) => [xmlText(one).trim(), Number(one.attribs.key)] as const,
  );
  return { base, namespaces: new Map(namespaces) };
};

const readWikitext = readerOf({ name: 'wikitext', packed: false });

const pageOf = (
  element: Element | undefined,
  input: string,
  id: string,
  { base, namespaces }: Wiki,
): Item | 'redirect' => {
  if (element === undefined)
    return failure(undefined, input, 'INPUT_TOO_LARGE', 'The page is too large.', 'The other pages are read.');
  const title = fieldOf(element, 'title');
  const revision = newestOf(childrenNamed(element, 'revision'));
  const text = fieldOf(revision, 'text');
  if (childNamed(element, 'redirect') !== undefined || /^#[\p{L} ]{4,30}:?\s*\[\[/u.test(text)) return 'redirect';
  const space = namespaceOf(element, title, namespaces);
  const reason = whyNoPage(space, revision, text);
  if (reason !== undefined) return { kind: 'skipped', input: `${input} (${title})`, reason };
  const page = `${id}/${fieldOf(element, 'id') || encodeURIComponent(title)}`;
  const url =
    base === undefined ? undefined : new URL(encodeURI(title.replaceAll(' ', '_')).replaceAll('?', '%3F'), base).href;
  const updated = isoDate(fieldOf(revision, 'timestamp'));
  const author = fieldOf(childNamed(revision, 'contributor'), 'username');
  return {
    kind: 'page',
    input,
    id: page,
    ...(url !== undefined && { url }),
    hash: contentHash(page, title, text, url ?? ''),
    extract: async () => {
      const read = await readWikitext(Buffer.from(text), { url });
      return { ...read, title, metadata: { ...read.metadata, ...(author && { author }), ...(updated && { updated }) } };
    },
  };
};

/** The last one in the file where none states its time. */
const newestOf = (revisions: readonly Element[]): Element | undefined =>
  revisions.reduce<Element | undefined>(
    (newest, one) => (newest === undefined || fieldOf(one, 'timestamp') >= fieldOf(newest, 'timestamp') ? one : newest),
    undefined,
  );

/** Old dumps state the namespace in the title alone. */
const namespaceOf = (page: Element, title: string, namespaces: Wiki['namespaces']): number => {
  const stated = fieldOf(page, 'ns');
  if (stated !== '') return Number(stated);
  return namespaces.get(title.includes(':') ? title.slice(0, title.indexOf(':')) : '') ?? 0;
};

const whyNoPage = (space: number, revision: Element | undefined, text: string): string | undefined => {
  if (space % 2 === 1) return 'a talk page of the wiki';
  const special = NOT_PAGES.get(space);
  if (special !== undefined) return `${special}, not a page of the wiki`;
  const model = fieldOf(revision, 'model');
  if (model !== '' && model !== 'wikitext') return `a page of the wiki that is no wikitext but ${model}`;
  return text === '' ? 'a page of the wiki without text' : undefined;
};
