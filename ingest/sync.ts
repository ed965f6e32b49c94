import type { Source } from '../core/document.ts';
import { ParleyError } from '../core/errors.ts';
import type { PipelineFor } from './ingest.ts';
import type { Pipeline, PipelineOptions } from './pipeline/pipeline.ts';
import type { Access } from './read-inputs.ts';
import { readSource } from './read-source.ts';
import {
  addRemoved,
  type IngestFailure,
  type IngestReport,
  mergeReports,
  nothingRemoved,
  type PlannedChange,
} from './report.ts';
import { memoryOf, type RememberedInput } from './resolve-input.ts';

export interface SyncOptions extends PipelineOptions {
  /** True to report what would change without writing. */
  dryRun?: boolean;
  /** True to read only what failed the last time. Then nothing is deleted. */
  failed?: boolean;
}

const IDS_PER_BATCH = 500;

/**
 * Reads sources again: adds new pages, updates changed ones, deletes those that are gone.
 * @param named source ids; empty for all sources
 * @throws UNKNOWN_SOURCE, CANCELLED
 */
export const sync = async (
  pipeline: Pipeline,
  pipelineFor: PipelineFor,
  access: Access,
  named: readonly string[],
  options: SyncOptions = {},
): Promise<IngestReport> => {
  const known = await pipeline.stored.sources();
  const unknown = named.filter((id) => !known.some((source) => source.id === id));
  if (unknown.length > 0) {
    throw new ParleyError('UNKNOWN_SOURCE', {
      message: `There is no source ${unknown.join(', ')}.`,
      remedy: `Sources are ${known.map(({ id }) => id).join(', ') || 'none yet; `parley ingest` adds one'}.`,
    });
  }
  const wanted = named.length > 0 ? known.filter(({ id }) => named.includes(id)) : known;
  const reports: IngestReport[] = [];
  for (const source of wanted.filter((one) => memoryOf(one).inputs.length > 0)) {
    const { inputs, failed } = memoryOf(source);
    if (options.failed && failed.length === 0) continue;
    const kept = await pipelineFor(source);
    const plan: PlannedChange[] = [];
    const own = options.dryRun ? dryRunPipeline(kept, plan) : kept;
    const report = options.failed
      ? await readSource(own, source, placesOf(inputs, failed), access, { ...options, only: failed, partial: true })
      : await syncSource(own, access, source, options);
    reports.push(options.dryRun ? { ...report, plan } : report);
  }
  return mergeReports(reports);
};

const placesOf = (inputs: readonly RememberedInput[], failed: readonly IngestFailure[]): RememberedInput[] =>
  inputs.filter(({ location }) => failed.some(({ place }) => place === location));

const syncSource = async (
  pipeline: Pipeline,
  access: Access,
  source: Source,
  options: SyncOptions,
): Promise<IngestReport> => {
  const { inputs } = memoryOf(source);
  const seen = new Set<string>();
  let allRead = true;
  const report = await readSource(pipeline, source, inputs, access, {
    ...options,
    skipUnreadable: true,
    onItem: (id) => {
      if (id === undefined) allRead = false;
      else seen.add(id);
    },
  });
  // Pages of a part that could not be read may still exist, so nothing is deleted.
  if (!allRead) return report;
  let deleted: string[] = [];
  const flush = async () => {
    if (deleted.length > 0) addRemoved(report, deleted, await pipeline.delete(deleted));
    deleted = [];
  };
  for await (const stamp of pipeline.stored.stamps(source.id)) {
    if (!seen.has(stamp.id)) deleted.push(stamp.id);
    if (deleted.length === IDS_PER_BATCH) await flush();
  }
  await flush();
  return report;
};

/** A pipeline that adds its writes to a plan instead of writing. */
const dryRunPipeline = (pipeline: Pipeline, plan: PlannedChange[]): Pipeline => ({
  ...pipeline,
  rescope: async (changes) => {
    for (const { id } of changes) plan.push({ id, does: 'update' });
  },
  putSource: async () => {},
  removeSource: async () => {},
  async index(changes) {
    const ids = changes.map(({ document }) => document.id);
    const known = await pipeline.stored.stampsOf(ids);
    for (const id of ids) plan.push({ id, does: known.has(id) ? 'update' : 'add' });
  },
  async delete(ids) {
    for (const id of ids) plan.push({ id, does: 'delete' });
    return { ...nothingRemoved(), documents: ids.length };
  },
});
