import { isParleyError } from '../../core/errors.ts';
import { decode } from '../extract/decode.ts';
import type { PageBuilder } from '../extract/page-builder.ts';
import type { Reader, ReaderContext } from './reader.ts';

/** Attachments of one message that are read, and what they may hold together. */
const MAX_ATTACHMENTS = 20;
const MAX_BYTES = 50_000_000;

/** One file of a message. */
export interface Attachment {
  name: string;
  contentType: string;
  content: Uint8Array;
  /** Part of the message's own text: a picture in a signature. */
  related: boolean;
}

/** The reader of an attached file's format; undefined for a format that is not read. */
export type AttachmentReaders = (name: string, contentType: string, pictures: boolean) => Reader | undefined;

/** Writes what is attached to a message below it; what is not read is named. */
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
    // A part of the text under a type that no program knows (`text`, `text/x-one`) is read as plain text.
    if (name === '' && reader === undefined && /^text(?:\/|$)/i.test(contentType)) {
      page.block(decode(content).replace(/\r\n?/g, '\n'));
      continue;
    }
    if (reader === undefined || index > MAX_ATTACHMENTS || size > MAX_BYTES) {
      if (name !== '' && !related) page.notice(`The attachment ${name} was not read.`);
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
