import { dataWithoutSecrets, maskOf, maskSecrets, withoutSecrets } from '../../core/secrets/mask-secrets.ts';
import { counted } from '../../core/text/counted.ts';
import type { ExtractedPage } from '../extract/page.ts';

/**
 * The page without secrets: each is replaced by what it was, in text, title, tables, links and metadata. A secret that the text
 * shows is found in a cell too, where its label stands in another one. The page's notices then say how many of which kind.
 */
export const withoutPageSecrets = (page: ExtractedPage): ExtractedPage => {
  const { markdown } = page;
  const { text, removed } = maskSecrets(markdown);
  const kinds = new Map<string, string>();
  for (const { start, end, kind } of removed) {
    const secret = markdown.slice(start, end);
    kinds.set(secret, kind).set(secret.replace(/\\(?=[\\`*_[\]<])/g, ''), kind);
  }
  const mask = (value: string): string => {
    let masked = value;
    for (const [secret, kind] of kinds) masked = masked.replaceAll(secret, maskOf(kind));
    return withoutSecrets(masked);
  };
  const { tables, anchors, listEnds, ...rest } = page;
  const masked = dataWithoutSecrets(rest, mask);
  if (removed.length === 0 && masked === rest) {
    const same = dataWithoutSecrets(tables, mask);
    return same === tables ? page : { ...page, tables: same };
  }
  /** The offset in the masked text of an offset in the text. */
  const moved = (offset: number): number => {
    let shift = 0;
    for (const { start, end, kind } of removed) {
      if (start >= offset) break;
      shift += maskOf(kind).length - (Math.min(end, offset) - start);
    }
    return offset + shift;
  };
  return {
    ...masked,
    markdown: text,
    tables: tables.map((table) => ({
      ...dataWithoutSecrets(table, mask),
      start: moved(table.start),
      end: moved(table.end),
    })),
    ...(anchors && { anchors: anchors.map((anchor) => ({ ...anchor, start: moved(anchor.start) })) }),
    ...(listEnds && { listEnds: listEnds.map(moved) }),
    metadata: { ...masked.metadata, notices: [...(masked.metadata.notices ?? []), ...noticesOf(removed)] },
  };
};

const noticesOf = (removed: readonly { kind: string }[]): string[] => {
  const counts = new Map<string, number>();
  for (const { kind } of removed) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  if (counts.size === 0) return [];
  const named = [...counts].map(([kind, count]) => (count === 1 ? kind : `${kind} (${count} times)`));
  return [`${counted(removed.length, 'secret')} removed: ${named.join(', ')}`];
};
