import path from 'node:path';
import { type FailedItem, failure, type SkippedItem } from '../../ingest/inputs/item.ts';
import type { SourceKind } from '../../ingest/sources/connector.ts';
import { passedOver } from '../../ingest/sources/passed-over.ts';
import { channelItems, type ExportedChannel } from './channel-pages.ts';
import { leftInFolder } from './json-files.ts';

/** A channel of an export, with who may read it on its platform. */
export interface FoundChannel extends ExportedChannel {
  /** What `--include` and `--exclude` compare; the channel's name if not set. */
  path?: string;
  /** `direct` messages are never read. A `private` channel is read if the person who ingests names who may see it. */
  audience: 'public' | 'private' | 'direct';
}

interface ExportKind {
  /** The platform, as people write it. */
  platform: string;
  kind: string;
  /** The channels, and what is not read; undefined for a file or folder that is no such export. */
  open(location: string): Promise<AsyncGenerator<FoundChannel | FailedItem | SkippedItem> | undefined>;
}

/**
 * The source kind for a chat platform's export: a file, or the folder where it lies unpacked. Its threads and talks become
 * documents like those of a channel that is read over an API.
 */
export const exportKind = ({ platform, kind, open }: ExportKind): SourceKind => ({
  kind,
  async resolve(input) {
    const location = path.resolve(input);
    const found = await open(location).catch(() => undefined);
    return found !== undefined ? { location, sourceId: path.parse(location).name, exists: true } : undefined;
  },
  async *read(location, rules, { signal, scopes = [] }) {
    const channels = await open(location).catch(() => undefined);
    if (channels === undefined) {
      yield goneExport(location, platform);
      return;
    }
    const passOver = passedOver(rules, () => true);
    for await (const found of channels) {
      signal?.throwIfAborted();
      if ('kind' in found) {
        yield found;
        continue;
      }
      const reason = whyNot(found, scopes.length > 0, platform) ?? passOver(found.path ?? found.name);
      const input = `${found.input} (#${found.name})`;
      if (reason !== undefined) {
        yield { kind: 'skipped', input, reason };
        continue;
      }
      yield* channelItems(found, input);
    }
  },
});

type Channels = NonNullable<Awaited<ReturnType<ExportKind['open']>>>;

/**
 * The source kind for an export that is one or several files, alone or in a folder of their own.
 *
 * @param of.what the export's own files, as people call them: "the messages"
 * @param of.filesOf the export's files at a place; none if it holds no such export
 */
export const exportOfFiles = ({
  what,
  filesOf,
  channels,
  ...of
}: Pick<ExportKind, 'platform' | 'kind'> & {
  what: string;
  filesOf(location: string): Promise<string[]>;
  channels(files: readonly string[]): Channels;
}): SourceKind => {
  async function* all(location: string, files: readonly string[]): Channels {
    const parts = new Set(files);
    if (!parts.has(location)) yield* leftInFolder(location, of.platform, what, (file) => parts.has(file));
    yield* channels(files);
  }
  return exportKind({
    ...of,
    open: async (location) => {
      const files = await filesOf(location);
      return files.length > 0 ? all(location, files) : undefined;
    },
  });
};

/** The failure of a place that holds no export any more. Without it, `sync` would delete what was read from there. */
export const goneExport = (location: string, tool: string): FailedItem =>
  failure(
    undefined,
    location,
    'INPUT_NOT_FOUND',
    `There is no export of ${tool} any more.`,
    'Bring it back without pages beside it, or forget the source.',
  );

const whyNot = ({ audience }: FoundChannel, isScoped: boolean, platform: string): string | undefined => {
  if (audience === 'direct') return `direct messages of a ${platform} export`;
  if (audience === 'private' && !isScoped)
    return `a private channel of a ${platform} export; --scope says who may see it, and reads it`;
  return undefined;
};
