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
/** Pauses before what could not be read is tried again: the first, doubled each time up to the last. */
const RETRY_MS = 5000;
const MAX_RETRY_MS = 5 * 60_000;

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

/** A server, or the direct messages. */
interface Place {
  id: string;
  /** The channels and threads with messages after this one. */
  missed(since: Snowflake): Missed[] | Promise<Missed[]>;
  /** Where to begin when no process was here before. */
  first(): Snowflake;
}

/**
 * Reads messages that arrived while no process was connected. Discord replays events to a connection that RESUMEs within
 * minutes. After a restart, or when the session has expired, it replays nothing (docs: topics/gateway#resuming). Then this
 * reads the history of channels, active threads and known direct messages since the last handled message. What cannot be read
 * is tried again, since nobody tells of it.
 */
export const createCatchUp = ({ client, keyValues, seen, clock, log, receive }: CatchUpOptions) => {
  const closing = new AbortController();
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
        const channel = await client.channels.fetch(key, { force: true }).catch((error: unknown) => {
          if (isClosed(error)) return null;
          throw error;
        });
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
        closing.signal.throwIfAborted();
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

  /**
   * Reads a place from its last mark; at most MAX_AGE_MS back, and nothing without a mark.
   * @returns the number of messages read, and whether all could be read
   */
  const readFrom = async ({ id, missed, first }: Place): Promise<{ read: number; all: boolean }> => {
    const last = await seen.last(id);
    if (last !== undefined) {
      const since = later(last, snowflakeAt(clock.now() - MAX_AGE_MS));
      return readPlaces(await missed(since), since);
    }
    seen.from(id, first());
    return { read: 0, all: true };
  };

  /** Reads places until nothing is left. Until then their marks stay as they are, so that the next process can read them too. */
  const readAll = async (places: readonly Place[]): Promise<number> => {
    let left = places.map((place) => ({ place, release: seen.hold(place.id) }));
    let total = 0;
    for (let pauseMs = RETRY_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_RETRY_MS)) {
      const failed: typeof left = [];
      for (const each of left) {
        const { read, all } = await readFrom(each.place).catch((error: unknown) => {
          closing.signal.throwIfAborted();
          log.warn({ err: error, place: each.place.id }, 'missed messages could not be read yet');
          return { read: 0, all: false };
        });
        total += read;
        if (all) each.release();
        else failed.push(each);
      }
      left = failed;
      if (left.length === 0) return total;
      await clock.sleep(pauseMs, closing.signal);
    }
  };

  const placeOfGuild = (guild: Guild): Place => ({
    id: guild.id,
    missed: (since) => placesOf(guild, since),
    // A server is older than every message in it.
    first: () => placesOf(guild, guild.id).reduce((newest, { last }) => later(newest, last), guild.id),
  });
  const placeOfDirects: Place = { id: DIRECT, missed: directs, first: () => '0' };

  return {
    /** Remembers a direct-message channel, to read it after the next restart. */
    async knowDirect(channelId: string, personId: string): Promise<void> {
      await keyValues.add(DIRECTS, channelId, {}, { personId });
    },
    /**
     * Reads what was missed in these servers, and in direct messages where asked for.
     * @returns the number of messages read; rejects after `close`
     */
    read: (guilds: readonly Guild[], { directMessages }: { directMessages: boolean }): Promise<number> =>
      readAll([...(directMessages ? [placeOfDirects] : []), ...guilds.map(placeOfGuild)]),
    /** Stops reading. The marks stay, so the next process continues. */
    close(): void {
      closing.abort(new Error('Parley is going down'));
    },
  };
};
