import { createHash } from 'node:crypto';
import type { Scope } from '../../core/document.ts';
import { mayKnowSource } from '../../core/source-scopes.ts';
import type { Stores } from '../../stores/index.ts';

/** A source as a form offers it. */
export interface SourceOption {
  id: string;
  /** Stands for the id in a form's values, which platforms keep short. */
  value: string;
  label: string;
}

/** Platforms take 75 characters for a label. */
const MAX_LABEL_CHARS = 75;
/** Discord takes 100 characters for a button's id, which beside a source names its action and a server. */
const MAX_VALUE_CHARS = 60;

/** The sources that a person with these scopes may choose from, by name. */
export const sourceOptions = async (
  { documents }: Pick<Stores, 'documents'>,
  scopes: readonly Scope[],
): Promise<SourceOption[]> =>
  (await documents.sources())
    .filter((source) => mayKnowSource(source, scopes))
    .map(({ id, documents: pages }) => ({ id, value: sourceValue(id), label: labelOf(id, pages) }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));

/** A source's id as a form's value, or in a button's id. */
export const sourceValue = (id: string): string =>
  id.length <= MAX_VALUE_CHARS ? id : createHash('sha256').update(id).digest('hex').slice(0, 32);
const labelOf = (id: string, pages: number) => {
  const count = ` (${pages} ${pages === 1 ? 'page' : 'pages'})`;
  const room = MAX_LABEL_CHARS - count.length;
  return (id.length <= room ? id : `${id.slice(0, room - 1)}…`) + count;
};

/**
 * The sources that a form's values or a typed list with commas name.
 * @returns none chosen: every source; unknown: what is no source, for the person to correct
 */
export const chosenSources = (
  options: readonly SourceOption[],
  given: readonly string[],
): { sources?: string[]; unknown: string[] } => {
  const names = given.map((name) => name.trim()).filter(Boolean);
  const found = names.map((name) => options.find(({ id, value }) => id === name || value === name));
  const sources = [...new Set(found.flatMap((option) => (option ? [option.id] : [])))];
  return {
    ...(sources.length > 0 && { sources }),
    unknown: names.filter((_, i) => found[i] === undefined),
  };
};
