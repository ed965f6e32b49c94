import { decode } from '../extract/decode.ts';
import { extractWholeHtml } from '../extract/html.ts';
import { isoDate } from '../extract/metadata.ts';
import { createPageBuilder } from '../extract/page-builder.ts';
import { damaged, isOle } from './errors.ts';
import type { Reader } from './reader.ts';

/** Letters of an Outlook message's HTML by its numbers of code pages. */
const UTF8 = 65001;

/** A saved Outlook message (.msg): who wrote to whom, when, and the text; attachments are named. */
export const readMsg: Reader = async (bytes) => {
  if (!isOle(bytes)) throw damaged('Outlook', new Error('it is no Outlook message'));
  const {
    default: { default: MsgReader },
  } = await import('@kenjiuno/msgreader');
  const mail = new MsgReader(new DataView(bytes.slice().buffer)).getFileData();
  if (mail.error !== undefined) throw damaged('Outlook', new Error(mail.error));
  const page = createPageBuilder();
  const from = person(mail.senderName, mail.senderSmtpAddress ?? mail.senderEmail);
  const to = (mail.recipients ?? []).map((one) => person(one.name, one.smtpAddress ?? one.email)).filter(Boolean);
  const date = isoDate(mail.messageDeliveryTime ?? mail.clientSubmitTime ?? mail.creationTime);
  const lines = [
    from === '' ? '' : `From: ${from}`,
    to.length === 0 ? '' : `To: ${to.join(', ')}`,
    date === undefined ? '' : `Date: ${date}`,
  ].filter((line) => line !== '');
  page.block(lines.join('\\\n'), lines.join('\n'));
  const html =
    mail.bodyHtml ?? (mail.html === undefined ? undefined : decode(mail.html, charset(mail.internetCodepage)));
  if (mail.body !== undefined && mail.body.trim() !== '') page.block(mail.body.replace(/\r\n?/g, '\n'));
  else if (html !== undefined) page.page(extractWholeHtml(html));
  for (const { fileName, fileNameShort, name } of mail.attachments ?? [])
    page.notice(`The attachment ${fileName ?? fileNameShort ?? name ?? 'without a name'} was not read.`);
  return page.build(mail.subject?.trim() ?? '', {
    ...(from === '' ? {} : { author: mail.senderName ?? from }),
    ...(date === undefined ? {} : { published: date, updated: date }),
  });
};

const charset = (codepage: number | undefined): string | undefined =>
  codepage === undefined ? undefined : `charset=${codepage === UTF8 ? 'utf-8' : `windows-${codepage}`}`;

const person = (name: string | undefined, address: string | undefined): string => {
  const mail = address?.includes('@') ? address : undefined;
  if (name === undefined || name === '' || name === mail) return mail ?? '';
  return mail === undefined ? name : `${name} (${mail})`;
};
