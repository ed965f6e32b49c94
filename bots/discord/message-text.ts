import type { APIEmbed, APIMessage, Message, MessageSnapshot } from 'discord.js';

/** The parts of a message that hold its words, as Discord's API gives them. */
export interface MessageContent extends Partial<Pick<APIMessage, 'content' | 'poll' | 'webhook_id'>> {
  author?: { bot?: boolean };
  embeds?: readonly APIEmbed[];
  components?: readonly unknown[];
  message_snapshots?: readonly { message: MessageContent }[];
}

/** The content of a message of discord.js. */
export const contentOf = (message: Message | MessageSnapshot): MessageContent => ({
  content: message.content ?? '',
  author: { bot: message.author?.bot === true },
  webhook_id: message.webhookId ?? undefined,
  embeds: message.embeds.map(({ data }) => data as APIEmbed),
  components: message.components.map((component) => component.toJSON()),
  ...(message.poll && {
    poll: {
      question: { text: message.poll.question.text ?? undefined },
      answers: [...message.poll.answers.values()].map(({ text, id }) => ({
        answer_id: id,
        poll_media: { text: text ?? undefined },
      })),
    } as APIMessage['poll'],
  }),
  message_snapshots: [...(message.messageSnapshots?.values() ?? [])].map((snapshot) => ({
    message: contentOf(snapshot),
  })),
});

/** What the author wrote: the text, a poll, or the message that is forwarded. */
export const ownText = (message: MessageContent): string => {
  const { content, poll, message_snapshots: forwarded = [] } = message;
  const answers = poll?.answers.map(({ poll_media }) => `- ${poll_media.text ?? ''}`) ?? [];
  return (
    joined([content, joined([poll?.question.text, ...answers], '\n')], '\n\n') || joined(forwarded.map(shown), '\n\n')
  );
};

/** What a reader sees of a message: also embeds and components, in which bots and webhooks write, but no previews of links. */
export const messageText = (message: MessageContent): string =>
  joined([ownText(message), wordsOfApps(message)], '\n\n');

/** A forwarded message does not say who wrote it: a rich embed without a text is a bot's. */
const shown = ({ message }: { message: MessageContent }): string => messageText(message);

const wordsOfApps = ({ content, author, webhook_id, embeds = [], components = [] }: MessageContent): string => {
  const byApp = author?.bot === true || webhook_id !== undefined || !content;
  const rich = byApp ? embeds.filter(({ type }) => type === undefined || type === 'rich') : [];
  return joined([...rich.map(embedText), ...components.map(componentText)], '\n\n');
};

const embedText = ({ author, title, description, fields = [], footer }: APIEmbed): string =>
  joined(
    [author?.name, title, description, ...fields.map(({ name, value }) => `${name}: ${value}`), footer?.text],
    '\n',
  );

/** The text displays within a component, in their order (docs: components/reference). */
const componentText = (component: unknown): string => {
  const texts: string[] = [];
  const open: unknown[] = [component];
  while (open.length > 0) {
    const { content, components } = (open.pop() ?? {}) as { content?: unknown; components?: unknown };
    if (typeof content === 'string') texts.push(content);
    if (Array.isArray(components)) open.push(...components.toReversed());
  }
  return joined(texts, '\n');
};

const joined = (texts: readonly (string | undefined)[], by: string): string =>
  texts.filter((text) => text !== undefined && text.trim() !== '').join(by);
