import type { Log } from '../../../core/log.ts';
import { forget } from '../../../ingest/forget.ts';
import { memoryOf } from '../../../ingest/resolve-input.ts';
import type { Parley } from '../../../runtime/parley.ts';
import type { Stores } from '../../../stores/index.ts';

/** Turns channels into sources and back. A channel is named `slack:T024/C77` or `discord:SERVER/CHANNEL`. */
export interface HistorySwitch {
  /** True when the channel is a source; undefined for Slack's direct messages, which cannot be sources. */
  isOn(channel: string): Promise<boolean | undefined>;
  /**
   * Makes the channel a source, or forgets that source. The first ingest runs in the background.
   * @returns a notice to post in the channel; undefined when nothing changed
   */
  turn(channel: string, on: boolean): Promise<string | undefined>;
  /** Stops running first ingests; the next `sync` continues them. */
  close(): Promise<void>;
}

const isDirect = (channel: string) => /^slack:[^/]*\/D/.test(channel);

/** Creates the switch. The first ingest of a channel runs in the background, since rate limits may stretch it over hours. */
export const createHistorySwitch = ({
  stores,
  ingest,
  log,
}: {
  stores: Stores;
  ingest: Parley['ingest'];
  log: Log;
}): HistorySwitch => {
  const stop = new AbortController();
  const running = new Set<Promise<void>>();
  const sourcesOf = async (channel: string) =>
    (await stores.documents.sources()).filter((source) =>
      memoryOf(source).inputs.some(({ location }) => location === channel),
    );
  const read = async (channel: string) => {
    try {
      const report = await ingest([channel], { signal: stop.signal });
      for (const failure of report.failed) log.warn({ channel, failure }, 'a channel could not be read as a source');
    } catch (error) {
      if (!stop.signal.aborted) log.warn({ err: error, channel }, 'a channel could not be read as a source');
    }
  };
  return {
    isOn: async (channel) => (isDirect(channel) ? undefined : (await sourcesOf(channel)).length > 0),
    async turn(channel, on) {
      const sources = await sourcesOf(channel);
      if (on === sources.length > 0) return undefined;
      if (on) {
        const reading = read(channel).finally(() => running.delete(reading));
        running.add(reading);
        return 'From now on I read the messages in this channel and cite them in answers for people who may read this channel. An admin can switch this off in the settings, which removes everything I read here.';
      }
      for (const { id } of sources) await forget(stores, id);
      return 'I no longer read this channel as a source, and I removed everything I had read here.';
    },
    async close() {
      stop.abort();
      await Promise.all(running);
    },
  };
};
