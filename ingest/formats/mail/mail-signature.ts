import { afterEmpty, forwardedMail, introduction, isEmpty, isQuoted } from '../../extract/quoted-mail.ts';

/** Maximum lines below a closing formula that are a name, and maximum characters of one. */
const MAX_NAME_LINES = 4;
const MAX_NAME = 60;
const SIGNATURE = /^-- ?$/;
/** Closing formulas of English, German, French, Spanish, Portuguese, Italian and Dutch, alone on their line. */
const CLOSING =
  /^(?:(?:all the |with )?best(?: wishes| regards)?|(?:with )?(?:kind|kindest|warm) regards|regards|cheers|(?:many )?thanks|thank you|(?:yours )?sincerely|yours(?: truly| faithfully)?|(?:viele|liebe|beste|schöne|herzliche) grü(?:ß|ss)e|(?:mit )?(?:freundlichen|besten|vielen|lieben|herzlichen) grü(?:ß|ss)en|mfg|cordialement|bien (?:à vous|cordialement)|(?:un )?saludos?(?: cordiales)?|atenciosamente|abraços|cordiali saluti|met vriendelijke groet(?:en)?)[,.!]?$/i;

/**
 * Sets apart what is not the mail's own text, so that it ends the last sentence: a Markdown rule above the signature (RFC 3676,
 * section 4.3) and a closing formula with a name; a heading above a mail that is forwarded or answered, which says who wrote it.
 * Where answers stand between the lines of a quoted mail, its heading would be theirs too, so it gets a rule as well.
 */
export const apartFromSignature = (text: string): string => {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const last = lines.findLastIndex((line) => !isEmpty(line));
  const lastOwn = lines.findLastIndex((line) => !isEmpty(line) && !isQuoted(line));
  const written: string[] = [];
  let hasText = false;
  const part = (line: string) => {
    while (written.at(-1) === '') written.pop();
    // A second rule says no more.
    if (written.at(-1) !== line) written.push('', line);
    written.push('');
  };
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] ?? '';
    const answered = introduction(lines, i);
    const quoted = forwardedMail(lines, i) ?? (answered && lastOwn < answered.end ? answered : undefined);
    if (quoted !== undefined) {
      part(`## ${quoted.heading}`);
      if (quoted.fields.length > 0) written.push(quoted.fields.join('\\\n'), '');
      i = afterEmpty(lines, quoted.end) - 1;
      hasText = true;
      continue;
    }
    const isSignature = hasText && SIGNATURE.test(line) && i < lines.length - 1;
    if (hasText && (isSignature || answered !== undefined || isClosing(lines, i, last))) part('---');
    if (!isSignature) written.push(line);
    hasText ||= !isEmpty(line);
  }
  return written.join('\n');
};

/** True for a closing formula below which nothing stands but a name, and then the end, a signature or a quoted mail. */
const isClosing = (lines: readonly string[], at: number, last: number): boolean => {
  if (!CLOSING.test(lines[at]?.trim() ?? '')) return false;
  const name = afterEmpty(lines, at + 1);
  let end = name;
  while (end < name + MAX_NAME_LINES && !isEmpty(lines[end]) && (lines[end]?.length ?? 0) <= MAX_NAME) end++;
  const next = afterEmpty(lines, end);
  return next > last || SIGNATURE.test(lines[next] ?? '') || isQuoted(lines[next]) || isOther(lines, next);
};

const isOther = (lines: readonly string[], at: number): boolean =>
  introduction(lines, at) !== undefined || forwardedMail(lines, at) !== undefined;
