/** Maximum lines of the line above a quoted mail: "On Tue, 3 Mar 2026 at 08:40, Ann Doe <ann@h.example>" and "wrote:". */
const MAX_INTRODUCTION = 3;
/** Maximum lines below a closing formula that are a name, and maximum characters of one. */
const MAX_NAME_LINES = 4;
const MAX_NAME = 60;
/** Maximum empty lines between two parts of a mail's end. */
const MAX_EMPTY = 4;

const SIGNATURE = /^-- ?$/;
/** Closing formulas of English, German, French, Spanish, Portuguese, Italian and Dutch, alone on their line. */
const CLOSING =
  /^(?:(?:all the |with )?best(?: wishes| regards)?|(?:with )?(?:kind|kindest|warm) regards|regards|cheers|(?:many )?thanks|thank you|(?:yours )?sincerely|yours(?: truly| faithfully)?|(?:viele|liebe|beste|schöne|herzliche) grü(?:ß|ss)e|(?:mit )?(?:freundlichen|besten|vielen|lieben|herzlichen) grü(?:ß|ss)en|mfg|cordialement|bien (?:à vous|cordialement)|(?:un )?saludos?(?: cordiales)?|atenciosamente|abraços|cordiali saluti|met vriendelijke groet(?:en)?)[,.!]?$/i;

/**
 * Writes a Markdown rule above what is not the mail's own text, so that it ends the last sentence: the signature (RFC 3676,
 * section 4.3), a closing formula with a name, and the line that introduces a quoted mail.
 */
export const apartFromSignature = (text: string): string => {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const last = lines.findLastIndex((line) => !isEmpty(line));
  const written: string[] = [];
  let hasText = false;
  for (const [i, line] of lines.entries()) {
    const isSignature = hasText && SIGNATURE.test(line) && i < lines.length - 1;
    const begins = isSignature || introducesQuote(lines, i) || isClosing(lines, i, last);
    if (begins && hasText) {
      while (written.at(-1) === '') written.pop();
      // A second rule says no more.
      if (written.at(-1) !== '---') written.push('', '---');
      written.push('');
    }
    if (!isSignature) written.push(line);
    hasText ||= !isEmpty(line);
  }
  return written.join('\n');
};

/** True for the first line of a paragraph with a date or an address that ends in a colon above lines of a quoted mail. */
const introducesQuote = (lines: readonly string[], at: number): boolean => {
  if (isEmpty(lines[at]) || isQuoted(lines[at]) || !(at === 0 || isEmpty(lines[at - 1]))) return false;
  let end = at;
  while (end < at + MAX_INTRODUCTION && !isEmpty(lines[end]) && !isQuoted(lines[end])) end++;
  const introduction = lines.slice(at, end).join(' ').trim();
  return /[:：]$/.test(introduction) && /[\d@]/.test(introduction) && isQuoted(lines[afterEmpty(lines, end)]);
};

/** True for a closing formula below which nothing stands but a name, and then the end, a signature or a quoted mail. */
const isClosing = (lines: readonly string[], at: number, last: number): boolean => {
  if (!CLOSING.test(lines[at]?.trim() ?? '')) return false;
  const name = afterEmpty(lines, at + 1);
  let end = name;
  while (end < name + MAX_NAME_LINES && !isEmpty(lines[end]) && (lines[end]?.length ?? 0) <= MAX_NAME) end++;
  const next = afterEmpty(lines, end);
  return next > last || SIGNATURE.test(lines[next] ?? '') || isQuoted(lines[next]) || introducesQuote(lines, next);
};

const isEmpty = (line: string | undefined): boolean => line === undefined || line.trim() === '';
const isQuoted = (line: string | undefined): boolean => line?.startsWith('>') === true;

/** The place of the first line from here that is not empty. */
const afterEmpty = (lines: readonly string[], from: number): number => {
  let at = from;
  while (at < from + MAX_EMPTY && at < lines.length && isEmpty(lines[at])) at++;
  return at;
};
