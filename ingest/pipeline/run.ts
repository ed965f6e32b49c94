import { EVERYONE, type Scope, type Source } from '../../core/document.ts';
import { ParleyError } from '../../core/errors.ts';
import { scopesInSource } from '../../core/source-scopes.ts';
import type { Item, PageItem, TriplesItem } from '../inputs/item.ts';
import type { IngestFailure, IngestReport } from '../report.ts';
import type { Pipeline, PipelineOptions } from './pipeline.ts';

/** One run over the items of a source. */
export interface Run {
  pipeline: Pipeline;
  source: Source;
  options: PipelineOptions;
  report: IngestReport;
  /** Number of pages that were read, are unchanged or failed. */
  done: number;
  /** Number of pages whose current version is stored. */
  kept: number;
  /** True if the run was cancelled and left items unread. */
  stopped: boolean;
}

/** The scopes of a page without its own. */
export const fallbackScopes = ({ source, options }: Run): Scope[] => {
  const scopes = options.scopes?.length ? options.scopes : source.scopes.length ? source.scopes : [EVERYONE];
  return scopesInSource(scopes, source.id);
};

/** What a run that was cancelled ends with. */
export const cancelled = ({ kept }: Run): ParleyError =>
  new ParleyError('CANCELLED', {
    message: kept > 0 ? `Stopped after ${kept} pages; they are kept.` : 'Stopped before the first page was read.',
    remedy: 'Run the same command again to go on.',
  });

/** An item that becomes a document. */
export type DocumentItem = Extract<Item, PageItem | TriplesItem>;

/** A document's failure as the report lists it. */
export const failureOf = (
  { id, input, place }: DocumentItem,
  code: string,
  message: string,
  remedy: string,
): IngestFailure => ({
  input,
  code,
  message,
  remedy,
  place,
  id,
  page: true,
});
