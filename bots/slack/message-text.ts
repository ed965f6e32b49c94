/** The parts of a message that hold its words, as events, the API and exports give them. */
export interface MessageContent {
  text?: string;
  blocks?: readonly unknown[] | null;
  attachments?: readonly unknown[] | null;
}

/**
 * What the author wrote, in Slack's mrkdwn: `text`, or the blocks where a client sends those alone. An app's `text` is only what
 * a notification shows when the message has other blocks than a person's `rich_text`.
 */
export const ownText = ({ text, blocks }: MessageContent): string => {
  const isByApp = blocks?.some((one) => fieldsOf(one).type !== 'rich_text');
  const inBlocks = () => joined((blocks ?? []).map(block), '\n');
  return (isByApp && inBlocks()) || text?.trim() || inBlocks();
};

/** The messages that were forwarded with a message (docs.slack.dev/messaging: `is_share`), without previews of links. */
export const sharedText = ({ attachments }: MessageContent): string =>
  joined((attachments ?? []).filter((one) => fieldsOf(one).is_share === true).map(attachment), '\n\n');

/** What a reader of the channel sees of a message: also attachments, in which many apps write alone, but no previews of links. */
export const messageText = (message: MessageContent): string => {
  const below = (message.attachments ?? []).filter((one) => {
    const { is_share, from_url } = fieldsOf(one);
    return is_share === true || !from_url;
  });
  return joined([ownText(message), ...below.map(attachment)], '\n\n');
};

type Fields = Record<string, unknown>;
const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const joined = (texts: readonly string[], by: string): string => texts.filter((one) => one.trim() !== '').join(by);

/** Escapes what Slack does not escape outside of mrkdwn (docs.slack.dev/messaging/formatting-message-text#escaping). */
const escaped = (text: unknown): string =>
  stringOf(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A text object: mrkdwn as it is, plain text escaped. */
const textObject = (value: unknown): string => {
  const { type, text } = fieldsOf(value);
  return type === 'mrkdwn' ? stringOf(text) : escaped(text);
};

/** A legacy attachment (docs.slack.dev/legacy/legacy-messaging/legacy-secondary-message-attachments), or a forwarded message. */
const attachment = (value: unknown): string => {
  const { pretext, title, title_link, text, fields, blocks, message_blocks, fallback } = fieldsOf(value);
  const inBlocks = joined(
    [...listOf(blocks), ...listOf(message_blocks).flatMap((one) => listOf(fieldsOf(fieldsOf(one).message).blocks))].map(
      block,
    ),
    '\n',
  );
  const heading = stringOf(title) && title_link ? `<${stringOf(title_link)}|${stringOf(title)}>` : stringOf(title);
  const rows = listOf(fields).map((one) => joined([fieldsOf(one).title, fieldsOf(one).value].map(stringOf), ': '));
  const written = [pretext, text].map(stringOf);
  return joined([written[0] ?? '', heading, written[1] || inBlocks, ...rows], '\n') || stringOf(fallback);
};

/** The words of a block (docs.slack.dev/reference/block-kit/blocks); buttons and menus have none. */
const block = (value: unknown): string => {
  const { type, text, elements, fields, title, description, alt_text, rows } = fieldsOf(value);
  switch (type) {
    case 'rich_text':
      return listOf(elements).map(richTextPart).join('\n');
    case 'context':
      return joined(listOf(elements).map(textObject), ' ');
    case 'image':
    case 'video':
      return joined([textObject(title) || escaped(alt_text), textObject(description)], '\n');
    case 'table':
      return listOf(rows)
        .map((row) => listOf(row).map(cell).join(' | '))
        .join('\n');
    case 'markdown':
      return escaped(text);
    default:
      return joined([textObject(text), ...listOf(fields).map(textObject)], '\n');
  }
};

const cell = (value: unknown): string =>
  fieldsOf(value).type === 'rich_text' ? block(value) : escaped(fieldsOf(value).text);

/** A section, list, quote or code block of `rich_text`. A list within a list is a list of its own with an indent. */
const richTextPart = (value: unknown): string => {
  const { type, elements, style, indent, offset } = fieldsOf(value);
  const items = listOf(elements);
  switch (type) {
    case 'rich_text_list': {
      const depth = '    '.repeat(Math.min(Math.max(Number(indent) || 0, 0), 8));
      const first = (Number(offset) || 0) + 1;
      return items
        .map((item, i) => `${depth}${style === 'ordered' ? `${first + i}.` : '•'} ${inline(item)}`)
        .join('\n');
    }
    case 'rich_text_quote':
      return inline(value).replace(/^/gm, '&gt; ');
    case 'rich_text_preformatted':
      return `\`\`\`\n${inline(value)}\n\`\`\``;
    default:
      return inline(value);
  }
};

const inline = (value: unknown): string => listOf(fieldsOf(value).elements).map(inlineElement).join('');

const inlineElement = (value: unknown): string => {
  const { type, text, url, name, user_id, channel_id, usergroup_id, range, fallback, timestamp, style } =
    fieldsOf(value);
  switch (type) {
    case 'user':
      return `<@${stringOf(user_id)}>`;
    case 'channel':
      return `<#${stringOf(channel_id)}>`;
    case 'usergroup':
      return `<!subteam^${stringOf(usergroup_id)}>`;
    case 'broadcast':
      return `<!${stringOf(range)}>`;
    case 'emoji':
      return `:${stringOf(name)}:`;
    case 'date':
      return escaped(fallback) || dayOf(timestamp);
    case 'link':
      return text ? `<${stringOf(url)}|${escaped(text)}>` : `<${stringOf(url)}>`;
    default:
      return fieldsOf(style).code === true ? `\`${escaped(text)}\`` : escaped(text);
  }
};

/** The day of a time in seconds; empty when there is no such day. */
export const dayOf = (seconds: unknown): string => {
  const at = new Date(Number(seconds) * 1000);
  return Number.isNaN(at.getTime()) ? '' : at.toISOString().slice(0, 10);
};
