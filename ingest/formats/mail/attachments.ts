import { isParleyError } from '../../../core/errors.ts';
import { decode } from '../../extract/decode.ts';
import type { PageBuilder } from '../../extract/page-builder.ts';
import type { Reader, ReaderContext } from '../reader.ts';

/** Maximum attachments of one message that are read, and their maximum total size in bytes. */
const MAX_ATTACHMENTS = 20;
const MAX_BYTES = 50_000_000;

/** One file of a message. */
export interface Attachment {
  name: string;
  contentType: string;
  content: Uint8Array;
  /** True for a part of the message's own text, such as a picture in a signature. */
  related: boolean;
}

/** Finds the reader for an attached file; undefined for a format that is not read. */
export type AttachmentReaders = (name: string, contentType: string, pictures: boolean) => Reader | undefined;

/** True for what PGP encrypted: letters that stand for nothing that anybody could ask. */
const isEncrypted = (content: Uint8Array): boolean =>
  Buffer.from(content.subarray(0, 200)).toString('latin1').trimStart().startsWith('-----BEGIN PGP MESSAGE-----');

/** Signatures and receipts, which say nothing that anybody would ask. */
const isSignature = (contentType: string): boolean =>
  /^(?:application\/(?:pgp-signature|(?:x-)?pkcs7-signature|pgp-encrypted|pgp-keys)|message\/(?:delivery-status|disposition-notification))\b/i.test(
    contentType,
  );

/** The envelope of S/MIME that holds a whole message. */
const isEnvelope = (contentType: string): boolean => /^application\/(?:x-)?pkcs7-mime\b/i.test(contentType);

/** Writes the text of attachments below a message. Names those that are not read. */
export const writeAttachments = async (
  page: PageBuilder,
  attachments: Iterable<Attachment>,
  readerOf: AttachmentReaders,
  ocr: ReaderContext['ocr'],
): Promise<void> => {
  let [size, index] = [0, 0];
  for (const { name, contentType, content, related } of attachments) {
    index++;
    size += content.length;
    const reader = related ? undefined : readerOf(name, contentType, ocr !== undefined);
    if (isEncrypted(content)) {
      page.notice(name === '' ? 'A part of the message is encrypted.' : `The attachment ${name} is encrypted.`);
      continue;
    }
    if (isEnvelope(contentType)) {
      page.notice('The message stands inside of an S/MIME envelope (signed or encrypted), which was not read.');
      continue;
    }
    // A part of the text with an unknown type (`text`, `text/x-one`) is read as plain text.
    if (name === '' && reader === undefined && /^text(?:\/|$)/i.test(contentType)) {
      page.block(decode(content).replace(/\r\n?/g, '\n'));
      continue;
    }
    if (reader === undefined || index > MAX_ATTACHMENTS || size > MAX_BYTES) {
      if (name !== '' && !related) page.notice(`The attachment ${name} was not read.`);
      else if (!related && !isSignature(contentType))
        page.notice(`A part of the type ${contentType || 'application/octet-stream'} was not read.`);
      continue;
    }
    try {
      const attached = await reader(content, { contentType, ocr });
      page.heading(2, name === '' ? 'Attachment' : `Attachment: ${name}`);
      page.page(attached, 2);
    } catch (error) {
      if (!isParleyError(error)) throw error;
      page.notice(`The attachment ${name} was not read: ${error.message}`);
    }
  }
};
