import type { Scope } from '../../core/document.ts';
import { ParleyError } from '../../core/errors.ts';
import { mayKnowSource } from '../../core/source-scopes.ts';
import type { DocumentStore } from '../../stores/index.ts';

/**
 * The names of the sources that a person with these scopes may choose from; other sources are not named to them.
 * @throws STORE_UNAVAILABLE
 */
export const openSources = async (
  documents: Pick<DocumentStore, 'sources'>,
  scopes: readonly Scope[],
): Promise<string[]> =>
  (await documents.sources())
    .filter((source) => source.documents > 0 && mayKnowSource(source, scopes))
    .map(({ id }) => id)
    .sort();

/**
 * The sources that a question names, without duplicates; undefined (all sources) when it names none.
 * @throws UNKNOWN_SOURCE for a source that was removed, or that the asker may not see
 */
export const chosenSources = async (
  documents: Pick<DocumentStore, 'sources'>,
  scopes: readonly Scope[],
  named: readonly string[] = [],
): Promise<string[] | undefined> => {
  if (named.length === 0) return undefined;
  const open = await openSources(documents, scopes);
  const unknown = named.filter((source) => !open.includes(source));
  if (unknown.length === 0) return [...new Set(named)];
  throw new ParleyError('UNKNOWN_SOURCE', {
    message: `There is no source ${unknown.join(', ')}.`,
    remedy: `Choose from those that are there: ${open.join(', ') || 'none yet'}.`,
  });
};
