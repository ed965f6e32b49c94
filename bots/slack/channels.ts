import type { webApi } from '@slack/bolt';
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { Channel } from '../../runtime/access/access.ts';
import { type Calls, codeOf } from './calls.ts';
import { createFreshCache } from './fresh-cache.ts';
import { FRESH_MS } from './persons.ts';
import { MAX_PAGE, readPages } from './read-pages.ts';

/** A channel that is not known after so long is treated as one where anybody may read along; the look-up goes on. */
const MAX_CHANNEL_MS = 2000;

/** A channel as Slack lists it. `members` is left empty where it decides nothing. */
interface ChannelReaders extends Pick<Channel, 'kind' | 'shared'> {
  members: readonly string[];
}

/** Who reads along in the channels of one workspace. */
export const createChannels = ({
  team,
  client,
  calls,
  log,
  clock,
  outsidersAmong,
}: {
  team: string;
  client: webApi.WebClient;
  calls: Calls;
  log: Log;
  clock: Clock;
  outsidersAmong: (members: readonly string[]) => Promise<Pick<Channel, 'guests' | 'strangers'>>;
}) => {
  const now = () => clock.now();
  const channels = createFreshCache<ChannelReaders>(now, FRESH_MS);
  /** Known before who is in the channel is. */
  const sharedChannels = createFreshCache<boolean>(now, FRESH_MS);

  const readChannel = async (channel: string): Promise<ChannelReaders> => {
    const { channel: info } = await calls.sure(() => client.conversations.info({ channel }));
    const kind = info?.is_im ? 'direct' : info?.is_private || info?.is_mpim ? 'private' : 'public';
    const shared = info?.is_ext_shared === true || info?.is_pending_ext_shared === true;
    sharedChannels.set(channel, shared);
    if (kind === 'direct' || shared) return { kind, shared, members: [] };
    const members = await readPages(calls, async (cursor) => {
      const page = await client.conversations.members({ channel, limit: MAX_PAGE, ...(cursor && { cursor }) });
      return { items: page.members ?? [], next: page.response_metadata?.next_cursor };
    });
    return { kind, shared, members };
  };

  const lookUpChannel = async (channel: string): Promise<Channel> => {
    const { kind, shared, members } = await channels.read(channel, () => readChannel(channel));
    return { workspaceId: team, channelId: channel, kind, shared, ...(await outsidersAmong(members)) };
  };

  const openToAll = (channel: string, shared: boolean): Channel => ({
    workspaceId: team,
    channelId: channel,
    kind: 'public',
    shared,
    guests: true,
    strangers: false,
  });

  const channelOf = async (channel: string): Promise<Channel> => {
    const found = lookUpChannel(channel).catch((error: unknown): Channel => {
      // Slack could not be reached: nothing is known, and whoever asks tries again.
      if (codeOf(error) === undefined) throw error;
      log.warn({ err: error, channel }, 'a channel could not be looked up; it is treated as an external one');
      return openToAll(channel, true);
    });
    // Whoever asks may have gone on without it.
    found.catch(() => {});
    const timer = new AbortController();
    const late = clock.sleep(MAX_CHANNEL_MS, timer.signal).then(
      () => undefined,
      () => undefined,
    );
    const inTime = await Promise.race([found, late]);
    timer.abort();
    if (!inTime) log.info({ channel }, 'who reads a channel is still being looked up; only public pages are used');
    if (inTime) return inTime;
    // Slack's first answer on a channel says whether another organisation is in it: before it, Parley must neither speak nor
    // decide to be silent.
    const shared = await sharedChannels.get(channel);
    return shared === undefined ? found : openToAll(channel, shared);
  };

  return {
    channelOf,
    updateMembers: (channel: string) => channels.delete(channel),
    update(channel: string) {
      channels.delete(channel);
      sharedChannels.delete(channel);
    },
    clear() {
      channels.clear();
      sharedChannels.clear();
    },
  };
};
