import { decode } from '../../extract/decode.ts';
import { extractWholeHtml } from '../../extract/html.ts';
import { isoDate } from '../../extract/metadata.ts';
import { createPageBuilder, type PageBuilder } from '../../extract/page-builder.ts';
import { damaged, isOle } from '../errors.ts';
import type { Reader } from '../reader.ts';
import { type Attachment, type AttachmentReaders, writeAttachments } from './attachments.ts';
import { createEmailReader, startsAsMail } from './email.ts';
import { apartFromSignature } from './mail-signature.ts';
import { recipientLine } from './recipients.ts';

type MsgReader = InstanceType<typeof import('@kenjiuno/msgreader')['default']>;
type Message = ReturnType<MsgReader['getFileData']>;

/** Number of the code page for UTF-8. */
const UTF8 = 65001;

/** Windows' code pages of strings that are not Unicode. Other numbers are read as 1252. */
const ANSI = new Set([874, 932, 936, 949, 950, 1250, 1251, 1252, 1253, 1254, 1255, 1256, 1257, 1258]);
const WESTERN = 1252;

/** Maximum nesting of messages that are read. */
const MAX_NESTED = 5;

/** Creates the reader of saved Outlook messages (.msg): sender, recipients, date, text, and attachments including messages. */
export const createMsgReader =
  (readerOf: AttachmentReaders): Reader =>
  async (bytes, { ocr } = {}) => {
    // Other programs call a mail as it is sent .msg too.
    if (startsAsMail(bytes)) return createEmailReader(readerOf)(bytes, { ocr });
    if (!isOle(bytes)) throw damaged('Outlook', new Error('it is no Outlook message'));
    const { reader, mail } = await parse(bytes);
    const page = createPageBuilder();
    const { from, date } = writeMessage(page, mail);
    const writeInner = async (of: Message, depth: number): Promise<void> => {
      const files: Attachment[] = [];
      for (const one of of.attachments ?? []) {
        const name = one.fileName ?? one.fileNameShort ?? one.name ?? '';
        const inner = one.innerMsgContentFields;
        if (inner !== undefined && depth < MAX_NESTED) {
          page.heading(2, `Attachment: ${inner.subject?.trim() || name || 'a message'}`);
          writeMessage(page, inner);
          await writeInner(inner, depth + 1);
        } else if (one.dataId === undefined && inner === undefined)
          page.notice(`The attachment ${name || 'without a name'} was not read.`);
        else if (inner === undefined)
          files.push({
            name,
            contentType: one.attachMimeTag ?? '',
            content: reader.getAttachment(one).content,
            related: one.attachmentHidden === true,
          });
        else page.notice(`The attachment ${name || 'without a name'} was not read: messages nest too deep.`);
      }
      await writeAttachments(page, files, readerOf, ocr);
    };
    await writeInner(mail, 0);
    return page.build(mail.subject?.trim() ?? '', {
      ...(from === '' ? {} : { author: mail.senderName ?? from }),
      ...(date === undefined ? {} : { published: date, updated: date }),
    });
  };

/** Reads the message twice, because one of its properties is the code page of its strings. */
const parse = async (bytes: Uint8Array): Promise<{ reader: MsgReader; mail: Message }> => {
  const {
    default: { default: Reader },
  } = await import('@kenjiuno/msgreader');
  const { lcidToAnsiCodePages } = await codePages();
  const open = (codePage: number) => {
    // Copies the bytes, because the library reads the whole underlying buffer (`Buffer.slice` does not copy).
    const reader = new Reader(new DataView(Uint8Array.from(bytes).buffer));
    reader.parserConfig = { ansiEncoding: `cp${codePage}` };
    return { reader, mail: reader.getFileData() };
  };
  try {
    const read = open(WESTERN);
    if (read.mail.error !== undefined) throw new Error(read.mail.error);
    const { messageCodepage, messageLocaleId, internetCodepage } = read.mail;
    const [byLocale] = lcidToAnsiCodePages(messageLocaleId);
    const codePage = [messageCodepage, byLocale, internetCodepage].find((one) => one !== undefined && ANSI.has(one));
    return codePage === undefined || codePage === WESTERN ? read : open(codePage);
  } catch (cause) {
    throw damaged('Outlook', cause);
  }
};

const codePages = async () => {
  const { getLcidToAnsiCodePages } = await import('@kenjiuno/msgreader/lib/Defs.js');
  const known = getLcidToAnsiCodePages();
  return { lcidToAnsiCodePages: (locale: number | undefined) => (locale === undefined ? [] : (known[locale] ?? [])) };
};

const writeMessage = (page: PageBuilder, mail: Message): { from: string; date: string | undefined } => {
  const from = person(mail.senderName, mail.senderSmtpAddress ?? mail.senderEmail);
  const to = (mail.recipients ?? []).map((one) => person(one.name, one.smtpAddress ?? one.email));
  const date = isoDate(mail.messageDeliveryTime ?? mail.clientSubmitTime ?? mail.creationTime);
  const lines = [
    from === '' ? '' : `From: ${from}`,
    recipientLine(to),
    date === undefined ? '' : `Date: ${date}`,
  ].filter((line) => line !== '');
  page.block(lines.join('\\\n'), lines.join('\n'));
  const html =
    mail.bodyHtml ?? (mail.html === undefined ? undefined : decode(mail.html, charset(mail.internetCodepage)));
  if (mail.body !== undefined && mail.body.trim() !== '') page.block(apartFromSignature(mail.body));
  else if (html !== undefined) page.page(extractWholeHtml(html));
  return { from, date };
};

const charset = (codepage: number | undefined): string | undefined =>
  codepage === undefined ? undefined : `charset=${codepage === UTF8 ? 'utf-8' : `windows-${codepage}`}`;

const person = (name: string | undefined, address: string | undefined): string => {
  const mail = address?.includes('@') ? address : undefined;
  if (name === undefined || name === '' || name === mail) return mail ?? '';
  return mail === undefined ? name : `${name} (${mail})`;
};
