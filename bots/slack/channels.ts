import type { webApi } from '@slack/bolt';
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { Channel } from '../../runtime/access/access.ts';
import { type Calls, codeOf } from './calls.ts';
import { createFreshCache } from './fresh-cache.ts';
import { FRESH_MS } from './persons.ts';
import { MAX_PAGE, readPages } from './read-pages.ts';

/** After this time, a channel is treated as if anybody could read it, while its look-up continues. */
const MAX_CHANNEL_MS = 2000;

/** The kind and members of a channel. `members` is empty when access does not depend on them. */
interface ChannelReaders extends Pick<Channel, 'kind' | 'shared'> {
  members: readonly string[];
}

/** Looks up and caches who can read the channels of a workspace. */
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
  /** Whether a channel is shared with another organisation; known before its members are. */
  const sharedChannels = createFreshCache<boolean>(now, FRESH_MS);

  const readChannel = async (channel: string): Promise<ChannelReaders> => {
    const { channel: info } = await calls.idempotent(() => client.conversations.info({ channel }));
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
      // Slack could not be reached, so the caller has to try again.
      if (codeOf(error) === undefined) throw error;
      log.warn({ err: error, channel }, 'a channel could not be looked up; it is treated as an external one');
      return openToAll(channel, true);
    });
    // Prevents an unhandled rejection when the caller has already continued without the result.
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
    // The first response tells whether another organisation is in the channel. Until then, Parley must neither answer nor
    // decide to stay silent.
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
