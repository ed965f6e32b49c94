/** What stands behind a company's name and is no part of it. */
const LEGAL_FORM =
  /[\s,]+(A\/?S|ASA|AB|AG|BV|Co\.?|Corp\.?|Corporation|GmbH|Inc\.?|Incorporated|KG|Limited|LLC|LLP|Ltd\.?|NV|Oy|Oyj|Plc|S\.?A\.?|SE|S\.?p\.?A\.?)$/i;
const LONG: Readonly<Record<string, string>> = { limited: 'ltd', incorporated: 'inc', corporation: 'corp' };

/** A company's name in two: `Acme`, and its legal form in one spelling (`inc`), if it has one. */
export const legalForm = (name: string): { bare: string; form?: string } => {
  const match = name.match(LEGAL_FORM);
  const bare = match ? name.slice(0, match.index).trim() : name;
  const written = match?.[1];
  if (written === undefined || !/\p{L}/u.test(bare)) return { bare: name };
  const form = written.toLowerCase().replace(/[./]/g, '');
  return { bare, form: LONG[form] ?? form };
};
