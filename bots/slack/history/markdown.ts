/** Looks up the names of people and channels by id. */
export interface Names {
  person(id: string): string | undefined;
  channel(id: string): string | undefined;
}

/** Converts Slack's mrkdwn to Markdown (docs.slack.dev/messaging/formatting-message-text); code is not changed. */
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
      // Slack shows a single line break; Markdown needs two spaces before it.
      .replace(/([^\n])\n(?=[^\n])(?![-\d>])/g, '$1  \n'),
  );

/** Puts code fences on their own lines, as Markdown requires. */
const fenced = (code: string): string =>
  code.startsWith('```') ? `\n\`\`\`\n${code.slice(3, -3).replace(/^\n|\n$/g, '')}\n\`\`\`\n` : code;

const unescaped = (text: string): string => text.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&');
