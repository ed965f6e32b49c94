import type { Settings } from '../../../core/settings.ts';
import { openStores, type Stores } from '../../../stores/index.ts';
import { broken, type Finding, failed, ok } from '../finding.ts';
import { checkCheckpoints } from './checkpoints.ts';
import { checkGraph, checkPages, type LookOptions } from './consistency.ts';
import { trialWrite } from './trial-write.ts';

export type { LookOptions } from './consistency.ts';

/** An additional check of the stores by the caller, such as for a chat platform. */
export type StoreCheck = (stores: Stores) => Promise<Finding[]>;

/**
 * Checks whether the stores accept writes and are consistent for every page. Reads all pages once, in batches, and leaves no
 * data behind. Pages that change meanwhile may be reported although they are correct afterwards.
 * @throws the reason of `options.signal` only; all other failures become findings
 */
export const examineStores = async (
  settings: Settings,
  checks: Record<string, StoreCheck> = {},
  options: LookOptions = {},
): Promise<Finding[]> => {
  const { signal } = options;
  const findings: Finding[] = [];
  const add = async (what: string, look: () => Promise<Finding[]>) => {
    signal?.throwIfAborted();
    try {
      findings.push(...(await look()));
    } catch (error) {
      signal?.throwIfAborted();
      findings.push(failed(what, error));
    }
  };
  let stores: Stores | undefined;
  await add('stores by page', async () => {
    stores = await openStores(settings);
    return [];
  });
  if (!stores) return findings;
  const opened = stores;
  try {
    await add('trial write', async () => [await trial(opened)]);
    const writable = findings.every(({ state }) => state === 'ok');
    await add('pages', () => checkPages(opened, { ...options, encodes: settings.PARLEY_EMBEDDINGS !== undefined }));
    await add('graph by page', () => checkGraph(opened, options));
    // LangGraph's saver migrates its tables first, which fails on a server that accepts no writes.
    if (writable) await add('checkpoints', () => checkCheckpoints(opened, settings));
    for (const [what, look] of Object.entries(checks)) await add(what, () => look(opened));
  } finally {
    await opened.close();
  }
  return findings;
};

const trial = async (stores: Stores): Promise<Finding> => {
  const what = 'trial write';
  const { records } = stores.places;
  if (await trialWrite(stores)) return ok(what, `${records} took a record and gave it back`);
  return broken(what, `${records} took a record and gave another one back.`, 'Check its disk, then restore a backup.');
};
