import { dataWithoutSecrets, maskOf, maskSecrets, withoutSecrets } from '../../core/secrets/mask-secrets.ts';
import type { FoundSecret } from '../../core/secrets/secret-patterns.ts';
import { counted } from '../../core/text/counted.ts';
import type { ExtractedPage } from '../extract/page.ts';

/**
 * The page without secrets: each is replaced by what it was, in text, title, tables, links and metadata. A secret that the text
 * shows is found in a cell too, where its label stands in another one. The page's notices then say how many of which kind.
 */
export const withoutPageSecrets = (page: ExtractedPage): ExtractedPage => {
  const { markdown, tables, anchors, listEnds, ...rest } = page;
  const { text, removed } = maskSecrets(markdown);
  const kinds = new Map<string, string>();
  for (const { start, end, kind } of removed) {
    const secret = markdown.slice(start, end);
    kinds.set(secret, kind).set(secret.replace(/\\(?=[\\`*_[\]<])/g, ''), kind);
  }
  const maskKnown = maskingOf(kinds);
  const mask = (value: string): string => withoutSecrets(maskKnown(value));
  const masked = dataWithoutSecrets(rest, mask);
  if (removed.length === 0 && masked === rest) {
    const same = dataWithoutSecrets(tables, mask);
    return same === tables ? page : { ...page, tables: same };
  }
  const moved = offsetsBehind(removed);
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

/** Masks secrets that are known by themselves, in time that hardly grows with their number: a page may list thousands. */
const maskingOf = (kinds: ReadonlyMap<string, string>): ((value: string) => string) => {
  const lengths = [...new Set([...kinds.keys()].map(({ length }) => length))].sort((a, b) => b - a);
  const secretAt = (value: string, at: number): string | undefined => {
    const length = lengths.find((one) => kinds.has(value.slice(at, at + one)));
    return length === undefined ? undefined : value.slice(at, at + length);
  };
  return (value) => {
    let masked = '';
    let from = 0;
    for (let at = 0; at < value.length; at += 1) {
      const secret = secretAt(value, at);
      if (secret === undefined) continue;
      masked += value.slice(from, at) + maskOf(kinds.get(secret) ?? '');
      from = at + secret.length;
      at = from - 1;
    }
    return from === 0 ? value : masked + value.slice(from);
  };
};

/** The offset in the masked text of an offset in the text, for offsets in any order. */
const offsetsBehind = (removed: readonly FoundSecret[]): ((offset: number) => number) => {
  /** By secret: how much longer or shorter the text before it became. */
  const shifts: number[] = [];
  let shift = 0;
  for (const { start, end, kind } of removed) {
    shifts.push(shift);
    shift += maskOf(kind).length - (end - start);
  }
  return (offset) => {
    let [low, high] = [0, removed.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((removed[middle]?.start ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    const last = removed[low - 1];
    if (last === undefined) return offset;
    return offset + (shifts[low - 1] ?? 0) + maskOf(last.kind).length - (Math.min(last.end, offset) - last.start);
  };
};

const noticesOf = (removed: readonly { kind: string }[]): string[] => {
  const counts = new Map<string, number>();
  for (const { kind } of removed) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  if (counts.size === 0) return [];
  const named = [...counts].map(([kind, count]) => (count === 1 ? kind : `${kind} (${count} times)`));
  return [`${counted(removed.length, 'secret')} removed: ${named.join(', ')}`];
};
