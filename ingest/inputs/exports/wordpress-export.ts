import type { Element } from 'domhandler';
import { asParleyError } from '../../../core/errors.ts';
import { xmlText } from '../../formats/office/xml.ts';
import { failure, type Item } from '../item.ts';
import { childrenNamed, fieldOf } from './element-fields.ts';
import { DRAFT, type ExportedRecord, saidBy } from './record-shapes/shape.ts';
import { recordItem } from './records.ts';
import { htmlOfPost } from './wordpress-text.ts';
import { xmlElements } from './xml-elements.ts';

/** Kinds of posts that WordPress keeps for itself: files, menus, earlier versions, parts of its design. Other kinds hold text. */
const INTERNAL =
  /^(?:attachment|revision|nav_menu_item|custom_css|customize_changeset|oembed_cache|user_request|wp_(?:block|template|template_part|global_styles|navigation|font_family|font_face))$/;

/**
 * Streams the posts and pages of an export of WordPress (WXR). Each is a page under its own address, with its author, its
 * categories and the comments that were approved. Drafts, private posts and those behind a password are passed over.
 *
 * @param id the file's id; the id of a post is `FILE/NUMBER`
 */
export async function* readWordPressExport(file: string, id: string): AsyncGenerator<Item> {
  const people = new Map<string, string>();
  let [number, internal] = [0, 0];
  try {
    // People stand above the posts.
    for await (const { name, element } of xmlElements(file, ['item', 'wp:author'])) {
      if (name === 'wp:author') {
        people.set(keyOf(fieldOf(element, 'wp:author_login')), fieldOf(element, 'wp:author_display_name'));
        continue;
      }
      const input = `${file}:${++number}`;
      if (element === undefined)
        yield failure(undefined, input, 'INPUT_TOO_LARGE', 'The post is too large.', 'The other posts are read.');
      else if (INTERNAL.test(fieldOf(element, 'wp:post_type'))) internal++;
      else yield recordItem(recordOf(element, people, number), input, id);
    }
    if (internal > 0)
      yield { kind: 'skipped', input: file, reason: `${internal} files, menus and other things of WordPress` };
    if (number === 0)
      yield failure(undefined, file, 'INPUT_UNREADABLE', 'The file holds no post.', 'Export the posts again.');
  } catch (error) {
    const { code, message, remedy } = asParleyError(error);
    yield failure(undefined, file, code, message, remedy);
  }
}

const keyOf = (login: string): string => login.toLowerCase();

const recordOf = (post: Element, people: ReadonlyMap<string, string>, number: number): ExportedRecord => {
  const creator = fieldOf(post, 'dc:creator');
  const excerpt = fieldOf(post, 'excerpt:encoded');
  const content = fieldOf(post, 'content:encoded');
  return {
    id: fieldOf(post, 'wp:post_id') || `${number}`,
    title: fieldOf(post, 'title'),
    parts: [{ html: htmlOfPost(content === '' ? excerpt : content) }, ...commentsOn(post)],
    fields: [
      ['Categories', 'category'],
      ['Tags', 'post_tag'],
      // As earlier versions call them.
      ['Tags', 'tag'],
    ].flatMap(([label, domain]) => {
      const names = childrenNamed(post, 'category')
        .filter(({ attribs }) => attribs.domain === domain && attribs.nicename !== 'uncategorized')
        .map((category) => xmlText(category).trim());
      return names.length === 0 ? [] : [`${label}: ${[...new Set(names)].join(', ')}`];
    }),
    url: fieldOf(post, 'link'),
    updated: dateOf(post, ['wp:post_modified_gmt', 'wp:post_date_gmt', 'wp:post_date']),
    author: people.get(keyOf(creator)) || creator,
    whyNot: whyNot(fieldOf(post, 'wp:status'), fieldOf(post, 'wp:post_password')),
  };
};

const whyNot = (status: string, password: string): string | undefined => {
  if (password !== '') return 'a page behind a password';
  if (status === 'private') return 'a private page';
  return status === 'publish' || status === '' ? undefined : DRAFT;
};

/** What a blog writes of itself when another one links to it. */
const NOTICE = /^(?:pingback|trackback)$/;

/** The comments that everyone sees. */
const commentsOn = (post: Element): ExportedRecord['parts'] =>
  childrenNamed(post, 'wp:comment')
    .filter((comment) => fieldOf(comment, 'wp:comment_approved') === '1')
    .filter((comment) => !NOTICE.test(fieldOf(comment, 'wp:comment_type')))
    .map((comment) => ({
      about: `Comment (${saidBy(fieldOf(comment, 'wp:comment_author'), dateOf(comment, ['wp:comment_date_gmt', 'wp:comment_date']))})`,
      html: htmlOfPost(fieldOf(comment, 'wp:comment_content')),
    }));

/** The first of these dates that is one. A draft has the year 0. */
const dateOf = (element: Element, names: readonly string[]): string | undefined =>
  names
    .map((name) => fieldOf(element, name))
    .filter((date) => /^[1-9]\d{3}-/.test(date))
    .map((date) => `${date.replace(' ', 'T')}Z`)[0];
