import type { Source } from '../core/document.ts';
import { assertRecognition } from './formats/ocr/recognise.ts';
import { failureHash } from './inputs/item.ts';
import { knownPages } from './known-pages.ts';
import { ingestItems } from './pipeline/ingest-items.ts';
import type { Pipeline, PipelineOptions } from './pipeline/pipeline.ts';
import { type Access, type Reading, readInputs } from './read-inputs.ts';
import { countFailed, type IngestFailure, type IngestReport } from './report.ts';
import { memoryOf, type RememberedInput } from './resolve-input.ts';
import { type OcrOptions, scansOf } from './sandbox/read-in-pieces.ts';

/**
 * Reads inputs of a source and ingests their current pages. The connectors' memories are saved with the source once all pages
 * are stored.
 * @param options `only`: the failures of these inputs; only they are read again. `skipUnreadable`: bytes that could not be
 *   read the last time are reported again without another attempt
 * @throws CANCELLED, and what the stores throw
 */
export const readSource = async (
  pipeline: Pipeline,
  source: Source,
  inputs: readonly RememberedInput[],
  access: Access,
  options: PipelineOptions & { only?: readonly IngestFailure[]; skipUnreadable?: boolean } = {},
): Promise<IngestReport> => {
  const memory = memoryOf(source);
  const memories = { ...memory.memories };
  const totals = new Map<string, number>();
  const unreadable = options.skipUnreadable ? memory.failed : [];
  const knownFailures = new Map(
    unreadable.flatMap((failure) => (failure.contentHash === undefined ? [] : [[failure.contentHash, failure]])),
  );
  const deferred: (() => Promise<void>)[] = [];
  const readToTheEnd = new Set<string>();
  /** Places that continue from their memory although some of their pages cannot be read. */
  const goesOn = new Set<string>();
  const isHarmless = ({ contentHash: bytes, place = '' }: IngestFailure) => bytes !== undefined && goesOn.has(place);
  let known: ReturnType<typeof knownPages> | undefined;
  const reading: Reading = {
    ...access,
    source,
    known: () => (known ??= knownPages(pipeline.stored.stamps(source.id))),
    remember: (location, value, { despiteUnreadable } = {}) => {
      memories[location] = value;
      readToTheEnd.add(location);
      if (despiteUnreadable) goesOn.add(location);
    },
    failures: memory.failed,
    conditions: JSON.stringify([
      pipeline.variant,
      options.scopes ?? source.scopes,
      memory.forgotten,
      source.options?.ocr,
    ]),
    // `ingest` reads again what failed.
    mayStay: options.skipUnreadable === true && memory.inputs.length === 1,
    readToTheEnd,
    skipped: {},
    onTotal: options.onProgress && ((location, pages) => totals.set(location, pages)),
    knownFailure: (hash) => knownFailures.get(failureHash(hash)),
    defer: (work) => deferred.push(work),
    signal: options.signal,
    dryRun: options.dryRun,
    scopes: options.scopes?.length ? options.scopes : source.scopes,
    ocr: ocrOf(source, access.scans, options.signal),
  };
  if (reading.ocr) assertRecognition(reading.ocr.languages);
  try {
    return await ingestItems(pipeline, source, readInputs(inputs, reading, options.only), {
      ...options,
      knownFailures,
      forgotten: new Set(memory.forgotten),
      total: () =>
        totals.size === inputs.length ? [...totals.values()].reduce((sum, pages) => sum + pages) : undefined,
      // After a failure the place is read in full the next time, so that what failed is tried again.
      newOptions: (failed) => ({
        ...(failed.length <= MAX_FAILURES &&
          failed.every(isHarmless) &&
          Object.keys(memories).length > 0 && { memories }),
        failed: rememberedFailures(memory.failed, failed, inputs),
        ...(options.only === undefined && { skipped: { ...memory.skipped, ...reading.skipped } }),
      }),
    });
  } finally {
    for (const work of deferred.reverse()) await work();
  }
};

/** The OCR options of a source, from its last ingest with `--ocr`; undefined without OCR. */
const ocrOf = ({ id, options }: Source, scans: string | undefined, signal?: AbortSignal): OcrOptions | undefined =>
  typeof options?.ocr === 'string' && options.ocr !== 'off'
    ? { languages: options.ocr, folder: scans && scansOf(scans, id), signal }
    : undefined;

/** Maximum failures of a place that are stored. If there are more, the whole place is read again. */
const MAX_FAILURES = 1000;

/** The failures of a source after some of its inputs were read; undefined if there are none. */
const rememberedFailures = (
  before: readonly IngestFailure[],
  failed: readonly IngestFailure[],
  inputs: readonly RememberedInput[],
): IngestFailure[] | undefined => {
  const read = new Set(inputs.map(({ location }) => location));
  const now = [...Map.groupBy(failed, ({ place }) => place)].flatMap(([place, some]): IngestFailure[] =>
    some.length <= MAX_FAILURES
      ? some
      : some.slice(0, 1).map((one) => ({
          ...one,
          input: place ?? one.input,
          message: `${some.length} pages failed.`,
          page: false,
          pages: countFailed(some),
        })),
  );
  const all = [...before.filter(({ place }) => place === undefined || !read.has(place)), ...now];
  return all.length > 0 ? all : undefined;
};
