import { wordTable } from '../../core/word-table.ts';

/** A legal form after a company's name. */
const LEGAL_FORM =
  /[\s,]+(A\/?S|ASA|AB|AG|BV|Co\.?|Corp\.?|Corporation|GmbH|Inc\.?|Incorporated|KG|Limited|LLC|LLP|Ltd\.?|NV|Oy|Oyj|Plc|S\.?A\.?|SE|S\.?p\.?A\.?)$/i;
/** Forms that are also words. They count only in capitals. */
const ALSO_A_WORD = /^(?:as|ab|ag|se|sa|co)$/i;
/** Not companies: names in capitals, such as `CREATE TABLE AS`, and single short words, such as `An AS`. */
const NO_COMPANY = /^(?:[^\p{Ll}]*|\p{L}{1,2})$/u;
const LONG = wordTable<string>({ limited: 'ltd', incorporated: 'inc', corporation: 'corp' });

/** Splits a company's name into the name (`Acme`) and its normalised legal form (`inc`), if it has one. */
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
