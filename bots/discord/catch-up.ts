import type { Client, Guild, Message, TextBasedChannel } from 'discord.js';
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { KeyValueStore } from '../../stores/index.ts';
import { DIRECT, later, type ReadMarks, type Snowflake, snowflakeAt } from './read-marks.ts';
import { isClosed } from './surface.ts';

/** What was said longer ago is not answered any more: whoever asked has gone on. */
const MAX_AGE_MS = 24 * 3_600_000;
/** Places that are read in one server, those with the newest messages first. */
const MAX_PLACES = 200;
/** Pages of 100 messages that are read of one place. */
const MAX_PAGES = 5;

const DIRECTS = 'discord-direct';

export interface CatchUpOptions {
  client: Client<true>;
  keyValues: KeyValueStore;
  seen: ReadMarks;
  clock: Clock;
  log: Log;
  /** Looks at a message as if it came now; one that was answered before is known by its id. */
  receive: (message: Message) => Promise<void>;
}

/** A place that may hold messages nobody has looked at. */
interface Missed {
  channelId: string;
  last: Snowflake;
}

/**
 * Reads what was said while no process listened. Discord replays events to a connection that RESUMEs within minutes; after
 * a restart, or when the session is gone, nothing comes by itself (docs: topics/gateway#resuming), and the history is read:
 * of channels, active threads and known direct messages with a message newer than the last one dealt with.
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

  /** Nobody lists a bot's direct messages: those who wrote before are asked for, one by one. */
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
      // In the order in which they were said: a follow-up comes after its question.
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

  /** @returns how many messages were read, and whether every place could be */
  const readPlaces = async (missed: readonly Missed[], since: Snowflake): Promise<{ read: number; all: boolean }> => {
    if (missed.length > MAX_PLACES) log.warn({ places: missed.length }, `only ${MAX_PLACES} places are read again`);
    const newestFirst = missed.toSorted((a, b) => (after(a.last, b.last) ? -1 : 1));
    let read = 0;
    let all = true;
    for (const place of newestFirst.slice(0, MAX_PLACES)) {
      try {
        read += await readPlace(place, since);
      } catch (error) {
        // A channel whose history Parley may not read is no failure.
        if (isClosed(error)) continue;
        all = false;
        log.warn({ err: error, ...place }, 'a channel could not be read again');
      }
    }
    return { read, all };
  };

  /** Reads a server, or the direct messages, from where it was left; at most a day back, and nothing where nobody was. */
  const readFrom = async (
    place: string,
    missed: (since: Snowflake) => Missed[] | Promise<Missed[]>,
  ): Promise<number> => {
    const last = await seen.last(place);
    const since = last && later(last, snowflakeAt(clock.now() - MAX_AGE_MS));
    // Until all is read, the mark stays where it was.
    const dealtWith = since ? seen.heard(place, since) : undefined;
    seen.from(place, snowflakeAt(clock.now()));
    if (since === undefined) return 0;
    const { read, all } = await readPlaces(await missed(since), since);
    if (all) dealtWith?.();
    return read;
  };

  return {
    /** A person wrote to Parley directly: there messages are looked for next time. */
    async knowDirect(channelId: string, personId: string): Promise<void> {
      await keyValues.add(DIRECTS, channelId, {}, { personId });
    },
    guild: (guild: Guild): Promise<number> => readFrom(guild.id, (since) => placesOf(guild, since)),
    directMessages: (): Promise<number> => readFrom(DIRECT, directs),
    /** Stops reading; the marks stay where they were, and the next process goes on. */
    close(): void {
      closed = true;
    },
  };
};
