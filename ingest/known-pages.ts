import type { DocumentStamp } from '../stores/index.ts';
import type { PageAccess } from './inputs/item.ts';
import type { KnownPage } from './sources/connector.ts';

/**
 * What connectors are told of the stored pages of a source, by id. It lives for a whole reading beside the connector's own
 * list, so that it holds no more of a stamp than connectors ask for, and one object for all pages with the same rules.
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
