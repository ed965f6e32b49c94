import { asParleyError } from '../../core/errors.ts';
import { sha256 } from '../../core/sha256.ts';
import { readerOf } from '../sandbox/index.ts';
import { createSeenIds } from '../seen-ids.ts';
import { MAX_FILE_BYTES } from './file-bounds.ts';
import { contentHash, failure, type Item } from './item.ts';
import { whyUnwanted, whyUnwantedArchive } from './mail-state.ts';
import { numberedLines } from './numbered-lines.ts';

/** True for the name of a mail archive, compressed or not. */
export const isMbox = (name: string): boolean => /\.mbox(?:\.gz)?$/i.test(name);

/** The beginning of an archive under another name: the line before a message, with an address and a whole date, then a header. */
const ARCHIVE_START =
  /^From \S[^\n]{0,300} [A-Z][a-z]{2} [A-Z][a-z]{2} +\d{1,2} \d{1,2}:\d{2}[^\n]{0,60}\n(?:>From [^\n]{0,400}\n)?[!-9;-~]+:/;

/**
 * True for the beginning of a mail archive, whatever the file is called: Thunderbird calls it `Inbox`, the archives of mailing
 * lists `2026-March.txt`, and a message that was saved alone may begin so too.
 */
export const startsAsMbox = (head: string): boolean => ARCHIVE_START.test(head);

/** The line before a message: `From ann@example.com Mon Jan  5 10:00:00 2026`. Some programs write only `From`. */
const ENVELOPE = /^From(?: ?\r?$| .*\d{1,2}:\d{2})/;
/** The same as some programs write it, also without an empty line above. */
const BARE_ENVELOPE = /^From - ?\r?$/;
/** The same with an address and a whole date, which needs no empty line above where the headers of a message follow. */
const WHOLE_ENVELOPE = /^From \S+ +[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}(?::\d{2})? /;
/** The first line of a message that a program saved alone, without that line before it. */
const FIRST_HEADER =
  /^(?:from|to|subject|date|message-id|received|return-path|delivered-to|mime-version|content-type|reply-to|sender|cc|envelope-to|delivery-date|user-agent|x-[\w-]+):\s/i;
/** A line of that form in a body, quoted as in the `mboxrd` variant. */
const QUOTED_ENVELOPE = /^>+From /;
const MESSAGE_ID = /^message-id:\s*(?:\r?\n\s+)?<([^>\s]{1,500})>/im;

/**
 * Streams a mail archive (.mbox, RFC 4155). Each message is a page. Its id is made from its Message-ID, so it does not change
 * when messages are inserted before it. A damaged message becomes a failure with its number, and the others are ingested. Messages
 * that were deleted, sorted out as spam or never sent are passed over, and so are whole archives of them.
 *
 * @param id the archive's id; the id of a message is `ARCHIVE/HASH`
 */
export async function* readMbox(file: string, id: string): AsyncGenerator<Item> {
  const [texts, ids] = [createSeenIds(), createSeenIds()];
  let number = 0;
  try {
    const unwantedFolder = whyUnwantedArchive(file);
    if (unwantedFolder !== undefined) {
      yield { kind: 'skipped', input: file, reason: unwantedFolder };
      return;
    }
    for await (const message of messagesOf(file)) {
      const input = `${file}:${++number}`;
      if (message === undefined) {
        yield failure(
          undefined,
          input,
          'INPUT_TOO_LARGE',
          `The message has more than ${MAX_FILE_BYTES / 1e6} MB.`,
          'Take it out of the archive; the others are read.',
        );
        continue;
      }
      const header = message.slice(0, Math.max(0, message.search(/\n\r?\n/)));
      const bytes = Buffer.from(message, 'latin1');
      const unwanted = whyUnwanted(bytes.toString('utf8', 0, header.length));
      if (unwanted !== undefined) {
        yield { kind: 'skipped', input, reason: unwanted };
        continue;
      }
      const whole = shortHash(bytes);
      const before = texts.add(whole, input);
      if (before !== undefined) {
        yield { kind: 'copy', input, of: before };
        continue;
      }
      const named = shortHash(MESSAGE_ID.exec(header)?.[1] ?? bytes);
      // A message whose id is taken gets an id from its text.
      const page = `${id}/${ids.add(named, input) === undefined ? named : whole}`;
      yield { kind: 'page', input, id: page, hash: contentHash(page, bytes), extract: () => readEmail(bytes) };
    }
    if (number === 0)
      yield failure(
        undefined,
        file,
        'INPUT_UNREADABLE',
        'It holds no message: a mail archive begins with a line "From ADDRESS DATE".',
        'Check what it is; a single message is a file that ends in .eml.',
      );
  } catch (error) {
    const { code, message, remedy } = asParleyError(error);
    yield failure(undefined, file, code, message, remedy);
  }
}

/** A hash for ids. Unlike `contentHash`, it does not depend on the version of the pipeline. */
const shortHash = (of: string | Uint8Array): string => sha256(of).slice(0, 16);

const readEmail = readerOf({ name: 'email', packed: false });

/** Yields the messages of an archive, with one character per byte; undefined for a message that is too large. */
async function* messagesOf(file: string): AsyncGenerator<string | undefined> {
  let lines: string[] | undefined;
  let size = 0;
  let isAfterBlank = true;
  /** A line before a message without an empty line above, until the next line says whether it is one. */
  let held: string | undefined;
  const take = (): string | undefined => (size > MAX_FILE_BYTES ? undefined : `${lines?.join('\n')}\n`);
  const add = (text: string, length = text.length): void => {
    if (lines === undefined) return;
    size += length + 1;
    if (size > MAX_FILE_BYTES) lines = [];
    else lines.push(QUOTED_ENVELOPE.test(text) ? text.slice(1) : text);
  };
  for await (const { text, tooLong } of numberedLines(file, 'latin1')) {
    if (held !== undefined && FIRST_HEADER.test(text)) {
      yield take();
      [lines, size] = [[], 0];
    } else if (held !== undefined) add(held);
    held = undefined;
    if (lines === undefined && FIRST_HEADER.test(text)) {
      lines = [text];
      size = text.length + 1;
    } else if ((isAfterBlank && ENVELOPE.test(text)) || BARE_ENVELOPE.test(text)) {
      if (lines !== undefined) yield take();
      [lines, size] = [[], 0];
    } else if (lines !== undefined && WHOLE_ENVELOPE.test(text)) held = text;
    else add(text, tooLong ? MAX_FILE_BYTES : text.length);
    isAfterBlank = text === '' || text === '\r';
  }
  if (held !== undefined) add(held);
  if (lines !== undefined) yield take();
}
