import { addSetting } from '../../../core/env-file.ts';
import { asParleyError } from '../../../core/errors.ts';
import type { Log } from '../../../core/log.ts';
import type { Settings } from '../../../core/settings.ts';
import { downloadEncoder, findMissingEncoderParts, openEncoder, reindex } from '../../../retrieval/index.ts';
import type { Stores } from '../../../stores/index.ts';
import type { EncoderView } from '../api.ts';

/** The same encoder that the first start at a terminal offers. */
const OFFERED = 'local:all-MiniLM-L6-v2';

/**
 * Offers the local encoder while none is configured. On acceptance it downloads the encoder, encodes all passages and adds
 * PARLEY_EMBEDDINGS to the env file.
 */
export interface EncoderOffer {
  /** Undefined when an encoder was configured at the start. */
  view(): EncoderView | undefined;
  /** Starts the work, or restarts it after a failure. Search uses words alone until the next start. */
  accept(): EncoderView | undefined;
  /** Stops the work; vectors that are already stored stay. */
  close(): Promise<void>;
}

/** The functions and the file that the offer works with; tests replace them. */
export interface EncoderOfferParts {
  lacking: typeof findMissingEncoderParts;
  supply: typeof downloadEncoder;
  open: typeof openEncoder;
  envFile: string;
}

export const createEncoderOffer = (
  { settings, stores, log }: { settings: Settings; stores: Stores; log: Log },
  { lacking, supply, open, envFile }: EncoderOfferParts = {
    lacking: findMissingEncoderParts,
    supply: downloadEncoder,
    open: openEncoder,
    envFile: '.env',
  },
): EncoderOffer => {
  const offered = { ...settings, PARLEY_EMBEDDINGS: OFFERED };
  const stop = new AbortController();
  let view: EncoderView | undefined =
    settings.PARLEY_EMBEDDINGS === undefined
      ? { name: OFFERED, megabytes: lacking(offered)?.megabytes ?? 0, state: 'offered' }
      : undefined;
  let work: Promise<void> = Promise.resolve();

  const change = (to: Omit<EncoderView, 'name' | 'megabytes'>) => {
    if (view) view = { name: view.name, megabytes: view.megabytes, ...to };
  };
  const run = async () => {
    try {
      change({ state: 'fetching' });
      if (lacking(offered)) await supply(offered, (done, total) => change({ state: 'fetching', done, total }));
      stop.signal.throwIfAborted();
      change({ state: 'encoding' });
      await reindex(
        { stores, encoder: open(offered) },
        { signal: stop.signal, onProgress: ({ done, total }) => change({ state: 'encoding', done, total }) },
      );
      addSetting(envFile, 'PARLEY_EMBEDDINGS', OFFERED);
      change({ state: 'ready' });
    } catch (error) {
      if (stop.signal.aborted) return;
      const { code, message, remedy } = asParleyError(error);
      log.warn({ err: error, code }, 'the encoder that the page offered could not be set up');
      change({ state: 'failed', error: { code, message, remedy } });
    }
  };

  return {
    view: () => view,
    accept() {
      if (view?.state === 'offered' || view?.state === 'failed') work = run();
      return view;
    },
    async close() {
      stop.abort();
      await work;
    },
  };
};
