import path from 'node:path';
import { isMaildirName } from '../formats/mail/transferred-mail.ts';
import { unpackedName } from '../formats/packed.ts';

const DELETED = 'a mail that was deleted';
const DRAFT = 'a mail that was not sent: a draft';
const SPAM = 'a mail that was sorted out as spam';

/** Thunderbird's mark of a mail that was deleted, and stays in the file until its folder is compacted. */
const EXPUNGED = 0x8;
/** What Gmail calls its folders in the languages that most people set, as Takeout writes them. */
const GMAIL: readonly [RegExp, string][] = [
  [/^spam$/i, SPAM],
  [
    /^(?:trash|bin|papierkorb|corbeille|papelera|cestino|lixeira|prullenbak|kosz|papperskorgen|корзина|ゴミ箱)$/i,
    DELETED,
  ],
  [/^(?:drafts?|entwürfe|brouillons|borradores|bozze|rascunhos|concepten)$/i, DRAFT],
];

/** The reason for not reading a mail whose headers say that its owner deleted it, or never sent it; undefined for any other mail. */
export const whyUnwanted = (header: string): string | undefined => {
  const headerNamed = (name: string): string =>
    new RegExp(`^${name}:[ \\t]*([^\\n]*(?:\\n[ \\t][^\\n]*)*)`, 'im')
      .exec(header)?.[1]
      ?.replace(/\r?\n/g, '')
      .trim() ?? '';
  if ((Number.parseInt(headerNamed('X-Mozilla-Status'), 16) & EXPUNGED) !== 0) return DELETED;
  // Mutt's and Pine's marks.
  const state = headerNamed('X-Status');
  if (/^[A-Z]{1,8}$/.test(state)) {
    if (state.includes('D')) return DELETED;
    if (state.includes('T')) return DRAFT;
  }
  const labels = headerNamed('X-Gmail-Labels').split(',');
  return GMAIL.find(([name]) => labels.some((label) => name.test(label.trim())))?.[1];
};

/** What mail programs call the files of mails that nobody means to keep. */
const FOLDERS: readonly [RegExp, string][] = [
  [/^(?:trash|deleted(?: (?:items|messages))?)$/i, 'a folder of mails that were deleted'],
  [/^(?:drafts|unsent messages|outbox|templates)$/i, 'a folder of mails that were not sent'],
  [/^(?:junk(?: e-?mail)?|spam|bulk mail)$/i, 'a folder of mails that were sorted out as spam'],
];

/** The reason for not reading an archive of mails, by its name; undefined for one that people keep. */
export const whyUnwantedArchive = (file: string): string | undefined => {
  const name = path.basename(unpackedName(file) ?? file).replace(/\.(?:mbox|txt)$/i, '');
  return FOLDERS.find(([folder]) => folder.test(name))?.[1];
};

/** The reason for not reading a mail of a Maildir, by the marks in its name: `1700000000.M1P2.host:2,ST` was deleted. */
export const whyUnwantedInMaildir = (file: string): string | undefined => {
  const name = path.basename(unpackedName(file) ?? file);
  const marks = isMaildirName(name) ? (/[:;!]2,([A-Za-z]*)$/.exec(name)?.[1] ?? '') : '';
  return marks.includes('T') ? DELETED : marks.includes('D') ? DRAFT : undefined;
};
