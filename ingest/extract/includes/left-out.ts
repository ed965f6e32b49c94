import type { ExtractedPage } from '../page.ts';
import { type IncludingFormat, includesOf } from './in-text.ts';
import { leftOutNotices } from './include.ts';

/** A page with a notice that names what its source includes: only directives whose files were not found reach its reader. */
export const withLeftOut = (page: ExtractedPage, format: IncludingFormat, source: string): ExtractedPage => {
  const notices = leftOutNotices(includesOf(format, source.split(/\r?\n/)).map(({ target }) => target));
  if (notices.length === 0) return page;
  return { ...page, metadata: { ...page.metadata, notices: [...(page.metadata.notices ?? []), ...notices] } };
};
