import { visibleText } from '../injection/visible-text.ts';
import { addressKey, findAddresses } from './addresses.ts';

/** Stands for a piece that is done with, so that nothing in it is read again. `<` belongs to no address. */
const HOLD = '<\uE0A0';
const HELD = /<\uE0A0(\d+)>/g;

/** A fence on a line of its own, to the next one; what is never closed is no code. */
const FENCE = /^ {0,3}(`{3,})[^`\n]*\n(?:[\s\S]*?\n)? {0,3}\1`*[ \t]*(?=\n|$)/gm;
/** Code within a line: as many backticks after it as before it. A chat client ends it with the line at the latest. */
const CODE = /(?<!`)(`{1,2})(?!`)([^`\n]+)\1(?!`)/g;
const IMAGE = /!\[([^\]]*)\]\(\s*<?([^\s)>]*)[^)]*\)/g;
const LINK = /\[((?:[^[\]]|\[[^[\]]*\])*)\](\(\s*<?([^\s)>]*)>?(?:\s+(?:"[^"]*"|'[^']*'))?\s*\))/g;
const REFERENCE_LINK = /\[(?!\d+\])([^\][]+)\]\[[^\][]*\](?!\()/g;
/** `[name]: address` at the start of a line, whose address a link elsewhere would lead to; a citation is followed by text. */
const DEFINITION = /^([ \t>]*\[[^\]\n]+\]):(?=\s*\S+)/gm;
const AUTOLINK = /<((?:[a-z][a-z0-9+.-]*:\/\/|mailto:|www\.)[^<>\s|]+)(?:\|([^<>\n]*))?>/gi;
/** Words that call people or lead elsewhere in a chat: Slack's `<!channel>` and `<@U1>`, Discord's `<@1>`, `@everyone`. */
const CALL = /<[!@#][^<>\n]{1,80}>|(?<![\p{L}\p{N}])@(?:everyone|here|channel)(?![\p{L}\p{N}])/giu;
/** What no rule for addresses may have missed. */
const LEFT_OVER = /[^\s<>()[\]"'`|]*(?::\/\/|(?<=[\p{L}\p{N}])@[\p{L}\p{N}-]+\.(?=[\p{L}\p{N}]))[^\s<>()[\]"'`|]*/giu;

/** What may be a link, and what is read as an address. */
export interface InertOptions {
  /** Addresses of ingested pages: these alone may be links. */
  links?: Iterable<string>;
  /** True: names such as `install.sh` and `t.me`, of which some clients make links, are set as code too. */
  fileNames?: boolean;
  /** True: a link without a host stays as it is written, as in words that are quoted. */
  relativeLinks?: boolean;
}

/**
 * Text that can do nothing but be read: an address is a link to one of `links` or stands in a code span, which no client
 * turns into a link; the same for words that would call people in a chat. Code spans are those that every client agrees
 * on: closed within their line, not escaped. Invisible characters are left out. Applied twice it changes nothing more.
 */
export const inertText = (
  text: string,
  { links = [], fileNames = false, relativeLinks = false }: InertOptions = {},
): string => {
  if (!MAY_ACT.test(text)) return visibleText(text);
  const exact = new Set([...links].filter((url) => /^https?:\/\//i.test(url)));
  const linkable = new Set([...exact].map(addressKey));
  const isPage = (url: string) => exact.has(url) || (/^https?:\/\//i.test(url) && linkable.has(addressKey(url)));
  const staysLink = (url: string) => isPage(url) || (relativeLinks && url !== '' && isRelative(url));
  const held: string[] = [];
  const hold = (piece: string) => `${HOLD}${held.push(piece) - 1}>`;
  const code = (piece: string) => hold(`\`${piece.replaceAll('`', '')}\``);
  let open = visibleText(text)
    .replaceAll('\uE0A0', '')
    .replace(/\\+(?=`)/g, '')
    .replace(FENCE, (block) => hold(block))
    .replace(CODE, (_, __, inside: string) => code(inside))
    .replaceAll('`', "'")
    .replace(IMAGE, (whole, label: string, url: string) =>
      isPage(url) ? whole.slice(1) : staysLink(url) ? whole : label || code(url),
    )
    // What a link of a chat is called may name another place than it leads to.
    .replace(AUTOLINK, (_, url: string, label?: string) =>
      isPage(url) && !label ? hold(url) : label ? `${label} (${code(url)})` : code(url),
    );
  // Labels hold no links of their own, but [n]: the inner ones first.
  open = open
    .replace(LINK, (_, label: string, __, url: string) =>
      staysLink(url) ? `[${label.replace(/\]\s*\(/g, '] (')}]${hold(`(${url})`)}` : label || code(url),
    )
    .replace(REFERENCE_LINK, '$1')
    .replace(DEFINITION, '$1')
    .replace(CALL, (call) => code(call));
  let safe = '';
  let from = 0;
  for (const { start, end, address } of findAddresses(open, { fileNames })) {
    safe += open.slice(from, start);
    from = end;
    if (isPage(address) || (linkable.has(addressKey(address)) && !address.includes(':'))) safe += hold(address);
    else {
      // "plpgsql.variable_conflict" is one name, of which only a part looks like an address.
      const [rest = ''] = /^(?:_\w*)?/.exec(open.slice(end, end + MAX_NAME_CHARS)) ?? [];
      safe += code(`${address}${rest}`);
      from += rest.length;
    }
  }
  return (safe + open.slice(from))
    .replace(LEFT_OVER, (piece) => code(piece))
    .replace(HELD, function restore(_, at: string): string {
      return (held[Number(at)] ?? '').replace(HELD, restore);
    });
};

/** Characters of a name in code that are read beyond what looks like an address. */
const MAX_NAME_CHARS = 80;

/** True for an address without scheme and host, which leads nowhere but within the place where it stands. */
const isRelative = (url: string): boolean =>
  !/^[\\/]{2}|^[a-z][a-z0-9+.-]*:/i.test(url) && findAddresses(url.split(/[/?#]/, 1)[0] ?? '').length === 0;

/** No address, no call and no code is without one of these. */
const MAY_ACT = /[.:@/<[\\`。．｡]|\sdot\s/iu;
