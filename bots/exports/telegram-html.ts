import { isTime } from '../../core/clock.ts';
import { sha256 } from '../../core/sha256.ts';
import {
  classesOf,
  type Element,
  elementsNamed,
  isTag,
  isText,
  type ParentNode,
  parseHtml,
} from '../../ingest/extract/dom.ts';
import { escapeMarkdown, hardBreaks, markdownLink } from '../../ingest/extract/write-markdown.ts';
import { type FailedItem, failure } from '../../ingest/inputs/item.ts';
import type { ChatMessage } from '../chat/history/message.ts';
import { SMALL_CHAT_SILENCE_MS } from './channel-pages.ts';
import type { FoundChannel } from './export-kind.ts';
import { readBounded } from './json-files.ts';

/**
 * Reads the pages of a chat that Telegram Desktop exported as HTML.
 * @param files in the order of their numbers
 */
export async function* readTelegramHtml(files: readonly string[]): AsyncGenerator<FoundChannel | FailedItem> {
  const outside: ChatMessage[] = [];
  let name = '';
  for (const file of files) {
    const found = await readBounded(file, 'Export the chat again, as JSON.');
    if ('kind' in found) {
      yield found;
      continue;
    }
    const divisions = elementsNamed(parseHtml(found.text), 'div');
    const [header] = divisions.filter((element) => has(element, 'page_header'));
    name ||= header === undefined ? '' : words(header);
    // Messages follow each other; a joined one is by the author of the one before.
    let author = '';
    for (const element of divisions) {
      if (!has(element, 'message') || !has(element, 'default')) continue;
      const own = partsOf(element);
      author = own.author || author;
      const at = timeOf(own.date);
      if (at !== undefined && author !== '')
        outside.push({ id: own.id, at, author, text: own.text, version: '', replyTo: own.replyTo });
    }
  }
  if (outside.length === 0 && files[0] !== undefined) {
    const message = 'The pages hold no messages of an export.';
    yield failure(undefined, files[0], 'INPUT_UNREADABLE', message, 'Export the chat again.');
    return;
  }
  yield {
    // The pages do not state the chat's id.
    id: `telegram-export:${sha256(name).slice(0, 12)}`,
    name: name || 'without a name',
    input: files[0] ?? '',
    audience: 'public',
    threads: [],
    outside: outside.sort((a, b) => a.at.getTime() - b.at.getTime()),
    silence: SMALL_CHAT_SILENCE_MS,
  };
}

const has = (element: Element, name: string): boolean => classesOf(element).includes(name);

const words = (root: ParentNode): string =>
  markdownOf(root)
    .replace(/\\\n|\s+/g, ' ')
    .trim();

/** What a message's division holds. What it forwards or answers has parts of the same names, and comes after its own. */
const partsOf = (message: Element) => {
  const inside = elementsNamed(message, 'div', 'a');
  const forwarded = inside.find((element) => has(element, 'forwarded') && has(element, 'body'));
  const own = (name: string): Element | undefined => inside.find((element) => has(element, name));
  const origin = forwarded && elementsNamed(forwarded, 'div').find((element) => has(element, 'from_name'));
  const author = own('from_name');
  const text = own('text');
  const file = inside
    .filter((element) => has(element, 'media'))
    .flatMap((media) => elementsNamed(media, 'div').filter((element) => has(element, 'title')))[0];
  return {
    id: (message.attribs.id ?? '').replace(/^message/, ''),
    date: own('date')?.attribs.title ?? '',
    replyTo: inside.flatMap(({ attribs }) => /#go_to_message(\d+)$/.exec(attribs.href ?? '')?.[1] ?? [])[0],
    author: author === undefined || author === origin ? '' : words(author),
    text: [
      origin ? `(forwarded from ${words(origin)})` : '',
      text ? markdownOf(text).trim() : '',
      file ? `(attached: ${words(file)})` : '',
    ]
      .filter(Boolean)
      .join('\n\n'),
  };
};

/** Text with its lines and links. Walks without recursion, since pages may be nested deeply. */
const markdownOf = (root: ParentNode): string => {
  const written: string[] = [];
  const stack: (ParentNode['children'][number] | string)[] = [...root.children].reverse();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (typeof node === 'string') written.push(node);
    else if (isText(node)) written.push(escapeMarkdown(node.data.replace(/\s+/g, ' ')));
    else if (isTag(node) && node.name === 'br') written.push('\n');
    else if (isTag(node) && node.name === 'a') {
      const [text] = node.children.filter(isText);
      written.push(text ? markdownLink(escapeMarkdown(text.data.trim()), node.attribs.href) : '');
    } else if (isTag(node) && !has(node, 'details')) stack.push(...[...node.children].reverse());
  }
  return hardBreaks(written.join('').replace(/ *\n */g, '\n'));
};

/** `02.03.2024 13:10:36 UTC+01:00`; older programs state no zone. */
const timeOf = (title: string): Date | undefined => {
  const [, day, month, year, time, zone = 'Z'] =
    /^(\d\d)\.(\d\d)\.(\d{4}) (\d\d:\d\d:\d\d)(?: UTC([+-]\d\d:\d\d))?$/.exec(title.trim()) ?? [];
  const at = Date.parse(`${year}-${month}-${day}T${time}${zone}`);
  return isTime(at) ? new Date(at) : undefined;
};
