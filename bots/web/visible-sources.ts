import type { Scope } from '../../core/document.ts';
import { ParleyError } from '../../core/errors.ts';
import type { DocumentStore } from '../../stores/index.ts';

/**
 * The ids of the sources that a person with these scopes may choose from, sorted: those of which they see a page.
 * @throws STORE_UNAVAILABLE
 */
export const visibleSources = async (
  documents: Pick<DocumentStore, 'sources'>,
  scopes: readonly Scope[],
): Promise<string[]> => (await documents.sources(scopes)).map(({ id }) => id).sort();

/**
 * Checks the sources that a question is limited to. Returns them without duplicates, or undefined (all sources) when
 * `named` is empty.
 * @throws UNKNOWN_SOURCE for a source that was removed, or that the asker may not see
 */
export const chosenSources = async (
  documents: Pick<DocumentStore, 'sources'>,
  scopes: readonly Scope[],
  named: readonly string[] = [],
): Promise<string[] | undefined> => {
  if (named.length === 0) return undefined;
  const open = await visibleSources(documents, scopes);
  const unknown = named.filter((source) => !open.includes(source));
  if (unknown.length === 0) return [...new Set(named)];
  throw new ParleyError('UNKNOWN_SOURCE', {
    message: `There is no source ${unknown.join(', ')}.`,
    remedy: `Choose from those that are there: ${open.join(', ') || 'none yet'}.`,
  });
};
