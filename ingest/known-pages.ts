import type { DocumentStamp } from '../stores/index.ts';
import type { PageAccess } from './inputs/item.ts';
import type { KnownPage } from './sources/connector.ts';

/**
 * The stored pages of a source, by id, for connectors. The map is in memory during the whole reading, so it contains only the
 * fields of a stamp that connectors use, and shares one object among all pages with the same rules.
 */
export const knownPages = async (stamps: AsyncIterable<DocumentStamp>): Promise<Map<string, KnownPage>> => {
  const known = new Map<string, KnownPage>();
  const accesses = new Map<string, PageAccess>();
  const shared = (access: PageAccess): PageAccess => {
    const key = JSON.stringify([access.place, access.rules]);
    const before = accesses.get(key);
    if (before === undefined) accesses.set(key, access);
    return before ?? access;
  };
  for await (const { id, url, metadata } of stamps) {
    if (metadata?.access !== undefined) metadata.access = shared(metadata.access as PageAccess);
    known.set(id, { url, metadata });
  }
  return known;
};
