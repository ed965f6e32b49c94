import { unpackedName, unpackedStart } from '../formats/packed.ts';
import { isSectionName } from '../formats/roff/detect.ts';
import { otherPage } from '../formats/roff/other-page.ts';
import { isHtmlFile } from './folder-templates.ts';
import { isRedirect } from './redirect-page.ts';
import { isSearchData } from './search-data.ts';

/** The reason for not reading a file of a folder as a page, by its bytes; undefined for a page. */
export const whyNoPage = (file: string, bytes: Uint8Array): string | undefined => {
  if (isSectionName(file)) {
    const other = otherPage(unpackedName(file) === undefined ? bytes : unpackedStart(bytes));
    return other === undefined ? undefined : 'another name of a manual page';
  }
  if (!isHtmlFile(file)) return undefined;
  if (isRedirect(bytes)) return 'a page that only leads to another';
  return isSearchData(bytes) ? 'a page that only the search of its manual reads' : undefined;
};
