import {
  type ButtonInteraction,
  ButtonStyle,
  type ChatInputCommandInteraction,
  type Client,
  ComponentType,
  Events,
  type Guild,
  type Interaction,
  InteractionResponseType,
  type Message,
  type MessageContextMenuCommandInteraction,
  MessageFlags,
  type ModalSubmitInteraction,
  type REST,
  Routes,
} from 'discord.js';
import type { Answer } from '../../core/answer.ts';
import { asParleyError, isParleyError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { Settings } from '../../core/settings.ts';
import type { Stores } from '../../stores/index.ts';
import {
  type ChannelSettings,
  changeChannelSettings,
  channelSettingsSchema,
  describeChange,
  readChannelSettings,
  settingsHistory,
} from '../chat/channel-settings.ts';
import type { Deliveries } from '../chat/deliveries.ts';
import { isReason, ratingOfReaction } from '../chat/feedback-form.ts';
import { forgetMe } from '../chat/forget.ts';
import { once } from '../chat/once.ts';
import { openQuestions } from '../chat/open-questions.ts';
import { scopesOf } from '../chat/place.ts';
import { reasoningOf } from '../chat/reasoning.ts';
import { renderAnswer } from '../chat/render.ts';
import { verify } from '../chat/verified.ts';
import { welcome } from '../chat/welcome.ts';
import type { Conversations } from '../conversation/index.ts';
import { ASK_ABOUT } from './commands.ts';
import { askForm, feedbackForm, settingsForm } from './forms.ts';
import { plainText, readMessage } from './intake.ts';
import { body, finalBodies, text } from './layout.ts';
import type { People } from './people.ts';
import { codeOf } from './surface.ts';
import { type DiscordTarget, keyOf, messageId } from './target.ts';

export interface ListenerParts {
  client: Client<true>;
  /** For interactions' tokens, which Discord's global limit does not count. */
  tokens: REST;
  people: People;
  deliveries: Deliveries<DiscordTarget>;
  conversations: Conversations;
  stores: Pick<Stores, 'fronts' | 'conversations' | 'documents'>;
  settings: Settings;
  strategies: readonly string[];
  linkTo?: (turnId: string) => string;
  log: Log;
}

const HELP =
  'Ask with `/ask`, a mention or a direct message; press *Apps > Ask about this* on a message. `/parley` has the settings of this channel, open questions, and *forget me*.';
const NOT_MANAGER = 'Only people who may manage this server may do that.';
const GONE = 'That answer is not here any more.';

type Pressed =
  | ButtonInteraction
  | ModalSubmitInteraction
  | ChatInputCommandInteraction
  | MessageContextMenuCommandInteraction;

/** Discord's codes for an interaction that was answered already, and for one that is over. */
const ACKNOWLEDGED = 40060;
const TOO_LATE = 10062;

/** A change of settings that waits for "Apply". */
interface Review {
  channel: string;
  before: ChannelSettings;
  after: ChannelSettings;
}

/** Joins people's actions to what Parley does. An interaction is acknowledged in its first step: it has three seconds. */
export const listen = ({
  client,
  tokens,
  people,
  deliveries,
  conversations,
  stores,
  settings,
  strategies,
  linkTo,
  log,
}: ListenerParts): void => {
  const { fronts } = stores;
  const botId = client.user.id;
  const now = () => new Date().toISOString();
  const askerOf = (userId: string) => `discord:${userId}`;
  const placeOf = (interaction: Interaction) => {
    const { channel, channelId } = interaction;
    return (channel?.isThread() ? channel.parentId : channelId) ?? '';
  };

  const inWords = (error: unknown): string => {
    const known = asParleyError(error);
    if (known.code === 'INTERNAL') log.error({ err: error }, 'an action failed');
    return known.code === 'INTERNAL' ? 'That did not work. Try again in a moment.' : known.oneLine;
  };
  const whisper = (interaction: Pressed, words: string) =>
    interaction.deferred
      ? interaction.editReply({ content: words.slice(0, 2000), allowedMentions: { parse: [] } })
      : interaction.reply({
          content: words.slice(0, 2000),
          flags: MessageFlags.Ephemeral,
          allowedMentions: { parse: [] },
        });

  // ---- Questions ------------------------------------------------------------------------------------------------

  const receive = async (message: Message): Promise<void> => {
    const read = await readMessage({ stores, deliveries, botId }, message);
    if (read.kind === 'question') {
      if (await deliveries.take(read.question)) void deliveries.run(read.question.key);
    } else if (read.kind !== 'nothing' && (await once(stores.conversations, `discord-greeting:${message.id}`))) {
      const shown = await welcome(stores, settings);
      const words =
        read.kind === 'off'
          ? 'I am switched off in this channel. Write to me directly, or use `/ask`.'
          : [shown.greeting, shown.next ?? '', `For example: ${shown.prompts[0]?.message ?? ''}`]
              .filter(Boolean)
              .join('\n');
      await client.rest.post(Routes.channelMessages(message.channelId), {
        body: { ...body([text(words)]), message_reference: { message_id: message.id, fail_if_not_exists: false } },
      });
    }
  };

  /**
   * Says in time that an answer will come. The question is kept by now: when this fails, the answer goes to the asker in
   * another way, and no word of failure may take its place.
   */
  const defer = async (interaction: Pressed): Promise<void> => {
    for (let i = 0; i < 3; i += 1) {
      try {
        await tokens.post(Routes.interactionCallback(interaction.id, interaction.token), {
          body: {
            type: InteractionResponseType.DeferredChannelMessageWithSource,
            data: { flags: MessageFlags.Ephemeral },
          },
          auth: false,
        });
        interaction.deferred = true;
        return;
      } catch (error) {
        const code = codeOf(error);
        log.info({ err: error }, 'an interaction could not be acknowledged');
        if (code === ACKNOWLEDGED || code === TOO_LATE) return;
      }
    }
  };

  const askAlone = async (interaction: Pressed, words: string, files: DiscordTarget['files'] = []): Promise<void> => {
    const key = keyOf(interaction.guildId ?? undefined, interaction.channelId ?? '', interaction.id);
    const taken = await deliveries.take({
      key,
      conversationId: key,
      askerId: askerOf(interaction.user.id),
      text: words,
      target: {
        ...(interaction.guildId && { guildId: interaction.guildId }),
        channelId: interaction.channelId ?? '',
        placeId: placeOf(interaction),
        userId: interaction.user.id,
        opensThread: false,
        interaction: { applicationId: interaction.applicationId, token: interaction.token, at: Date.now() },
        files,
        joinsThread: false,
      },
    });
    if (!taken) return;
    await defer(interaction);
    void deliveries.run(key);
  };

  // ---- What can be pressed under an answer -----------------------------------------------------------------------

  const rate = (
    turnId: string,
    userId: string,
    rating: 'up' | 'down',
    more: { reason?: string; comment?: string } = {},
  ) =>
    conversations.feedback({
      turnId,
      askerId: askerOf(userId),
      rating,
      at: now(),
      ...(isReason(more.reason) && { reason: more.reason }),
      ...(more.comment && { comment: more.comment }),
    });

  /** The answered turn, if this person may see everything that it was made from, here or by themselves. */
  const turnFor = async (interaction: Pressed, turnId: string) => {
    const turn = await stores.conversations.turn(turnId);
    if (!turn?.answer) return undefined;
    if (turn.askerId === askerOf(interaction.user.id)) return { turn, answer: turn.answer };
    const [asker, place] = await Promise.all([
      people.asker(interaction.user.id),
      people.place(interaction.guildId ?? undefined, placeOf(interaction)),
    ]);
    const visible = new Set([...scopesOf(asker, place, { alone: true }), ...scopesOf(asker, place)]);
    return turn.scopes.every((scope) => visible.has(scope)) ? { turn, answer: turn.answer } : undefined;
  };

  /** True when everybody who reads along may see every page that an answer cites. */
  const mayShare = async (interaction: Pressed, answer: Answer): Promise<boolean> => {
    const asker = await people.asker(interaction.user.id);
    const scopes = scopesOf(asker, await people.place(interaction.guildId ?? undefined, placeOf(interaction)), {
      alone: false,
    });
    const pages = await Promise.all(
      answer.citations.map(({ documentId }) => stores.documents.document(documentId, scopes)),
    );
    return answer.citations.length > 0 && pages.every((found) => found !== undefined);
  };

  const press: Record<string, (interaction: ButtonInteraction, value: string) => Promise<unknown>> = {
    async up(interaction, turnId) {
      await rate(turnId, interaction.user.id, 'up');
      await whisper(interaction, 'Thank you. Noted.');
    },
    async down(interaction, turnId) {
      // The thumb counts at once; the form, when it comes, says more about it.
      await rate(turnId, interaction.user.id, 'down');
      await interaction.showModal(feedbackForm(turnId));
    },
    async why(interaction, turnId) {
      const found = await turnFor(interaction, turnId);
      if (!found) return whisper(interaction, `${GONE.slice(0, -1)}, or rests on pages that you may not see.`);
      const link = linkTo ? `\n\n[The whole reasoning](<${linkTo(turnId)}>)` : '';
      const words = text(reasoningOf(found.answer, 3900 - link.length) + link);
      return interaction.reply({
        flags: MessageFlags.Ephemeral | MessageFlags.IsComponentsV2,
        components: [words],
        allowedMentions: { parse: [] },
      });
    },
    async verify(interaction, turnId) {
      await interaction.deferReply({ flags: MessageFlags.Ephemeral });
      if (!(await people.manages(interaction.guildId ?? undefined, interaction.user.id)))
        return whisper(interaction, NOT_MANAGER);
      const found = await turnFor(interaction, turnId);
      if (!found) return whisper(interaction, GONE);
      await verify(stores, {
        question: found.turn.standalone ?? found.turn.question,
        answer: found.answer,
        by: askerOf(interaction.user.id),
        at: now(),
      });
      return whisper(
        interaction,
        'Verified. Alike questions show this answer first, until a page that it cites changes.',
      );
    },
    async share(interaction, turnId) {
      await interaction.deferReply({ flags: MessageFlags.Ephemeral });
      const turn = await stores.conversations.turn(turnId);
      if (!turn?.answer || turn.askerId !== askerOf(interaction.user.id)) return whisper(interaction, GONE);
      if (!(await mayShare(interaction, turn.answer)))
        return whisper(
          interaction,
          'Not everyone here may see the pages that this answer rests on. Mention me here to get an answer from what all may see.',
        );
      const rendered = renderAnswer(turn.answer, { inChannel: true });
      const shared = {
        ...rendered,
        text: `**${interaction.user.displayName} asked:** ${turn.question}\n\n${rendered.text}`,
      };
      for (const one of finalBodies({ kind: 'answer', turnId, rendered: shared }, { share: false }))
        await client.rest.post(Routes.channelMessages(interaction.channelId), { body: one });
      return whisper(interaction, 'Shared.');
    },
    async stop(interaction, key) {
      await interaction.deferUpdate();
      await deliveries.stop(key);
    },
    async apply(interaction, id) {
      if (!(await people.manages(interaction.guildId ?? undefined, interaction.user.id)))
        return whisper(interaction, NOT_MANAGER);
      const review = await fronts.get<Review>('discord-review', id);
      if (!review) return whisper(interaction, 'This change was applied or dropped already.');
      await changeChannelSettings(fronts, { ...review, by: askerOf(interaction.user.id), at: now() });
      await fronts.delete('discord-review', id);
      return interaction.update({ content: 'Applied.', components: [] });
    },
    async drop(interaction, id) {
      await fronts.delete('discord-review', id);
      return interaction.update({ content: 'Nothing was changed.', components: [] });
    },
    async erase(interaction) {
      return interaction.update({ content: await forgetMe(stores, askerOf(interaction.user.id)), components: [] });
    },
  };

  // ---- Forms -----------------------------------------------------------------------------------------------------

  const confirm = (id: string, yes: string, no: string) => [
    {
      type: ComponentType.ActionRow as const,
      components: [
        { type: ComponentType.Button as const, style: ButtonStyle.Primary as const, label: yes, custom_id: id },
        {
          type: ComponentType.Button as const,
          style: ButtonStyle.Secondary as const,
          label: no,
          custom_id: `drop:${id.split(':')[1] ?? 'x'}`,
        },
      ],
    },
  ];

  const submit: Record<string, (interaction: ModalSubmitInteraction, value: string) => Promise<unknown>> = {
    async why(interaction, turnId) {
      const { fields } = interaction;
      await rate(turnId, interaction.user.id, 'down', {
        reason: fields.getRadioGroup('reason') ?? undefined,
        comment: fields.getTextInputValue('comment') || undefined,
      });
      return whisper(interaction, 'Noted. When it is fixed, I tell you here.');
    },
    async ask(interaction, target) {
      const about = await fronts.get<string>('discord-about', `${target}/${interaction.user.id}`);
      const words = interaction.fields.getTextInputValue('question');
      return askAlone(
        interaction,
        !about || about === words ? words : `${words}\n\n(About this message: “${about.slice(0, 2000)}”)`,
      );
    },
    async settings(interaction, channelId) {
      if (!(await people.manages(interaction.guildId ?? undefined, interaction.user.id)))
        return whisper(interaction, NOT_MANAGER);
      const channel = `discord:${interaction.guildId}/${channelId}`;
      const before = await readChannelSettings(fronts, channel);
      const { fields } = interaction;
      const strategy = fields.getStringSelectValues('strategy')[0];
      const seconds = fields.getTextInputValue('seconds').trim();
      const after = channelSettingsSchema.safeParse({
        mode: fields.getRadioGroup('mode'),
        ...(strategy && strategy !== 'auto' && { strategy }),
        ...(seconds && { seconds: Number(seconds) }),
      });
      if (!after.success)
        return whisper(interaction, 'The seconds are a whole number from 5 to 600. Nothing was changed.');
      const lines = describeChange(before, after.data);
      if (lines.length === 0) return whisper(interaction, 'Nothing would change.');
      await fronts.put('discord-review', interaction.id, { channel, before, after: after.data } satisfies Review);
      const history = (await settingsHistory(fronts, channel, 3)).map(
        ({ by, at }) => `-# Changed by <@${by.split(':')[1]}> on ${at.slice(0, 10)}`,
      );
      return interaction.reply({
        flags: MessageFlags.Ephemeral,
        allowedMentions: { parse: [] },
        content: [`**Review the change**`, ...lines.map((line) => `• ${line}`), ...history].join('\n'),
        components: confirm(`apply:${interaction.id}`, 'Apply', 'Drop'),
      });
    },
  };

  const command = async (interaction: ChatInputCommandInteraction): Promise<unknown> => {
    if (interaction.commandName === 'ask') {
      const file = interaction.options.getAttachment('file');
      const files = file ? [{ name: file.name, size: file.size, type: file.contentType ?? '', url: file.url }] : [];
      return askAlone(interaction, interaction.options.getString('question', true), files);
    }
    const what = interaction.options.getString('what', true);
    const guildId = interaction.guildId ?? undefined;
    if (what === 'forget')
      return interaction.reply({
        flags: MessageFlags.Ephemeral,
        content: 'This erases your questions, their answers and traces, and your feedback. It cannot be undone.',
        components: confirm('erase:me', 'Erase', 'Keep'),
      });
    if (what === 'help' || !guildId) return whisper(interaction, HELP);
    if (!(await people.manages(guildId, interaction.user.id))) return whisper(interaction, NOT_MANAGER);
    if (what === 'settings') {
      const channelId = placeOf(interaction);
      const current = await readChannelSettings(fronts, `discord:${guildId}/${channelId}`);
      return interaction.showModal(settingsForm(current, { channelId, strategies }));
    }
    const since = new Date(Date.now() - 14 * 86_400_000).toISOString();
    const open = await openQuestions(stores, { workspace: `discord:${guildId}`, since });
    const lines = open.map(
      ({ question, at }) => `• ${question.replace(/\s+/g, ' ').slice(0, 150)} (${at.slice(0, 10)})`,
    );
    return whisper(
      interaction,
      open.length > 0
        ? `Asked here in the last two weeks and found in no page:\n${lines.join('\n')}`
        : 'No open questions in the last two weeks.',
    );
  };

  const about = async (interaction: MessageContextMenuCommandInteraction): Promise<unknown> => {
    const words = plainText(interaction.targetMessage, botId) || 'This message';
    await fronts.put('discord-about', `${interaction.targetId}/${interaction.user.id}`, words, {
      personId: askerOf(interaction.user.id),
    });
    return interaction.showModal(askForm(words, interaction.targetId));
  };

  const act = async (interaction: Interaction): Promise<unknown> => {
    if (interaction.isChatInputCommand()) return command(interaction);
    if (interaction.isMessageContextMenuCommand() && interaction.commandName === ASK_ABOUT) return about(interaction);
    if (interaction.isButton() || interaction.isModalSubmit()) {
      const at = interaction.customId.indexOf(':');
      const [name, value] = [interaction.customId.slice(0, at), interaction.customId.slice(at + 1)];
      return interaction.isButton() ? press[name]?.(interaction, value) : submit[name]?.(interaction, value);
    }
    return undefined;
  };

  const guarded =
    <Values extends unknown[]>(what: string, listener: (...values: Values) => Promise<unknown>) =>
    (...values: Values) => {
      listener(...values).catch((error: unknown) => log.error({ err: error }, `${what} could not be handled`));
    };

  client.on(
    Events.InteractionCreate,
    guarded('an interaction', async (interaction) => {
      // Every process of this bot hears of it, and one acts.
      if (!(await once(stores.conversations, `discord-interaction:${interaction.id}`))) return;
      try {
        await act(interaction);
      } catch (error) {
        const words = inWords(error);
        if (interaction.isRepliable())
          await whisper(interaction as Pressed, words).catch((cause: unknown) =>
            log.warn({ err: cause }, 'a person could not be told of a failure'),
          );
      }
    }),
  );
  client.on(Events.MessageCreate, guarded('a message', receive));
  client.on(
    Events.MessageUpdate,
    guarded('an edit', async (_, message) => {
      const current = message.partial ? await message.fetch() : message;
      if (current.author.bot) return;
      const key = keyOf(current.guildId ?? undefined, current.channelId, current.id);
      const words = plainText(current, botId);
      if (words && (await deliveries.find(key))) await deliveries.revise(key, words);
      else await receive(current);
    }),
  );
  client.on(
    Events.MessageDelete,
    guarded('a deletion', (message) =>
      deliveries.withdraw(keyOf(message.guildId ?? undefined, message.channelId, message.id)),
    ),
  );
  client.on(
    Events.MessageReactionAdd,
    guarded('a reaction', async (reaction, user) => {
      const rating = ratingOfReaction(reaction.emoji.name ?? '');
      if (!rating || user.id === botId) return;
      const delivery = await deliveries.byMessage(messageId(reaction.message.channelId, reaction.message.id));
      if (!delivery?.turnId) return;
      await rate(delivery.turnId, user.id, rating).catch((error: unknown) => {
        if (!isParleyError(error)) throw error;
      });
    }),
  );

  /** Says hello once in a server that Parley was added to, where everybody talks. */
  const greet = async (guild: Guild) => {
    if (!(await fronts.add('discord-welcomed', guild.id, {}))) return;
    const place =
      guild.systemChannel ??
      guild.channels.cache.find(
        (channel) =>
          channel.isTextBased() && !channel.isThread() && channel.permissionsFor(botId)?.has('SendMessages') === true,
      );
    if (!place) return;
    const shown = await welcome(stores, settings);
    const words = [
      `**Hello, I am ${client.user.displayName}.** ${shown.greeting}`,
      ...(shown.next ? [`**Next step:** ${shown.next}`] : []),
      HELP,
      ...shown.prompts.slice(0, 2).map(({ message }) => `> ${message}`),
    ];
    await client.rest.post(Routes.channelMessages(place.id), { body: body([text(words.join('\n'))]) });
  };
  client.on(Events.GuildCreate, guarded('a new server', greet));
};
