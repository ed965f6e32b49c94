import { MessageFlags } from 'discord.js';
import type { Call } from './call.ts';
import { checkMessage } from './components.ts';
import { DiscordRefusal } from './rules.ts';
import type { FakeChannel, FakeMessage, Json } from './world.ts';

/** How far back `enforce_nonce` looks: "the past few minutes" (docs: resources/message#create-message). */
const NONCE_MINUTES = 5;

/** Posts a message of the bot. */
export const put = (call: Call, channel: FakeChannel, body: Json, more: Partial<FakeMessage> = {}): FakeMessage => {
  const { world } = call;
  checkMessage(body);
  const nonce = body.nonce === undefined ? undefined : String(body.nonce);
  if (nonce && body.enforce_nonce === true) {
    if (nonce.length > 25) throw new DiscordRefusal('invalidForm', 'nonce', 'Must be 25 or fewer in length.');
    const twin = [...world.messages.values()].find(
      (message) =>
        message.nonce === nonce &&
        message.authorId === world.botId &&
        message.channelId === channel.id &&
        world.now() - Number((BigInt(message.id) >> 22n) + 1_420_070_400_000n) < NONCE_MINUTES * 60_000,
    );
    if (twin) return twin;
  }
  const reference = (body.message_reference as Json | undefined)?.message_id as string | undefined;
  if (reference && !world.messages.has(reference) && (body.message_reference as Json).fail_if_not_exists !== false)
    throw new DiscordRefusal('invalidForm', 'message_reference', 'Unknown message');
  const message: FakeMessage = {
    id: world.snowflake(),
    channelId: channel.id,
    authorId: world.botId,
    content: String(body.content ?? ''),
    components: (body.components as Json[]) ?? [],
    embeds: (body.embeds as Json[]) ?? [],
    flags: Number(body.flags ?? 0),
    attachments: [],
    reactions: new Map(),
    edits: 0,
    ...(nonce && { nonce }),
    ...(reference && { reference }),
    ...more,
  };
  world.messages.set(message.id, message);
  if (channel.archived) channel.archived = false;
  if (!message.ephemeralTo) call.dispatch('MESSAGE_CREATE', world.messageJson(message), channel.guildId);
  return message;
};

export const edit = (call: Call, message: FakeMessage): FakeMessage => {
  checkMessage(call.body, call.world.messageJson(message));
  if (call.body.content !== undefined) message.content = String(call.body.content ?? '');
  if (call.body.components !== undefined) message.components = (call.body.components as Json[]) ?? [];
  if (call.body.embeds !== undefined) message.embeds = (call.body.embeds as Json[]) ?? [];
  // A message cannot go back from Components V2.
  message.flags |= Number(call.body.flags ?? 0) & MessageFlags.IsComponentsV2;
  message.editedAt = call.world.now();
  message.edits += 1;
  return message;
};
