import type { Client } from 'discord.js';
import type { Log } from '../../core/log.ts';
import type { KeyValueStore } from '../../stores/index.ts';
import type { DiscordTarget } from './target.ts';

/** Creates the function that tells a server's owner, once, which permission Parley lacks in a channel. */
export const createPermissionReport =
  ({
    client,
    keyValues,
    log,
    tell,
  }: {
    client: Client<true>;
    keyValues: KeyValueStore;
    log: Log;
    /** Sends a direct message. */
    tell: (userId: string, words: string) => Promise<void>;
  }) =>
  async ({ guildId, placeId }: Pick<DiscordTarget, 'guildId' | 'placeId'>, permission: string): Promise<void> => {
    const guild = guildId ? client.guilds.cache.get(guildId) : undefined;
    if (!guild) return;
    log.error({ guild: guildId, channel: placeId, permission }, 'a permission is missing in a channel');
    try {
      if (!(await keyValues.add('discord-told-permission', `${guildId}/${placeId}/${permission}`, {}))) return;
      await tell(
        guild.ownerId,
        `In <#${placeId}> of **${guild.name}** I lack the permission *${permission}*, so I cannot answer there as I should. Give it to my role under *Edit Channel > Permissions*. I say this once.`,
      );
    } catch (error) {
      log.info({ err: error }, 'the owner of a server takes no direct messages');
    }
  };
