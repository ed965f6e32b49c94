import { extractMarkdownText } from '../../ingest/extract/markdown/markdown.ts';
import { markdownTable } from '../../ingest/extract/write-markdown.ts';
import { contentHash, type PageItem } from '../../ingest/inputs/item.ts';

/** A channel that everybody in the workspace may read, and what it is for, in Markdown. */
export interface ListedChannel {
  name: string;
  about: string;
}

/**
 * The page that says which channel is for what, since people ask where to ask. Channels that say nothing of themselves are left
 * out.
 * @param options.id of the document
 * @param options.input the file that lists the channels
 * @returns undefined if no channel says what it is for
 */
export const channelDirectory = (
  channels: readonly ListedChannel[],
  { id, input }: { id: string; input: string },
): PageItem | undefined => {
  const rows = channels
    .map(({ name, about }) => ({ name, about: about.replace(/\s+/g, ' ').trim() }))
    .filter(({ about }) => about !== '')
    .map(({ name, about }) => [`#${name}`, about]);
  if (rows.length === 0) return undefined;
  const text = `# ${TITLE}\n\n${markdownTable([['Channel', 'What it is for'], ...rows], true)}`;
  return {
    kind: 'page',
    input,
    id,
    hash: contentHash(id, text),
    metadata: { kind: 'channels' },
    extract: () => extractMarkdownText(text, {}),
  };
};

const TITLE = 'Channels';
