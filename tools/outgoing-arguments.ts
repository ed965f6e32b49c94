import { visibleText } from '../core/injection/visible-text.ts';
import { addressKey, findAddresses } from '../core/text/addresses.ts';

/** Replaces an address that nobody asked about. */
const ADDRESS_LEFT_OUT = '(address left out)';

/** Filters what one question's calls may send to live sources. */
export interface OutgoingArguments {
  /** Removes addresses from the arguments that came neither from the asker nor from that server. */
  clean(server: string, args: Record<string, unknown>): Record<string, unknown>;
  /** Records a server's answer, so that its addresses may be sent back to it, and to no other server. */
  recordAnswer(server: string, text: string): void;
}

/**
 * Prevents pages from directing a live source: an address in a call must come from the asker's own words or from the
 * same server's answers.
 */
export const createOutgoingArguments = (asked: string): OutgoingArguments => {
  const keysOf = (text: string) => findAddresses(visibleText(text)).map(({ address }) => addressKey(address));
  const askers = keysOf(asked);
  const said = new Map<string, Set<string>>();
  return {
    recordAnswer(server, text) {
      const known = said.get(server) ?? new Set();
      for (const key of keysOf(text)) known.add(key);
      said.set(server, known);
    },
    clean(server, args) {
      const known = new Set([...askers, ...(said.get(server) ?? [])]);
      const walk = (value: unknown): unknown => {
        if (typeof value === 'string') return withoutUnknown(visibleText(value), known);
        if (Array.isArray(value)) return value.map(walk);
        if (typeof value !== 'object' || value === null) return value;
        return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, walk(inner)]));
      };
      return walk(args) as Record<string, unknown>;
    },
  };
};

const withoutUnknown = (text: string, known: ReadonlySet<string>): string => {
  let kept = '';
  let from = 0;
  for (const { start, end, address } of findAddresses(text)) {
    kept += text.slice(from, start) + (known.has(addressKey(address)) ? address : ADDRESS_LEFT_OUT);
    from = end;
  }
  return kept + text.slice(from);
};
