import { MessageFlags } from 'discord.js';
import type { Call, Route } from './call.ts';
import { checkModal } from './components.ts';
import { edit, put } from './messages.ts';
import { DiscordRefusal } from './rules.ts';
import type { FakeChannel, FakeInteraction, FakeMessage, Json } from './world.ts';

const INTERACTION_SECONDS = 3;
const TOKEN_MINUTES = 15;
const interactionOf = ({ world, at }: Call): FakeInteraction => {
  const interaction = world.interactions.get(at.token as string);
  if (!interaction) throw new DiscordRefusal('unknownWebhook');
  if (world.now() - interaction.at > TOKEN_MINUTES * 60_000) throw new DiscordRefusal('invalidWebhookToken');
  return interaction;
};

const original = (call: Call): FakeMessage => {
  const interaction = interactionOf(call);
  const id = call.at.message === '@original' ? (interaction.originalId ?? interaction.sourceId) : call.at.message;
  const message = call.world.messages.get(id ?? '');
  if (
    !message ||
    (call.at.message !== '@original' && message.token !== interaction.token && message.id !== interaction.sourceId)
  )
    throw new DiscordRefusal('unknownMessage');
  return message;
};

/** Handles an interaction response (docs: interactions/receiving-and-responding#interaction-response-object). */
const callback = (call: Call): Json | undefined => {
  const { world, body, query } = call;
  const interaction = [...world.interactions.values()].find(
    (item) => item.id === call.at.id && item.token === call.at.token,
  );
  if (!interaction || world.now() - interaction.at > INTERACTION_SECONDS * 1000)
    throw new DiscordRefusal('unknownInteraction');
  if (interaction.acknowledged) throw new DiscordRefusal('acknowledged');
  const data = (body.data as Json | undefined) ?? {};
  const channel = world.channels.get(interaction.channelId) as FakeChannel;
  const flags = Number(data.flags ?? 0);
  const private_ = (flags & MessageFlags.Ephemeral) !== 0;
  let message: FakeMessage | undefined;
  if (body.type === 4 || body.type === 5) {
    interaction.acknowledged = body.type === 4 ? 'replied' : 'deferred';
    interaction.ephemeral = private_;
    const more = { token: interaction.token, ...(private_ && { ephemeralTo: interaction.userId }) };
    message =
      body.type === 4
        ? put(call, channel, data, more)
        : put(
            call,
            channel,
            { content: '…thinking', flags: flags & MessageFlags.Ephemeral },
            { ...more, flags: flags | MessageFlags.Loading },
          );
    if (body.type === 5) message.content = '';
    interaction.originalId = message.id;
  } else if (body.type === 6) interaction.acknowledged = 'deferred-update';
  else if (body.type === 7) {
    interaction.acknowledged = 'updated';
    const source = world.messages.get(interaction.sourceId ?? '');
    if (!source) throw new DiscordRefusal('unknownMessage');
    message = edit({ ...call, body: data }, source);
  } else if (body.type === 9) {
    checkModal(data);
    interaction.acknowledged = 'modal';
    interaction.modal = data;
  } else throw new DiscordRefusal('invalidForm', 'type', 'unknown');
  if (query.get('with_response') !== 'true') return undefined;
  return {
    interaction: {
      id: interaction.id,
      type: 2,
      response_message_id: message?.id,
      response_message_loading: body.type === 5,
      response_message_ephemeral: private_,
    },
    resource: { type: body.type as number, ...(message && { message: world.messageJson(message) }) },
  };
};

/** The routes for interaction responses and for messages with an interaction's token. */
export const interactionRoutes: Route[] = [
  { method: 'POST', pattern: '/interactions/:id/:token/callback', open: true, run: callback },
  {
    method: 'POST',
    pattern: '/webhooks/:app/:token',
    open: true,
    run: (call) => {
      const interaction = interactionOf(call);
      const channel = call.world.channels.get(interaction.channelId) as FakeChannel;
      const ephemeral = (Number(call.body.flags ?? 0) & MessageFlags.Ephemeral) !== 0;
      const message = put(call, channel, call.body, {
        token: interaction.token,
        ...(ephemeral && { ephemeralTo: interaction.userId }),
      });
      return call.world.messageJson(message);
    },
  },
  {
    method: 'GET',
    pattern: '/webhooks/:app/:token/messages/:message',
    open: true,
    run: (call) => call.world.messageJson(original(call)),
  },
  {
    method: 'PATCH',
    pattern: '/webhooks/:app/:token/messages/:message',
    open: true,
    major: 'token',
    run: (call) => {
      const message = original(call);
      message.flags &= ~MessageFlags.Loading;
      return call.world.messageJson(edit(call, message));
    },
  },
  {
    method: 'DELETE',
    pattern: '/webhooks/:app/:token/messages/:message',
    open: true,
    run: (call) => {
      call.world.messages.delete(original(call).id);
      return undefined;
    },
  },
];
