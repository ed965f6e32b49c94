import {
  type ButtonInteraction,
  ButtonStyle,
  type ChatInputCommandInteraction,
  type Client,
  ComponentType,
  type Interaction as DiscordInteraction,
  type MessageContextMenuCommandInteraction,
  MessageFlags,
  type ModalSubmitInteraction,
  type REST,
  Routes,
} from 'discord.js';
import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import type { Settings } from '../../../core/settings.ts';
import type { Stores } from '../../../stores/index.ts';
import type { RatingOptions } from '../../chat/actions/answers.ts';
import type { Actions, Interaction } from '../../chat/actions/interaction.ts';
import type { Deliveries } from '../../chat/delivery/deliveries.ts';
import type { Outbox } from '../../chat/delivery/outbox.ts';
import type { Confirmation, Form } from '../../chat/forms.ts';
import { cut } from '../../chat/reply/cut.ts';
import type { Suggest } from '../../chat/reply/welcome.ts';
import { finalBodies, text as textComponent } from '../layout.ts';
import { modalOf } from '../modals.ts';
import type { People } from '../people.ts';
import { type DiscordTarget, localId, personId } from '../target.ts';

/** Dependencies of Discord's listeners. */
export interface ListenerContext {
  client: Client<true>;
  /** For calls with interaction tokens, which do not count towards Discord's global rate limit. */
  tokens: REST;
  people: People;
  deliveries: Deliveries<DiscordTarget>;
  outbox: Outbox<DiscordTarget>;
  actions: Actions;
  ratings: RatingOptions;
  stores: Pick<Stores, 'keyValues' | 'conversations' | 'documents'>;
  settings: Settings;
  /** Suggests questions that public pages answer. */
  suggest: Suggest;
  clock: Clock;
  log: Log;
}

export type PersonInteraction =
  | ButtonInteraction
  | ModalSubmitInteraction
  | ChatInputCommandInteraction
  | MessageContextMenuCommandInteraction;

/** Wraps a listener so that its failure is logged; an unhandled failure would end the process. */
export const logFailure =
  <Values extends unknown[]>(log: Log, what: string, listener: (...values: Values) => Promise<unknown>) =>
  (...values: Values): void => {
    listener(...values).catch((error: unknown) => log.error({ err: error }, `${what} could not be handled`));
  };

/** The channel whose permissions apply: the parent of a thread, or else the channel itself. */
export const placeOf = ({ channel, channelId }: DiscordInteraction): string =>
  (channel?.isThread() ? channel.parentId : channelId) ?? '';

const NO_PINGS = { allowedMentions: { parse: [] } };

/** Replies with a text that only the person who interacted sees. */
export const whisper = async (interaction: PersonInteraction, text: string): Promise<void> => {
  const content = cut(text, 2000);
  if (interaction.deferred) await interaction.editReply({ content, ...NO_PINGS });
  else await interaction.reply({ content, flags: MessageFlags.Ephemeral, ...NO_PINGS });
};

/** A custom id holds 100 characters, including a form's name. Longer data is stored until the form or button is submitted. */
const MAX_ID_DATA = 80;
const FORM_DATA = 'discord-form-data';
const KEPT = 'kept-';

/** Keeps the data of forms and buttons that is too long for a custom id until they are submitted. */
export const createFormData = ({ keyValues }: Pick<Stores, 'keyValues'>) => ({
  async keep({ id, user }: PersonInteraction, data: string): Promise<string> {
    if (data.length <= MAX_ID_DATA && !data.startsWith(KEPT)) return data;
    await keyValues.put(FORM_DATA, id, data, { personId: personId(user.id) });
    return KEPT + id;
  },
  /** Reads stored data. @param options `once`: deletes the data, so that a second call returns undefined */
  async read(id: string, { once = false } = {}): Promise<string | undefined> {
    if (!id.startsWith(KEPT)) return id;
    const key = id.slice(KEPT.length);
    const data = await keyValues.get<string>(FORM_DATA, key);
    return once && !(await keyValues.delete(FORM_DATA, key)) ? undefined : data;
  },
});

const confirmationButtons = ({ name, confirm, cancel }: Confirmation, id: string) => [
  {
    type: ComponentType.ActionRow as const,
    components: [
      {
        type: ComponentType.Button as const,
        style: ButtonStyle.Primary as const,
        label: confirm,
        custom_id: `${name}:${id}`,
      },
      {
        type: ComponentType.Button as const,
        style: ButtonStyle.Secondary as const,
        label: cancel,
        custom_id: `cancel:${id}`,
      },
    ],
  },
];

/** Translates a button press, form or command in Discord for the shared actions. */
export const interactionOf = (
  { client, people, stores }: Pick<ListenerContext, 'client' | 'people' | 'stores'>,
  interaction: PersonInteraction,
): Interaction => {
  const { user } = interaction;
  const guildId = interaction.guildId ?? undefined;
  const place = placeOf(interaction);
  const formData = createFormData(stores);
  const audienceScopes = (channelId: string) => people.scopesOfAudience(user.id, guildId, channelId);
  return {
    person: personId(user.id),
    workspace: guildId && `discord:${guildId}`,
    channel: guildId && `discord:${guildId}/${place}`,
    displayName: async () => user.displayName,
    isAdmin: () => people.manages(guildId, user.id),
    async scopes(channel) {
      const own = await people.scopesOfPerson(user.id);
      return channel ? [...own, ...(await audienceScopes(localId(channel)))] : own;
    },
    audienceScopes: () => audienceScopes(place),
    async acknowledge() {
      await interaction.deferReply({ flags: MessageFlags.Ephemeral });
    },
    whisper: (text) => whisper(interaction, text),
    async openForm(form: Form) {
      const id = await formData.keep(interaction, form.data);
      if (!interaction.isModalSubmit()) await interaction.showModal(modalOf(form, id));
    },
    async confirm(confirmation) {
      await interaction.reply({
        flags: MessageFlags.Ephemeral,
        ...NO_PINGS,
        content: cut(`**${confirmation.title}**\n${confirmation.text}`, 2000),
        components: confirmationButtons(confirmation, await formData.keep(interaction, confirmation.data)),
      });
    },
    async showPage(_title, markdown) {
      await interaction.reply({
        flags: MessageFlags.Ephemeral | MessageFlags.IsComponentsV2,
        components: [textComponent(markdown)],
        ...NO_PINGS,
      });
    },
    async shareAnswer({ turnId, question, rendered }) {
      const text = `**${user.displayName} asked:** ${question}\n\n${rendered.text}`;
      const bodies = finalBodies({ kind: 'answer', turnId, rendered: { ...rendered, text } }, { share: false });
      for (const message of bodies)
        await client.rest.post(Routes.channelMessages(interaction.channelId ?? place), { body: message });
    },
    async announce(channel, text) {
      await client.rest.post(Routes.channelMessages(localId(channel)), {
        body: { content: text, allowed_mentions: { parse: [] } },
      });
    },
  };
};
