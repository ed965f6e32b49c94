/** A file of a message, as the API and exports give it. */
interface AttachedFile {
  id?: string | null;
  name?: string | null;
  title?: string | null;
  mode?: string | null;
}

/** Canvases, posts and lists are made in Slack: their name is "Untitled", and people know them by their title. */
const MADE_IN_SLACK = /^(?:quip|canvas|space|list)$/;

/** The text of a message, and a line with the name of each of its files. Clients write a file's id where they show it. */
export const withFiles = (markdown: string, files: readonly AttachedFile[] | null | undefined): string => {
  const all = files ?? [];
  const ids = new Set(all.flatMap(({ id }) => id ?? []));
  const text = markdown.replace(/(?<!\w)F[A-Z0-9]{7,14}(?!\w)/g, (id) => (ids.has(id) ? '' : id)).trim();
  const lines = all.map(({ name, title, mode }) => {
    const shown = MADE_IN_SLACK.test(mode ?? '') ? title || name : name || title;
    return `(attached: ${shown ?? 'a file'})`;
  });
  return [text, ...lines].join('\n\n');
};
