import {
  type ButtonInteraction,
  ButtonStyle,
  type ChatInputCommandInteraction,
  type Client,
  ComponentType,
  type Interaction,
  type MessageContextMenuCommandInteraction,
  MessageFlags,
  type ModalSubmitInteraction,
  type REST,
} from 'discord.js';
import type { Clock } from '../../../core/clock.ts';
import type { Scope } from '../../../core/document.ts';
import type { Log } from '../../../core/log.ts';
import type { Settings } from '../../../core/settings.ts';
import type { Stores } from '../../../stores/index.ts';
import type { Deliveries } from '../../chat/deliveries.ts';
import type { DigestActions } from '../../chat/digest/index.ts';
import type { HistorySwitch } from '../../chat/history/index.ts';
import type { OpenQuestion } from '../../chat/open-questions.ts';
import { scopesOf } from '../../chat/scopes.ts';
import type { Conversations } from '../../conversation/index.ts';
import type { People } from '../people.ts';
import type { DiscordTarget } from '../target.ts';

export interface ListenerParts {
  client: Client<true>;
  /** For interactions' tokens, which Discord's global limit does not count. */
  tokens: REST;
  people: People;
  deliveries: Deliveries<DiscordTarget>;
  conversations: Conversations;
  stores: Pick<Stores, 'keyValues' | 'conversations' | 'documents'>;
  desk: DigestActions;
  maySee: (person: string, question: OpenQuestion) => Promise<boolean>;
  settings: Settings;
  strategies: readonly string[];
  linkTo?: (turnId: string) => string;
  clock: Clock;
  /** Absent where nothing can be ingested. */
  history?: HistorySwitch;
  log: Log;
}

export type Pressed =
  | ButtonInteraction
  | ModalSubmitInteraction
  | ChatInputCommandInteraction
  | MessageContextMenuCommandInteraction;

/** What answers presses, forms and commands, by the name that stands before the colon of a custom id. */
export interface Handlers {
  buttons?: Record<string, (interaction: ButtonInteraction, value: string) => Promise<unknown>>;
  forms?: Record<string, (interaction: ModalSubmitInteraction, value: string) => Promise<unknown>>;
  /** By the choice of `/parley`. */
  choices?: Record<string, (interaction: ChatInputCommandInteraction) => Promise<unknown>>;
}

export const NOT_MANAGER = 'Only people who may manage this server may do that.';

export const askerOf = (userId: string): string => `discord:${userId}`;

/** The channel that decides who may see: a thread's parent, else the channel itself. */
export const placeOf = ({ channel, channelId }: Interaction): string =>
  (channel?.isThread() ? channel.parentId : channelId) ?? '';

/** Says something to the person who pressed or typed, and to nobody else. */
export const whisper = (interaction: Pressed, words: string) =>
  interaction.deferred
    ? interaction.editReply({ content: words.slice(0, 2000), allowedMentions: { parse: [] } })
    : interaction.reply({
        content: words.slice(0, 2000),
        flags: MessageFlags.Ephemeral,
        allowedMentions: { parse: [] },
      });

/** Two buttons under a question to one person; the second one drops what the first would do. */
export const confirm = (id: string, yes: string, no: string) => [
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

/** What a person may see by themselves, and where they pressed or typed. */
export const scopesFor = async (people: People, interaction: Pressed): Promise<Scope[]> => {
  const [asker, place] = await Promise.all([
    people.asker(interaction.user.id),
    people.place(interaction.guildId ?? undefined, placeOf(interaction)),
  ]);
  return [...scopesOf(asker, place, { alone: true }), ...scopesOf(asker, place)];
};
