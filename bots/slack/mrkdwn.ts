import { proseAndCode } from '../../core/text/prose-and-code.ts';
import { escapeText } from './blocks.ts';

const prose = (text: string): string =>
  escapeText(text)
    .replace(/\[([^[\]\n]*)\]\((https?:[^()\s|]+)\)/g, '<$2|$1>')
    .replace(/^#{1,6}\s+(.*)$/gm, '*$1*')
    .replace(/^(\s*)[-*]\s+/gm, '$1• ')
    .replace(/\*\*(\S|\S[^\n]*?\S)\*\*/g, '*$1*')
    .replace(/~~(\S|\S[^\n]*?\S)~~/g, '~$1~');

/**
 * Markdown as Slack's own mrkdwn (docs.slack.dev/messaging/formatting-message-text), for modals: Slack has blocks of Markdown in
 * messages alone. Links, headings, lists, bold and struck text are translated; code keeps its words.
 */
export const mrkdwn = (markdown: string): string =>
  proseAndCode(markdown)
    .map((part, index) => (index % 2 === 1 ? escapeText(part) : prose(part)))
    .join('');
