const CLOCK = '(\\d{1,2}:\\d{2})(?::\\d{2}(?:[.,]\\d+)?)?(?: ?[AaPp][Mm])?';
const DAY = '(\\d{4}-\\d{2}-\\d{2})[T ]';
/** The time of a line, with a date or without one: `12:34`, `[12:34:56]`, `2026-03-05 12:34`. */
const STAMP = `^\\[?(?:${DAY})?${CLOCK}(?:Z|[+-]\\d{2}:?\\d{2})?\\]?[ \\t]+`;
/** What somebody said, by irssi, weechat, ZNC, HexChat and others: `<nick> text`, `< @nick> text`, `nick | text`. */
export const SAID = new RegExp(
  `${STAMP}(?:<[@%+&~ ]?([^<>\\s]{1,40})>|[@%+&~]?([^\\s<>*|-][^\\s<>|]{0,39})(?:\\t| \\|))[ \\t]?(.*)$`,
);
/** What somebody did: `* nick waves`. */
export const DID = new RegExp(`${STAMP}\\*[ \\t]+([^\\s*]{1,40})[ \\t]+(.*)$`);
/** What a program says about people who come and go. */
export const COMES_OR_GOES =
  /^(?:has )?(?:joined|left|quit|parted)\b|^is now known as\b|^(?:sets?|has set|gives|removes|changes|kicked)\b/i;
/** A line between two days: `--- Day changed Tue Sep 20 2016`, `--- Log opened Tue Dec 24 00:26:23 2013`. */
export const NEW_DAY = /^--- (?:Day changed|Log opened) (?:\w{3} )?(\w{3} \d{1,2})(?: [\d:]{5,8})? (\d{4})/;

/** Minimum lines that somebody said for a log, and minimum share of all lines. */
const MIN_SAID = 4;
const MIN_SHARE = 0.3;

/** True for the beginning of a log of a chat. */
export const isChatLog = (head: string): boolean => {
  const lines = head.split(/\r?\n/, 400).filter((line) => line.trim() !== '');
  const said = lines.filter((line) => SAID.test(line)).length;
  return said >= MIN_SAID && said >= lines.length * MIN_SHARE && /^\S*\s?\S*[ \t]*</m.test(head);
};
