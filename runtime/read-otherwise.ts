import { counted } from '../core/text/counted.ts';
import { isReadOtherwise } from '../ingest/pipeline/ingest-items.ts';
import type { Stores } from '../stores/index.ts';

/** At most as many sources are named. */
const MAX_NAMED = 3;

/**
 * What an update does to the pages that are there, as one line: those that an earlier Parley read are read anew. Undefined if
 * there are none.
 * @param command how the reader types `parley`
 */
export const readOtherwiseLine = async (
  { documents }: { documents: Pick<Stores['documents'], 'sources'> },
  command: string,
): Promise<string | undefined> => {
  const older = (await documents.sources()).filter((source) => source.documents > 0 && isReadOtherwise(source));
  if (older.length === 0) return undefined;
  const pages = older.reduce((sum, source) => sum + source.documents, 0);
  const named = older.slice(0, MAX_NAMED).map(({ id }) => id);
  const more = older.length - named.length;
  const names = `${named.join(', ')}${more > 0 ? ` and ${counted(more, 'more source')}` : ''}`;
  return `An earlier Parley read ${names} (${counted(pages, 'page')}). The next sync reads them anew, and they serve as they are until then; \`${command} sync\` does it now.`;
};
