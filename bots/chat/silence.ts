import type { Access, Asker, Channel } from '../../runtime/access/access.ts';
import type { KeyValueStore } from '../../stores/index.ts';
import type { Silence } from './platform.ts';
import { texts } from './texts.ts';

/** Kind under which it is kept who was told why Parley is silent, and on which day (UTC). */
const TOLD_SILENT = 'told-silent';

/**
 * Decides by the access rules whether a question in a channel is answered at all. Members of the team are told why not, once
 * a day; strangers are not written to.
 */
export const silenceIn = async (
  { access, keyValues, now }: { access: Access; keyValues: KeyValueStore; now: () => number },
  channel: Channel,
  askerId: string,
  asker: () => Promise<Asker>,
): Promise<Silence | undefined> => {
  const conduct = await access.conductIn(channel);
  if (conduct.answers) return undefined;
  if ((await access.scopesOfPerson(await asker())).length === 0) return {};
  const today = new Date(now()).toISOString().slice(0, 10);
  const key = `${askerId}@${channel.workspaceId}/${channel.channelId}@${today}`;
  if (!(await keyValues.add(TOLD_SILENT, key, {}, { personId: askerId }))) return {};
  return { textForAsker: conduct.reason === 'external-channel' ? texts.externalChannel : texts.strangersReadAlong };
};
