import type { Client, Guild, Message, TextBasedChannel } from 'discord.js';
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { KeyValueStore } from '../../stores/index.ts';
import { DIRECT, later, type ReadMarks, type Snowflake, snowflakeAt } from './read-marks.ts';
import { isClosed } from './surface.ts';

/** Older messages are not answered, since their authors no longer expect it. */
const MAX_AGE_MS = 24 * 3_600_000;
/** Maximum channels and threads to read in one server; those with the newest messages are read first. */
const MAX_PLACES = 200;
/** Maximum pages of 100 messages to read of one channel or thread. */
const MAX_PAGES = 5;

const DIRECTS = 'discord-direct';

export interface CatchUpOptions {
  client: Client<true>;
  keyValues: KeyValueStore;
  seen: ReadMarks;
  clock: Clock;
  log: Log;
  /** Handles a message like a new one. Messages that were answered before are recognised by their ids. */
  receive: (message: Message) => Promise<void>;
}

/** A channel or thread with messages that no process has handled. */
interface Missed {
  channelId: string;
  last: Snowflake;
}

/**
 * Reads messages that arrived while no process was connected. Discord replays events to a connection that RESUMEs within
 * minutes. After a restart, or when the session has expired, it replays nothing (docs: topics/gateway#resuming). Then this
 * reads the history of channels, active threads and known direct messages since the last handled message.
 */
export const createCatchUp = ({ client, keyValues, seen, clock, log, receive }: CatchUpOptions) => {
  let closed = false;
  const after = (a: Snowflake, b: Snowflake) => BigInt(a) > BigInt(b);

  const placesOf = (guild: Guild, since: Snowflake): Missed[] => {
    return [...guild.channels.cache.values()].flatMap((channel) => {
      const last = channel.isTextBased() ? channel.lastMessageId : null;
      return last && after(last, since) ? [{ channelId: channel.id, last }] : [];
    });
  };

  /** Discord cannot list a bot's direct messages, so each known direct-message channel is fetched. */
  const directs = async (since: Snowflake): Promise<Missed[]> => {
    const known = await keyValues.list(DIRECTS, { limit: 1000 });
    const found = await Promise.all(
      known.map(async ({ key }): Promise<Missed[]> => {
        const channel = await client.channels.fetch(key, { force: true }).catch(() => null);
        const last = channel?.isDMBased() ? channel.lastMessageId : null;
        return last && after(last, since) ? [{ channelId: key, last }] : [];
      }),
    );
    return found.flat();
  };

  const readPlace = async ({ channelId }: Missed, since: Snowflake): Promise<number> => {
    const channel = (await client.channels.fetch(channelId)) as TextBasedChannel | null;
    let from = since;
    let read = 0;
    for (let page = 0; channel && page < MAX_PAGES; page += 1) {
      const messages = [...(await channel.messages.fetch({ after: from, limit: 100, cache: false })).values()];
      // Oldest first, so that a follow-up is handled after its question.
      for (const message of messages.sort((a, b) => (after(a.id, b.id) ? 1 : -1))) {
        if (closed) throw new Error('Parley is going down');
        await receive(message);
        from = later(from, message.id);
        read += 1;
      }
      if (messages.length < 100) return read;
    }
    log.warn({ channelId }, 'more was said while Parley was away than is read again');
    return read;
  };

  /** @returns the number of messages read, and whether every place could be read */
  const readPlaces = async (missed: readonly Missed[], since: Snowflake): Promise<{ read: number; all: boolean }> => {
    if (missed.length > MAX_PLACES) log.warn({ places: missed.length }, `only ${MAX_PLACES} places are read again`);
    const newestFirst = missed.toSorted((a, b) => (after(a.last, b.last) ? -1 : 1));
    let read = 0;
    let all = true;
    for (const place of newestFirst.slice(0, MAX_PLACES)) {
      try {
        read += await readPlace(place, since);
      } catch (error) {
        // A channel whose history Parley may not read does not count as a failure.
        if (isClosed(error)) continue;
        all = false;
        log.warn({ err: error, ...place }, 'a channel could not be read again');
      }
    }
    return { read, all };
  };

  /** Reads a server, or the direct messages, from the last mark; at most MAX_AGE_MS back, and nothing without a mark. */
  const readFrom = async (
    place: string,
    missed: (since: Snowflake) => Missed[] | Promise<Missed[]>,
  ): Promise<number> => {
    const last = await seen.last(place);
    const since = last && later(last, snowflakeAt(clock.now() - MAX_AGE_MS));
    // Holds the mark back until everything is read.
    const dealtWith = since ? seen.received(place, since) : undefined;
    seen.from(place, snowflakeAt(clock.now()));
    if (since === undefined) return 0;
    const { read, all } = await readPlaces(await missed(since), since);
    if (all) dealtWith?.();
    return read;
  };

  return {
    /** Remembers a direct-message channel, to read it after the next restart. */
    async knowDirect(channelId: string, personId: string): Promise<void> {
      await keyValues.add(DIRECTS, channelId, {}, { personId });
    },
    guild: (guild: Guild): Promise<number> => readFrom(guild.id, (since) => placesOf(guild, since)),
    directMessages: (): Promise<number> => readFrom(DIRECT, directs),
    /** Stops reading. The marks stay, so the next process continues. */
    close(): void {
      closed = true;
    },
  };
};
