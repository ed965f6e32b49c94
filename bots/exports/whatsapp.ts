import { existsSync } from 'node:fs';
import path from 'node:path';
import { sha256 } from '../../core/sha256.ts';
import { headOf } from '../../ingest/inputs/export-parts.ts';
import { type FailedItem, failure } from '../../ingest/inputs/item.ts';
import { slug } from '../../ingest/resolve-input.ts';
import type { SourceKind } from '../../ingest/sources/connector.ts';
import { SMALL_CHAT_SILENCE_MS } from './channel-pages.ts';
import { exportOfFiles, type FoundChannel } from './export-kind.ts';
import { filesOfExport, readBounded } from './json-files.ts';
import { isWhatsAppChat, readWhatsAppChat, type WhatsAppMessage } from './whatsapp-lines.ts';

/** The name of the text in the zip that an iPhone exports. */
const IPHONE_CHAT = '_chat.txt';

/**
 * The source kind for chats that WhatsApp exported ("Export chat"): a text file, a folder of them, or the unpacked folder of an
 * iPhone with the attached files beside `_chat.txt`. A chat is exported one by one, by somebody who takes part in it, so naming
 * it says that it may be read.
 */
export const whatsAppExports = (): SourceKind =>
  exportOfFiles({
    platform: 'WhatsApp',
    kind: 'whatsapp-export',
    what: 'a chat',
    filesOf,
    async *channels(files) {
      for (const file of files) yield await chatOf(file);
    },
  });

const filesOf = async (location: string): Promise<string[]> => {
  const chat = path.join(location, IPHONE_CHAT);
  if (existsSync(chat)) return isWhatsAppChat(await headOf(chat), true) ? [chat] : [];
  return filesOfExport(location, /\.txt$/i, (head, file) =>
    isWhatsAppChat(head, file.split(path.sep).slice(-2).some(isNamedSo)),
  );
};

const isNamedSo = (name: string): boolean => name === IPHONE_CHAT || /whatsapp/i.test(name);

const chatOf = async (file: string): Promise<FoundChannel | FailedItem> => {
  const found = await readBounded(file, 'Cut it into several files, at the beginning of a message.');
  if ('kind' in found) return found;
  const name = chatName(file);
  const { messages, guessed, undated } = readWhatsAppChat(found.text);
  if (messages.length === 0 && undated > 0) {
    const message = `None of its ${undated} messages has a date that is in the calendar.`;
    return failure(
      undefined,
      file,
      'INPUT_UNREADABLE',
      message,
      'Export the chat again, from a phone in another language.',
    );
  }
  const notices = [
    ...(guessed === undefined
      ? []
      : [
          `Nothing in this chat tells day from month; its dates were read with the ${guessed} first (${guessed === 'day' ? '31/12' : '12/31'}).`,
        ]),
    ...(undated === 0 ? [] : [`${undated} messages were left out: their dates are in no calendar.`]),
  ];
  return {
    id: `whatsapp-export:${slug(name)}`,
    name,
    input: file,
    audience: 'public',
    threads: [],
    silence: SMALL_CHAT_SILENCE_MS,
    ...(notices.length > 0 && { notices }),
    outside: messages.map((message) => ({
      ...message,
      id: messageId(message),
      version: '',
    })),
  };
};

/** Exports give no ids. A longer export of the same chat has the same messages at the same times. */
const messageId = ({ at, author, text }: WhatsAppMessage): string =>
  `${at.toISOString().slice(0, 19).replace(/[-:]/g, '')}-${sha256(`${author}\0${text}`).slice(0, 8)}`;

/** `WhatsApp Chat with Team.txt`, `Chat de WhatsApp con Team.txt`, `WhatsApp Chat - Team/_chat.txt`: Team. */
const chatName = (file: string): string => {
  const own = path.basename(file) === IPHONE_CHAT ? path.basename(path.dirname(file)) : path.parse(file).name;
  return (
    own.replace(
      /^(?:.{0,20}\b)?WhatsApp\b[ -]*(?:chat\b)?[ -]*(?:(?:with|mit|con|com|avec|met|med|z|ile)\s)?\s*/i,
      '',
    ) || own
  );
};
