import { dayOf } from './message-text.ts';

/** How what Slack writes between angle brackets is shown. */
export interface TokenTexts {
  person(id: string, label?: string): string;
  channel(id: string, label?: string): string;
  link(url: string, label?: string): string;
}

/**
 * Replaces mentions, groups, dates and links: `<@U1>`, `<#C1|general>`, `<!here>`, `<!subteam^S1|@ops>`,
 * `<!date^1392734382^{date}|18 February>`, `<https://…|label>` (docs.slack.dev/messaging/formatting-message-text).
 */
export const replaceTokens = (text: string, { person, channel, link }: TokenTexts): string =>
  text.replace(/<([@#!]?)([^<>|\n]+)(?:\|([^<>\n]*))?>/g, (_, sign: string, name: string, label?: string) => {
    if (sign === '@') return person(name, label);
    if (sign === '#') return channel(name, label);
    if (sign === '!') return command(name, label);
    return name.startsWith('mailto:') || name.startsWith('tel:')
      ? label || name.slice(name.indexOf(':') + 1)
      : link(name, label);
  });

const command = (name: string, label?: string): string => {
  const [kind, value] = name.split('^');
  if (kind === 'date') return label || dayOf(value);
  return label || (kind === 'subteam' ? '@a group' : `@${kind}`);
};

/** Replaces the characters that Slack escapes in mrkdwn. */
export const unescaped = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

/** Code as it was typed. */
export const codeText = (code: string): string =>
  unescaped(
    replaceTokens(code, {
      person: (id, label) => `@${label || id}`,
      channel: (id, label) => `#${label || id}`,
      link: (url, label) => label || url,
    }),
  );
