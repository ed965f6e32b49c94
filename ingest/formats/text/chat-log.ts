import { decode } from '../../extract/decode.ts';
import { isoDate } from '../../extract/metadata.ts';
import { createPageBuilder } from '../../extract/page-builder.ts';
import { escapeMarkdown } from '../../extract/write-markdown.ts';
import type { Reader } from '../reader.ts';
import { COMES_OR_GOES, DID, NEW_DAY, SAID } from './chat-log-lines.ts';

/** Reads the log of a chat (IRC): a section a day, and what one person says in a row as one paragraph. */
export const readChatLog: Reader = (bytes, { contentType } = {}) => {
  const page = createPageBuilder();
  let day = '';
  let open: { who: string; when: string; said: string[] } | undefined;
  const flush = () => {
    if (open !== undefined) {
      const line = `[${open.when}] ${open.who}: ${open.said.join(' ')}`;
      page.block(escapeMarkdown(line), line);
    }
    open = undefined;
  };
  const enter = (date: string) => {
    if (date === '' || date === day) return;
    flush();
    day = date;
    page.heading(2, date);
  };
  for (const line of decode(bytes, contentType).split(/\r?\n/)) {
    const [, dayAndMonth, year] = NEW_DAY.exec(line) ?? [];
    if (dayAndMonth !== undefined) enter(isoDate(`${dayAndMonth} ${year} 12:00 UTC`)?.slice(0, 10) ?? '');
    const [, date = '', when, angled, barred, text] = SAID.exec(line) ?? [];
    const who = angled ?? barred;
    if (when !== undefined && who !== undefined && text !== undefined) {
      enter(date);
      if (open !== undefined && open.who !== who) flush();
      open ??= { who, when, said: [] };
      if (text.trim() !== '') open.said.push(text.trim());
      continue;
    }
    const [, didOn = '', doneAt, doer, deed = ''] = DID.exec(line) ?? [];
    if (doer === undefined || doneAt === undefined || COMES_OR_GOES.test(deed)) continue;
    enter(didOn);
    flush();
    const done = `[${doneAt}] ${doer} ${deed.trim()}`;
    page.block(escapeMarkdown(done), done);
  }
  flush();
  return page.build('');
};
