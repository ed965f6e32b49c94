import type { Access, Asker, Channel } from '../../runtime/access/access.ts';
import type { KeyValueStore } from '../../stores/index.ts';
import type { Silence } from './platform.ts';
import { texts } from './texts.ts';

/** Record kind: who was told, on which day (UTC), why Parley is silent. */
const TOLD_SILENT = 'told-silent';

/**
 * Checks whether the access rules allow answers in a channel; undefined when they do. A member of the team is told once a day
 * why Parley is silent. Somebody without any scope is told nothing.
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
