import type { Address } from 'postal-mime';
import { decode } from '../../extract/decode.ts';
import { extractWholeHtml } from '../../extract/html.ts';
import { isoDate } from '../../extract/metadata.ts';
import { createPageBuilder } from '../../extract/page-builder.ts';
import { damaged } from '../errors.ts';
import type { Reader } from '../reader.ts';
import { type AttachmentReaders, writeAttachments } from './attachments.ts';
import { withKnownCharsets, withReadableHeaders } from './email-headers.ts';
import { apartFromSignature } from './mail-signature.ts';
import { recipientLine } from './recipients.ts';

/** Maximum messages inside a message that are read as text. If there are more, all of them are treated as attachments. */
const MAX_NESTED_MESSAGES = 20;

/** The line between a patch and what is said of it; in Markdown it would make a heading of the line above. */
const PATCH_LINE = /(?<=\S[ \t]*\r?\n)---(?=[ \t]*\r?$)/gm;

/** What PGP encrypted inside of a text, up to its end or that of the message. */
const ENCRYPTED = /^-----BEGIN PGP MESSAGE-----[\s\S]*?(?:^-----END PGP MESSAGE-----|(?![\s\S]))/gm;

/** An encoding of old mails that no library here knows: "Fr+APYA-sche". */
const UTF7 = /^content-type:[^\n]{0,200}\bcharset\s{0,9}=\s{0,9}["']?(?:x-)?(?:unicode-1-1-)?utf-7\b/im;

/** True for bytes that begin with a header of a mail. */
export const startsAsMail = (bytes: Uint8Array): boolean =>
  MAIL_HEADER.test(/^([\w-]{1,40}):/.exec(Buffer.from(bytes.subarray(0, 64)).toString('latin1'))?.[1] ?? '');

/** One of these is in every message. In other bytes the parser takes any line with a colon for a header. */
const MAIL_HEADER =
  /^(?:from|to|cc|bcc|sender|reply-to|subject|date|message-id|received|return-path|delivered-to|mime-version|content-type)$/i;
/** The parser makes an object of each line: 200,000 empty lines take it 4 to 9 s. No mail says anything by so many of them. */
const EMPTY_LINES = /(?:\r?\n){1000,}/g;

/**
 * Creates the reader of saved e-mails (.eml): sender, recipients, date, text, and attachments in a format that `readerOf` knows.
 * The mail parser itself reads messages inside messages, at most ten deep, but not attached messages.
 */
export const createEmailReader =
  (readerOf: AttachmentReaders): Reader =>
  async (bytes, { ocr } = {}) => {
    const { default: PostalMime } = await import('postal-mime');
    const source = Buffer.from(bytes).toString('latin1');
    const nested = source.match(/^content-type:\s{0,9}message\/rfc822/gim)?.length ?? 0;
    // The parser reads a message again for each message around it.
    const forceRfc822Attachments = nested > MAX_NESTED_MESSAGES;
    const shortened = withKnownCharsets(source.replace(EMPTY_LINES, '\n\n'));
    const parsed = withReadableHeaders(shortened, shortened === source ? bytes : Buffer.from(shortened, 'latin1'));
    const mail = await PostalMime.parse(parsed, { forceRfc822Attachments }).catch((cause) => {
      throw damaged('e-mail', cause);
    });
    if (!mail.headers.some(({ key }) => MAIL_HEADER.test(key)))
      throw damaged('e-mail', new Error('it has no headers of one'));
    const page = createPageBuilder();
    const date = isoDate(mail.date);
    const lines = [
      mail.from === undefined ? '' : `From: ${addressee(mail.from)}`,
      recipientLine((mail.to ?? []).flatMap((one) => one.group ?? [one]).map(addressee)),
      date === undefined ? '' : `Date: ${date}`,
    ].filter((line) => line !== '');
    page.block(lines.join('\\\n'), lines.join('\n'));
    if (mail.html !== undefined) page.page(extractWholeHtml(mail.html));
    else {
      const text = apartFromSignature(mail.text ?? (mail.attachments.length === 0 ? rawBody(source, bytes) : ''));
      const readable = text.replace(ENCRYPTED, '');
      if (readable !== text) page.notice('A part of the message is encrypted.');
      page.block(readable.replace(PATCH_LINE, '\n---'));
    }
    if (isCut(source)) page.notice('The mail is damaged or cut off: its last part has no end.');
    if (UTF7.test(source)) page.notice('A part is in UTF-7, of which the letters beyond ASCII were not decoded.');
    const files = mail.attachments.map(({ filename, mimeType, content, related }) => ({
      name: filename ?? '',
      contentType: mimeType,
      content: typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content),
      related: related === true,
    }));
    await writeAttachments(page, files, readerOf, ocr);
    return page.build(mail.subject?.trim() ?? '', {
      ...(mail.from === undefined ? {} : { author: mail.from.name || mail.from.address || '' }),
      ...(date === undefined ? {} : { published: date, updated: date }),
    });
  };

/** The line that parts a mail, as its own headers state it. */
const BOUNDARY =
  /^content-type:\s*multipart\/[^;\r\n]{1,100};(?:[^\r\n]|\r?\n[ \t]){0,1000}?boundary=(?:"([^"\r\n]{1,200})"|([^"\s;]{1,200}))/im;

/** True for a mail of several parts that does not close the last one, though it begins one. */
const isCut = (source: string): boolean => {
  const [head = ''] = source.split(/\r?\n\r?\n/, 1);
  const [, quoted, plain] = BOUNDARY.exec(head) ?? [];
  const boundary = quoted ?? plain;
  return boundary !== undefined && source.length > head.length + 4 && !source.includes(`\n--${boundary}--`);
};

/** The text below the headers, for a message whose headers declare missing parts or an invalid type. */
const rawBody = (source: string, bytes: Uint8Array): string => {
  const end = /\r?\n\r?\n/.exec(source);
  const body = end === null ? '' : decode(bytes.subarray(end.index + end[0].length));
  return /^--\S/m.test(body) ? '' : body;
};

const addressee = (address: Address): string =>
  !address.address ? address.name : address.name === '' ? address.address : `${address.name} (${address.address})`;
