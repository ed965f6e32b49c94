import { visibleText } from '../injection/visible-text.ts';
import { addressKey, findAddresses } from './addresses.ts';

/** Start of a placeholder for finished pieces, which later rules must not change. `<` is in no address. */
const HOLD = '<\uE0A0';
const HELD = /<\uE0A0(\d+)>/g;

/** A fenced code block. An unclosed fence is not code. */
const FENCE = /^ {0,3}(`{3,})[^`\n]*\n(?:[\s\S]*?\n)? {0,3}\1`*[ \t]*(?=\n|$)/gm;
/** Inline code, with equally many backticks on both sides. Chat clients end it at the line's end. */
const CODE = /(?<!`)(`{1,2})(?!`)([^`\n]+)\1(?!`)/g;
const IMAGE = /!\[([^\]]*)\]\(\s*<?([^\s)>]*)[^)]*\)/g;
const LINK = /\[((?:[^[\]]|\[[^[\]]*\])*)\](\(\s*<?([^\s)>]*)>?(?:\s+(?:"[^"]*"|'[^']*'))?\s*\))/g;
const REFERENCE_LINK = /\[(?!\d+\])([^\][]+)\]\[[^\][]*\](?!\()/g;
/** A link definition `[name]: address` at the start of a line. In a citation, text follows the bracket. */
const DEFINITION = /^([ \t>]*\[[^\]\n]+\]):(?=\s*\S+)/gm;
const AUTOLINK = /<((?:[a-z][a-z0-9+.-]*:\/\/|mailto:|www\.)[^<>\s|]+)(?:\|([^<>\n]*))?>/gi;
/** Mentions that notify people in a chat: Slack's `<!channel>` and `<@U1>`, Discord's `<@1>`, `@everyone`. */
const CALL = /<[!@#][^<>\n]{1,80}>|(?<![\p{L}\p{N}])@(?:everyone|here|channel)(?![\p{L}\p{N}])/giu;
/**
 * Elements of HTML that load, run or cover something: by their names, and every one with an attribute. Programs that ask through
 * a door may show an answer's HTML as it stands.
 */
const ELEMENT =
  /<\/?(?:(?:script|style|iframe|frame|form|input|button|textarea|select|object|embed|applet|svg|math|img|image|video|audio|source|base|meta|link|body|html|head|title|noscript|template|plaintext|xmp|marquee|dialog)(?=[\s/>])|[a-z][a-z0-9-]{0,30}[\s/][^<>]{0,500}?=)[^<>]{0,1000}>?/gi;
/** Anything like an address that the other rules missed. */
const LEFT_OVER = /[^\s<>()[\]"'`|]*(?::\/\/|(?<=[\p{L}\p{N}])@[\p{L}\p{N}-]+\.(?=[\p{L}\p{N}]))[^\s<>()[\]"'`|]*/giu;

export interface InertOptions {
  /** Addresses of ingested pages, the only ones that may be links. */
  links?: Iterable<string>;
  /** True to make names such as `install.sh` and `t.me` code too, which some clients link. */
  fileNames?: boolean;
  /** True to keep links without a host unchanged, as in quotes. */
  relativeLinks?: boolean;
}

/**
 * Makes a text inert: each address becomes a link to one of `links` or a code span, which no client turns into a link;
 * mentions and elements of HTML that act become code too. Only code spans that every client recognises count: closed on
 * their line, not escaped. Removes invisible characters. Idempotent.
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
    .replace(ELEMENT, (tag) => (/^[^\n]*>$/.test(tag) ? code(tag) : `‹${tag.slice(1)}`))
    .replace(IMAGE, (whole, label: string, url: string) =>
      isPage(url) ? whole.slice(1) : staysLink(url) ? whole : label || code(url),
    )
    // A chat link's label may name another place than its target.
    .replace(AUTOLINK, (_, url: string, label?: string) =>
      isPage(url) && !label ? hold(url) : label ? `${label} (${code(url)})` : code(url),
    );
  // Labels contain no links except [n], so inner links are handled first.
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
      // In "plpgsql.variable_conflict" only a part looks like an address; the whole name becomes code.
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

/** Maximum characters of a name in code after its part that looks like an address. */
const MAX_NAME_CHARS = 80;

/** True for an address without scheme and host, which stays on its own site. */
const isRelative = (url: string): boolean =>
  !/^[\\/]{2}|^[a-z][a-z0-9+.-]*:/i.test(url) && findAddresses(url.split(/[/?#]/, 1)[0] ?? '').length === 0;

/** Every address, mention and code span contains one of these characters. */
const MAY_ACT = /[.:@/<[\\`。．｡]|\sdot\s/iu;
