import type { ExtractedPage } from '../page.ts';
import { type Include, leftOutNotices } from './include.ts';

/** A page with a notice that names what its source includes: only directives whose files were not found reach its reader. */
export const withLeftOut = (page: ExtractedPage, includes: readonly Include[]): ExtractedPage => {
  const notices = leftOutNotices(includes.map(({ target }) => target));
  if (notices.length === 0) return page;
  return { ...page, metadata: { ...page.metadata, notices: [...(page.metadata.notices ?? []), ...notices] } };
};
