import { proseAndCode } from '../../../core/text/prose-and-code.ts';
import { codeText, replaceTokens, unescaped } from '../markup.ts';

/** Looks up the names of people and channels by id. */
export interface Names {
  person(id: string): string | undefined;
  channel(id: string): string | undefined;
}

/** Converts Slack's mrkdwn to Markdown (docs.slack.dev/messaging/formatting-message-text); code is not changed. */
export const slackMarkdown = (text: string, names: Names): string =>
  proseAndCode(text)
    .map((part, index) => (index % 2 === 1 ? fenced(codeText(part)) : prose(part, names)))
    .join('')
    .trim();

const prose = (text: string, names: Names): string =>
  unescaped(
    replaceTokens(text, {
      person: (id, label) => `@${names.person(id) ?? (label || id)}`,
      channel: (id, label) => `#${label || names.channel(id) || id}`,
      link: (url, label) => (label && label !== url ? `[${label}](${url})` : url),
    })
      .replace(/(^|[\s(])\*(\S(?:[^*\n]*\S)?)\*(?=[\s).,:;!?]|$)/gm, '$1**$2**')
      .replace(/(^|[\s(])~(\S(?:[^~\n]*\S)?)~(?=[\s).,:;!?]|$)/gm, '$1~~$2~~')
      .replace(/^[ \t]*[•◦▪] /gm, '- ')
      // Slack shows a single line break; Markdown needs two spaces before it.
      .replace(/([^\n])\n(?=[^\n])(?![-\d>])/g, '$1  \n'),
  );

/** Puts code fences on their own lines, as Markdown requires. */
const fenced = (code: string): string =>
  code.startsWith('```') ? `\n\`\`\`\n${code.slice(3, -3).replace(/^\n|\n$/g, '')}\n\`\`\`\n` : code;
