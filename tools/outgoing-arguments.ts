import { visibleText } from '../core/injection/visible-text.ts';
import { addressKey, findAddresses } from '../core/text/addresses.ts';

/** Stands in a call where an address stood that nobody asked about. */
const ADDRESS_LEFT_OUT = '(address left out)';

/** What the calls of one question to live sources may carry out of this machine. */
export interface OutgoingArguments {
  /** The arguments without addresses that neither the asker nor that server named. */
  clean(server: string, args: Record<string, unknown>): Record<string, unknown>;
  /** A server's own answer: its addresses may go back to it, and to no other. */
  heard(server: string, text: string): void;
}

/**
 * Keeps pages from sending a live source somewhere: an address in a call comes from the asker's own words or from what the
 * same server said, never from a page.
 */
export const createOutgoingArguments = (asked: string): OutgoingArguments => {
  const keysOf = (text: string) => findAddresses(visibleText(text)).map(({ address }) => addressKey(address));
  const askers = keysOf(asked);
  const said = new Map<string, Set<string>>();
  return {
    heard(server, text) {
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
