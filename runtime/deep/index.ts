import { asParleyError } from '../../core/errors.ts';
import type { Settings } from '../../core/settings.ts';
import { openStores, type Stores } from '../../stores/index.ts';
import type { Finding } from '../doctor.ts';
import { checkCheckpoints } from './checkpoints.ts';
import { checkGraph, checkPages, type LookOptions } from './consistency.ts';
import { trialWrite } from './trial-write.ts';

export type { LookOptions } from './consistency.ts';

/** A further look at the stores; the caller names it, as the runtime knows no platform. */
export type StoreCheck = (stores: Stores) => Promise<Finding[]>;

/**
 * Looks into the stores: whether they take writes, and whether they agree with each other about every page. Reads all pages
 * once, a batch at a time, and leaves nothing behind. What pages that change meanwhile seem to lack may be there later.
 * @throws what `options.signal` aborts with, and nothing else: what fails is a finding
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
      const { messageForOperators: detail, remedy } = asParleyError(error);
      findings.push({ what, state: 'broken', detail, remedy });
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
    // LangGraph's saver brings its tables up to date first, which a server that takes no writes refuses.
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
  if (await trialWrite(stores)) return { what, state: 'ok', detail: `${records} took a record and gave it back` };
  return {
    what,
    state: 'broken',
    detail: `${records} took a record and gave another one back.`,
    remedy: 'Check its disk, then restore a backup.',
  };
};
