/** Display names of the people that a message mentions, by id. */
export type Mentioned = ReadonlyMap<string, string>;

/** Replaces Discord's own markup by words; the rest of a message is Markdown already (docs: reference#message-formatting). */
export const discordMarkdown = (text: string, people: Mentioned): string =>
  text
    .replace(/<@!?(\d+)>/g, (_, id: string) => `@${people.get(id) ?? 'somebody'}`)
    .replace(/<@&\d+>/g, '@a role')
    .replace(/<#\d+>/g, '#a channel')
    .replace(/<a?:(\w+):\d+>/g, ':$1:')
    .replace(/<\/([\w -]+):\d+>/g, '/$1')
    .replace(/<t:(-?\d+)(?::\w)?>/g, (whole, seconds: string) => {
      const at = new Date(Number(seconds) * 1000);
      return Number.isNaN(at.getTime()) ? whole : at.toISOString().slice(0, 16).replace('T', ' ');
    })
    // `<https://…>` is a link without a preview.
    .replace(/<(https?:\/\/[^<>\s]+)>/g, '$1')
    .trim();
