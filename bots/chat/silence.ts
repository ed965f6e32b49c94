import type { Access, Asker, Channel } from '../../runtime/access/access.ts';
import type { Delivery } from './delivery/delivery.ts';
import type { Outbox } from './delivery/outbox.ts';
import type { Silence } from './platform.ts';
import { texts } from './reply/texts.ts';

/** Record kind: who was told, on which day (UTC), why Parley is silent. */
const TOLD_SILENT = 'told-silent';

/**
 * Checks whether the access rules allow answers in a channel; undefined when they do. A member of the team is told once a day
 * why Parley is silent. Somebody without any scope is told nothing.
 */
export const silenceIn = async <Target>(
  { access, outbox, now }: { access: Access; outbox: Pick<Outbox<Target>, 'mark'>; now: () => number },
  channel: Channel,
  delivery: Delivery<Target>,
  asker: () => Promise<Asker>,
): Promise<Silence | undefined> => {
  const conduct = await access.conductIn(channel);
  if (conduct.answers) return undefined;
  if ((await access.scopesOfPerson(await asker())).length === 0) return {};
  const today = new Date(now()).toISOString().slice(0, 10);
  const key = `${delivery.askerId}@${channel.workspaceId}/${channel.channelId}@${today}`;
  if (!(await outbox.mark({ kind: TOLD_SILENT, key }, delivery, 'question'))) return {};
  return { textForAsker: conduct.reason === 'external-channel' ? texts.externalChannel : texts.strangersReadAlong };
};
