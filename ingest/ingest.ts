import type { Source } from '../core/document.ts';
import { asParleyError, ParleyError } from '../core/errors.ts';
import type { Pipeline, PipelineOptions } from './pipeline/pipeline.ts';
import type { Access } from './read-inputs.ts';
import { readSource } from './read-source.ts';
import { emptyReport, type IngestReport, mergeReports } from './report.ts';
import { memoryOf, type ResolvedInput, remember, resolveInput, sourceIdFor } from './resolve-input.ts';
import type { SiteOptions } from './sources/site.ts';

export interface IngestInputsOptions extends PipelineOptions {
  /** The source that all inputs belong to; each input's own by default. */
  source?: string;
  /** Options to store with the source, in addition to its own, so that `sync` uses them too. */
  remember?: Record<string, unknown>;
  /** If set, each web address is the start of a crawl. */
  crawl?: SiteOptions;
}

/** Creates the pipeline for a source's stored options. */
export type PipelineFor = (source: Source) => Pipeline | Promise<Pipeline>;

/**
 * Ingests files, folders, JSONL(.gz), web addresses and the places of other source kinds. An input that cannot be read is a
 * failure in the report; the others are ingested.
 * @throws CANCELLED, and what the stores throw
 */
export const ingestInputs = async (
  pipeline: Pipeline,
  pipelineFor: PipelineFor,
  access: Access,
  inputs: readonly string[],
  options: IngestInputsOptions = {},
): Promise<IngestReport> => {
  if (inputs.length === 0) {
    throw new ParleyError('BAD_USAGE', {
      message: 'There is nothing to ingest.',
      remedy: 'Name a file, a folder or a URL.',
    });
  }
  const sources = new Map<string, Source>((await pipeline.stored.sources()).map((source) => [source.id, source]));
  const groups = new Map<string, { source: Source; inputs: ResolvedInput[] }>();
  const reports: IngestReport[] = [];
  for (const input of inputs) {
    try {
      const resolved = withBounds(await resolveInput(input, access.kinds), options.crawl);
      const id = sourceIdFor(resolved, options.source, [...sources.values()]);
      const source = sources.get(id) ?? newSource(id, resolved);
      const memory = remember(memoryOf(source), resolved);
      const scopes = options.scopes ? [...options.scopes] : source.scopes;
      const remembered = { ...source, scopes, options: { ...source.options, ...options.remember, ...memory } };
      sources.set(id, remembered);
      groups.set(id, { source: remembered, inputs: [...(groups.get(id)?.inputs ?? []), resolved] });
    } catch (error) {
      const { code, message, remedy } = asParleyError(error);
      if (code !== 'INPUT_NOT_FOUND' && code !== 'BAD_INPUT') throw error;
      reports.push({ ...emptyReport(options.source ?? input), failed: [{ input, code, message, remedy }] });
    }
  }
  for (const { source, inputs: group } of groups.values()) {
    if (group.some(({ exists }) => exists)) await pipeline.putSource(source);
    reports.push(await readSource(await pipelineFor(source), source, group, access, options));
  }
  return mergeReports(reports);
};

/** An input with the bounds that fit it: all of them for a crawl, the patterns for a folder or another kind, none for a single file. */
const withBounds = (input: ResolvedInput, bounds: SiteOptions | undefined): ResolvedInput => {
  if (bounds === undefined || SINGLE_FILES.has(input.kind)) return input;
  if (input.kind === 'web') return { ...input, crawl: bounds };
  const { include, exclude, languages, versions } = bounds;
  const rules = Object.entries({ include, exclude, languages, versions }).filter(([, value]) => value !== undefined);
  return { ...input, rules: Object.fromEntries(rules) };
};
const SINGLE_FILES: ReadonlySet<Source['kind']> = new Set(['file', 'jsonl']);

const newSource = (id: string, { kind, location, scopes = [] }: ResolvedInput): Source => ({
  id,
  kind,
  location,
  scopes: [...scopes],
});
