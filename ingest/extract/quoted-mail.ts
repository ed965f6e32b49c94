/** Maximum lines of the line above a quoted mail: "On Tue, 3 Mar 2026 at 08:40, Ann Doe <ann@h.example>" and "wrote:". */
const MAX_INTRODUCTION = 3;
/** Maximum lines of the fields above a forwarded mail, and maximum empty lines between two parts of a mail. */
const MAX_FIELDS = 8;
const MAX_EMPTY = 4;
const MAX_HEADING = 200;

/** A mail that is forwarded or answered below the mail's own text. */
export interface QuotedMail {
  /** Who wrote it, and when. */
  heading: string;
  /** Its fields, as they stand there. */
  fields: string[];
  /** Index of the first line of its text. */
  end: number;
}

/** "-----Original Message-----", "---------- Forwarded message ---------", "Begin forwarded message:", or a line of underscores. */
const SEPARATOR = /^(?:-{3,}\s?\S[^-]{3,60}\s?-{3,}|\p{L}[\p{L} ]{5,50}:|_{10,})$/u;
const FIELD = /^\*?(\p{L}[\p{L} -]{0,20}?)\*?\s?[:：]\*?\s?(.*)$/u;
const FROM = /^\*?(?:from|von|de|da|van|från|fra|od|от|发件人|寄件者|差出人)\*?\s?[:：]/iu;
const SENT = /^(?:date|sent|gesendet|datum|envoyé|fecha|enviado|data|inviato|verzonden|skickat|dato|sendt)$/iu;

/** The mail whose fields begin here, below a separator or an empty line; undefined for any other line. */
export const forwardedMail = (lines: readonly string[], at: number): QuotedMail | undefined => {
  const isSeparated = SEPARATOR.test(lines[at]?.trim() ?? '');
  const first = isSeparated ? afterEmpty(lines, at + 1) : at;
  if (!FROM.test(lines[first] ?? '') || !(isSeparated || at === 0 || isEmpty(lines[at - 1]))) return undefined;
  const fields: string[] = [];
  let end = first;
  for (; end < first + MAX_FIELDS && !isEmpty(lines[end]); end++) {
    const line = lines[end] ?? '';
    if (FIELD.test(line)) fields.push(line);
    else if (/^\s/.test(line) && fields.length > 0) fields.push(`${fields.pop()} ${line.trim()}`);
    else return undefined;
  }
  if (fields.length < 3 || !isEmpty(lines[end])) return undefined;
  const [from, ...others] = fields.map((line) => FIELD.exec(line));
  const sent = others.find((field) => SENT.test(field?.[1] ?? ''))?.[2];
  const name = withoutAddress(from?.[2] ?? '') || (from?.[2] ?? '');
  return { heading: `From ${[name, sent].filter(Boolean).join(', ')}`.slice(0, MAX_HEADING), fields, end };
};

/** The line with a date or an address that ends in a colon above lines of a quoted mail; undefined for any other line. */
export const introduction = (lines: readonly string[], at: number): QuotedMail | undefined => {
  if (isEmpty(lines[at]) || isQuoted(lines[at]) || !(at === 0 || isEmpty(lines[at - 1]))) return undefined;
  let end = at;
  while (end < at + MAX_INTRODUCTION && !isEmpty(lines[end]) && !isQuoted(lines[end])) end++;
  const said = lines.slice(at, end).join(' ').trim();
  if (!/[:：]$/.test(said) || !/[\d@]/.test(said) || !isQuoted(lines[afterEmpty(lines, end)])) return undefined;
  return { heading: introductionHeading(said), fields: [], end };
};

/** "On Tue, 3 Mar 2026 at 08:40, Ann Doe <ann@h.example> wrote:" without the address and the colon. */
export const introductionHeading = (said: string): string =>
  withoutAddress(said.replace(/\s*[:：]$/, '')).slice(0, MAX_HEADING);

/** Without what stands in brackets with an address, if a name is left. */
const withoutAddress = (text: string): string =>
  text
    .replace(/\s*(?:<[^<>]*@[^<>]*>|\[mailto:[^[\]]*\]|\([^()\s]*@[^()\s]*\))/g, '')
    .replace(/["*]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** True for a line of white space alone, and behind the last line. */
export const isEmpty = (line: string | undefined): boolean => line === undefined || line.trim() === '';
/** True for a line that begins with `>`; false behind the last line. */
export const isQuoted = (line: string | undefined): boolean => line?.startsWith('>') === true;

/** The place of the first line from here that is not empty. */
export const afterEmpty = (lines: readonly string[], from: number): number => {
  let at = from;
  while (at < from + MAX_EMPTY && at < lines.length && isEmpty(lines[at])) at++;
  return at;
};
