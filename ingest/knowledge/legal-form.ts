/** What stands behind a company's name and is no part of it. */
const LEGAL_FORM =
  /[\s,]+(A\/?S|ASA|AB|AG|BV|Co\.?|Corp\.?|Corporation|GmbH|Inc\.?|Incorporated|KG|Limited|LLC|LLP|Ltd\.?|NV|Oy|Oyj|Plc|S\.?A\.?|SE|S\.?p\.?A\.?)$/i;
/** Forms that are words too are forms only in capitals. */
const ALSO_A_WORD = /^(?:as|ab|ag|se|sa|co)$/i;
/** `CREATE TABLE AS`: behind capitals `AS` is a word of the same command. One short word means nothing alone: `An AS`. */
const NO_COMPANY = /^(?:[^\p{Ll}]*|\p{L}{1,2})$/u;
const LONG: Readonly<Record<string, string>> = { limited: 'ltd', incorporated: 'inc', corporation: 'corp' };

/** A company's name in two: `Acme`, and its legal form in one spelling (`inc`), if it has one. */
export const legalForm = (name: string): { bare: string; form?: string } => {
  const match = name.match(LEGAL_FORM);
  const bare = match ? name.slice(0, match.index).trim() : name;
  const found = match?.[1];
  const isWord =
    found !== undefined &&
    ALSO_A_WORD.test(found) &&
    (found !== found.toUpperCase() ? !/^Co$/.test(found) : /^AS$/.test(found) && NO_COMPANY.test(bare));
  const written = isWord ? undefined : found;
  if (written === undefined || !/\p{L}/u.test(bare)) return { bare: name };
  const form = written.toLowerCase().replace(/[./]/g, '');
  return { bare, form: LONG[form] ?? form };
};
