import type { Scope } from '../../core/document.ts';
import { sha256 } from '../../core/sha256.ts';
import { counted } from '../../core/text/counted.ts';
import type { Stores } from '../../stores/index.ts';
import { cut } from './reply/cut.ts';

/** A source as an option of a form. */
export interface SourceOption {
  id: string;
  /** The option's value: the id, or a hash of a long id. */
  value: string;
  label: string;
}

/** Slack's limit for the label of an option. */
const MAX_LABEL_CHARS = 75;
/** Discord allows 100 characters for a button's id, which also holds the action and the server. */
const MAX_VALUE_CHARS = 60;

/** The sources that a person with these scopes may choose from, sorted by id: those of which they see a page. */
export const sourceOptions = async (
  { documents }: Pick<Stores, 'documents'>,
  scopes: readonly Scope[],
): Promise<SourceOption[]> =>
  (await documents.sources(scopes))
    .map(({ id, documents: pages }) => ({ id, value: sourceValue(id), label: labelOf(id, pages) }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));

/** The short form of a source's id in form values and button ids: the id itself, or a hash of a long id. */
export const sourceValue = (id: string): string => (id.length <= MAX_VALUE_CHARS ? id : sha256(id).slice(0, 32));
const labelOf = (id: string, pages: number) => {
  const count = ` (${counted(pages, 'page')})`;
  const room = MAX_LABEL_CHARS - count.length;
  return cut(id, room) + count;
};

/**
 * Finds the sources that somebody chose in a form or typed by name.
 * @returns `sources`: their ids, absent when none is named, which means all sources; `unknown`: names that match no source
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
