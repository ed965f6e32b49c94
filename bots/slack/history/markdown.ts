/** Names of people and channels by their ids. */
export interface Names {
  person(id: string): string | undefined;
  channel(id: string): string | undefined;
}

/** Slack's mrkdwn as Markdown (docs.slack.dev/messaging/formatting-message-text); code stays as it is. */
export const slackMarkdown = (text: string, names: Names): string =>
  text
    .split(/(```[\s\S]*?```|`[^`\n]+`)/)
    .map((part, index) => (index % 2 === 1 ? fenced(unescaped(part)) : prose(part, names)))
    .join('')
    .trim();

const prose = (text: string, names: Names): string =>
  unescaped(
    text
      .replace(/<@(\w+)(?:\|([^>]*))?>/g, (_, id: string, name?: string) => `@${names.person(id) ?? (name || id)}`)
      .replace(/<#(\w+)(?:\|([^>]*))?>/g, (_, id: string, name?: string) => `#${name || names.channel(id) || id}`)
      .replace(/<!(?:subteam|date)\^[^>|]*(?:\|([^>]*))?>/g, (_, label?: string) => label ?? '')
      .replace(/<!(\w+)(?:\|[^>]*)?>/g, '@$1')
      .replace(/<mailto:[^>|]*\|([^>]*)>/g, '$1')
      .replace(/<(https?:[^>|]+)\|([^>]+)>/g, '[$2]($1)')
      .replace(/<(https?:[^>|]+)>/g, '$1')
      .replace(/(^|[\s(])\*(\S(?:[^*\n]*\S)?)\*(?=[\s).,:;!?]|$)/gm, '$1**$2**')
      .replace(/(^|[\s(])~(\S(?:[^~\n]*\S)?)~(?=[\s).,:;!?]|$)/gm, '$1~~$2~~')
      .replace(/^[ \t]*[•◦▪] /gm, '- ')
      // A line break is one in Slack, and none in Markdown.
      .replace(/([^\n])\n(?=[^\n])(?![-\d>])/g, '$1  \n'),
  );

/** A fence stands on lines of its own in Markdown. */
const fenced = (code: string): string =>
  code.startsWith('```') ? `\n\`\`\`\n${code.slice(3, -3).replace(/^\n|\n$/g, '')}\n\`\`\`\n` : code;

const unescaped = (text: string): string => text.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&');
