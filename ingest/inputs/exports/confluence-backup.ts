import type { Element } from 'domhandler';
import { asParleyError } from '../../../core/errors.ts';
import { isoDate } from '../../extract/metadata.ts';
import type { ExtractedPage } from '../../extract/page.ts';
import { createPageBuilder } from '../../extract/page-builder.ts';
import { escapeMarkdown } from '../../extract/write-markdown.ts';
import { isTag, xmlText } from '../../formats/office/xml.ts';
import { readerOf } from '../../sandbox/index.ts';
import { contentHash, failure, type Item } from '../item.ts';
import { childNamed, childrenNamed } from './element-fields.ts';
import { saidBy } from './record-shapes/shape.ts';
import { xmlElements } from './xml-elements.ts';

/** A page as its own object states it. Its text is in another object. */
interface BackupPage {
  title: string;
  space: string;
  parent: string;
  updated: string;
  modifier: string;
}

/** A comment on a page, whose text is in another object too. */
interface BackupComment {
  page: string;
  creator: string;
  created: string;
  body?: string;
}

/** A comment with a line about it. */
interface WrittenComment {
  about: string;
  body: string;
}

/** What the objects of a backup say of its pages. */
interface Backup {
  comments: Map<string, BackupComment>;
  pages: Map<string, BackupPage>;
  /** Old versions, drafts, pages in the bin. */
  leftOut: number;
  /** Names of people by their keys. */
  people: Map<string, string>;
  /** Names of spaces. */
  spaces: Map<string, string>;
  /** Pages that not everybody in their space may see. */
  restricted: Set<string>;
  tooLarge: number;
}

const NO_TEXT = 'a page of Confluence without text';

/**
 * Streams Confluence's backup of a space or a site (`entities.xml`). Its newest pages and blog posts are pages. Those that are
 * restricted, or stand below one that is, are passed over: the backup names people whom nobody here knows. The file is read twice,
 * since a page's text may stand before the page; three times where pages have comments, which stand below their page.
 *
 * @param id the backup's id; the id of a page is `BACKUP/NUMBER`
 */
export async function* readConfluenceBackup(file: string, id: string): AsyncGenerator<Item> {
  try {
    const backup = await indexOf(file);
    if (backup.comments.size > 0 && !(await addCommentTexts(file, backup)))
      yield { kind: 'skipped', input: file, reason: 'the later ones of comments that have more than 50 MB of text' };
    yield* passedOver(file, backup);
    const comments = commentsByPage(backup);
    const read = new Set<string>();
    for await (const { element } of xmlElements(file, ['object'])) {
      if (element?.attribs.class !== 'BodyContent') continue;
      const number = referenceOf(element, 'content');
      const page = backup.pages.get(number);
      if (page === undefined || read.has(number) || isRestricted(number, backup)) continue;
      read.add(number);
      const body = propertyOf(element, 'body');
      const input = `${file} (${page.title})`;
      if (body.trim() === '') yield { kind: 'skipped', input, reason: NO_TEXT };
      else if (propertyOf(element, 'bodyType') === '0')
        yield { kind: 'skipped', input, reason: 'a page in the wiki text of Confluence before version 4' };
      else yield pageItem(input, `${id}/${number}`, page, body, comments.get(number) ?? [], backup);
    }
    for (const [number, { title }] of backup.pages)
      if (!read.has(number) && !isRestricted(number, backup))
        yield { kind: 'skipped', input: `${file} (${title})`, reason: NO_TEXT };
    if (backup.pages.size === 0)
      yield failure(undefined, file, 'INPUT_UNREADABLE', 'The backup holds no page.', 'Export the space again.');
  } catch (error) {
    const { code, message, remedy } = asParleyError(error);
    yield failure(undefined, file, code, message, remedy);
  }
}

const indexOf = async (file: string): Promise<Backup> => {
  const backup: Backup = {
    pages: new Map(),
    comments: new Map(),
    leftOut: 0,
    people: new Map(),
    spaces: new Map(),
    restricted: new Set(),
    tooLarge: 0,
  };
  for await (const { element } of xmlElements(file, ['object'])) {
    if (element === undefined) backup.tooLarge++;
    else addObject(element, backup);
  }
  return backup;
};

const addObject = (element: Element, backup: Backup): void => {
  const number = idOf(element);
  switch (element.attribs.class) {
    case 'Page':
    case 'BlogPost': {
      const status = propertyOf(element, 'contentStatus');
      const isOld = referenceOf(element, 'originalVersion') !== '' || propertyOf(element, 'originalVersionId') !== '';
      if (isOld || (status !== '' && status !== 'current')) backup.leftOut++;
      else
        backup.pages.set(number, {
          title: propertyOf(element, 'title') || 'A page without a title',
          space: referenceOf(element, 'space'),
          parent: referenceOf(element, 'parent'),
          updated: propertyOf(element, 'lastModificationDate'),
          modifier: referenceOf(element, 'lastModifier') || propertyOf(element, 'lastModifierName'),
        });
      break;
    }
    case 'Comment': {
      const page = referenceOf(element, 'containerContent') || referenceOf(element, 'owner');
      const status = propertyOf(element, 'contentStatus');
      const isOld = referenceOf(element, 'originalVersion') !== '' || propertyOf(element, 'originalVersionId') !== '';
      if (page !== '' && !isOld && (status === '' || status === 'current'))
        backup.comments.set(number, {
          page,
          creator: referenceOf(element, 'creator') || propertyOf(element, 'creatorName'),
          created: propertyOf(element, 'creationDate'),
        });
      break;
    }
    case 'Space':
      backup.spaces.set(number, propertyOf(element, 'name'));
      break;
    case 'ConfluenceUserImpl':
      backup.people.set(number, propertyOf(element, 'name'));
      break;
    case 'ContentPermissionSet':
      if (/^view$/i.test(propertyOf(element, 'type'))) backup.restricted.add(referenceOf(element, 'owningContent'));
      break;
    default:
  }
};

/** Maximum characters of all comments, which are in memory together. */
const MAX_COMMENT_CHARS = 50_000_000;

/** Reads the texts of comments on pages that are read. @returns false if there are too many for all of them */
const addCommentTexts = async (file: string, backup: Backup): Promise<boolean> => {
  let chars = 0;
  for await (const { element } of xmlElements(file, ['object'])) {
    if (element?.attribs.class !== 'BodyContent') continue;
    const comment = backup.comments.get(referenceOf(element, 'content'));
    if (comment === undefined || !backup.pages.has(comment.page) || isRestricted(comment.page, backup)) continue;
    const body = propertyOf(element, 'body');
    chars += body.length;
    if (chars > MAX_COMMENT_CHARS) return false;
    comment.body = body;
  }
  return true;
};

/** The comments that have a text by their page, oldest first. */
const commentsByPage = ({ comments, people }: Backup): ReadonlyMap<string, readonly WrittenComment[]> => {
  const written = [...comments.values()]
    .filter(({ body }) => (body ?? '').trim() !== '')
    .sort((a, b) => (a.created < b.created ? -1 : 1));
  return new Map(
    Array.from(
      Map.groupBy(written, ({ page }) => page),
      ([page, some]) => [
        page,
        some.map(({ creator, created, body = '' }) => ({
          about: saidBy(
            people.get(creator) ?? (/[:\d]/.test(creator) ? undefined : creator),
            created.replace(' ', 'T'),
          ),
          body,
        })),
      ],
    ),
  );
};

function* passedOver(file: string, { leftOut, tooLarge, pages, ...backup }: Backup): Generator<Item> {
  if (leftOut > 0)
    yield { kind: 'skipped', input: file, reason: `${leftOut} old versions, drafts and deleted pages of Confluence` };
  if (tooLarge > 0) {
    const message = `${tooLarge} of its objects are too large.`;
    yield failure(
      undefined,
      file,
      'INPUT_TOO_LARGE',
      message,
      'Shorten those pages in Confluence; the others are read.',
    );
  }
  for (const [number, { title }] of pages)
    if (isRestricted(number, { ...backup, leftOut, tooLarge, pages }))
      yield {
        kind: 'skipped',
        input: `${file} (${title})`,
        reason: 'a page of Confluence that not everybody may see; `parley connect confluence` keeps to who may',
      };
}

/** True for a page that is restricted, or stands below one that is. */
const isRestricted = (number: string, { restricted, pages }: Backup): boolean => {
  const seen = new Set<string>();
  for (let at = number; at !== '' && !seen.has(at); at = pages.get(at)?.parent ?? '') {
    if (restricted.has(at)) return true;
    seen.add(at);
  }
  return false;
};

/** A person that a page names, by the key of the account. */
const PERSON = /<ri:user ri:(?:userkey|account-id)="([^"<>]{1,200})"[^<>]{0,200}\/>/g;

const readHtml = readerOf({ name: 'html', packed: false });

const pageItem = (
  input: string,
  id: string,
  page: BackupPage,
  body: string,
  comments: readonly WrittenComment[],
  { people, spaces }: Backup,
): Item => {
  const author = people.get(page.modifier) ?? (/\s/.test(page.modifier) ? page.modifier : '');
  const updated = isoDate(page.updated.replace(' ', 'T'));
  const site = spaces.get(page.space);
  const withNames = (text: string): string =>
    text.replace(PERSON, (whole, key: string) => {
      const name = people.get(key);
      return name === undefined ? whole : `<ri:user ri:username="${name.replace(/[&<>"]/g, '')}"/>`;
    });
  const named = withNames(body);
  const withComments = async (own: ExtractedPage): Promise<ExtractedPage> => {
    const whole = createPageBuilder();
    whole.page(own);
    whole.heading(2, 'Comments');
    for (const { about, body: text } of comments) {
      const comment = await readHtml(Buffer.from(withNames(text)), { markup: 'storage' });
      whole.block(`**${escapeMarkdown(about)}**`, about);
      whole.page(comment, 2);
    }
    const built = whole.build(own.title, own.metadata);
    return { ...built, links: [...own.links, ...built.links] };
  };
  return {
    kind: 'page',
    input,
    id,
    hash: contentHash(id, page.title, named, ...comments.flatMap(({ about, body: text }) => [about, text])),
    extract: async () => {
      const own = await readHtml(Buffer.from(named), { markup: 'storage' });
      const read = comments.length === 0 ? own : await withComments(own);
      const stated = { ...(author && { author }), ...(updated && { updated }), ...(site && { site }) };
      return { ...read, title: page.title, metadata: { ...read.metadata, ...stated } };
    },
  };
};

const idOf = (element: Element | undefined): string => xmlText(childNamed(element, 'id')).trim();

const propertyNamed = (element: Element, name: string): Element | undefined =>
  childrenNamed(element, 'property').find(({ attribs }) => attribs.name === name);

/** The text of a property; empty for one that leads to another object. */
const propertyOf = (element: Element, name: string): string => {
  const property = propertyNamed(element, name);
  return property === undefined || property.children.some(isTag) ? '' : xmlText(property).trim();
};

/** The id of the object that a property leads to. */
const referenceOf = (element: Element, name: string): string => idOf(propertyNamed(element, name));
