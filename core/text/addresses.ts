/** Top-level domains that chat or mail clients turn into links without a scheme, besides those of two letters. */
const ENDINGS =
  'com|org|net|edu|gov|mil|int|info|biz|name|pro|mobi|app|dev|xyz|online|site|store|shop|tech|cloud|page|link|live|club|top|vip|work|team|zone|wiki|blog|news|email|support|help|login|download|zip|mov|click|fun|icu|space|website|world|today|agency|digital|media|network|systems|solutions|services|software|bank|money|finance|loan|win|bid|best|one|onion|local|internal|localhost|example|test|invalid|arpa';

/** Top-level domains in spelled-out addresses: "evil dot example". */
const SPELLED = 'com|org|net|io|dev|app|example|info|biz|co|xyz|site|online';
const CUT_SPELLED = SPELLED.split('|')
  .flatMap((ending) => Array.from(ending, (_, at) => ending.slice(0, at + 1)))
  .join('|');

/** A character of an address (\x60 is the backtick). */
const TAIL = String.raw`[^\s<>()\]"'“”\x60|]`;
const LABEL = String.raw`[\p{L}\p{N}-]+`;
const HIDDEN_STOP = String.raw`\s?(?:\[\.\]|\(\.\)|\{\.\}|\[dot\]|\(dot\)|。|．|｡)\s?`;

/**
 * Addresses that a person could follow: with or without a scheme, mail addresses, hosts with a path or a port, names
 * with a known top-level domain, IP addresses with a path or a port, and disguised full stops ("evil[.]example").
 */
const ADDRESS = new RegExp(
  [
    String.raw`\b(?:[a-z][a-z0-9+.-]{1,15}|hxxps?)\s?:\s?\/\/${TAIL}+`,
    String.raw`(?<![\p{L}\p{N}:/])\/\/${LABEL}(?:\.${LABEL})+${TAIL}*`,
    String.raw`\b(?:mailto|javascript|data|tel|file|vbscript):${TAIL}+`,
    String.raw`[\p{L}\p{N}._%+-]+@${LABEL}(?:\.${LABEL})+`,
    String.raw`(?<![\p{L}\p{N}])${LABEL}(?:${HIDDEN_STOP}${LABEL})+(?:[/:?#／]${TAIL}*)?`,
    String.raw`(?<![\p{L}\p{N}/._-])(?:www\.${LABEL}(?:\.${LABEL})*|(?:${LABEL}\.)+(?:${ENDINGS}|[a-z]{2}|[a-z]{3,18})(?![\p{Script=Latin}\p{N}-])|(?:${LABEL}\.)+\p{L}{2,24}(?=[/:?#][\p{L}\p{N}?#/]))(?::\d{2,5})?(?:[/?#]${TAIL}*)?`,
    String.raw`(?<![\p{L}\p{N}])${LABEL}(?:\s+dot\s+${LABEL})*\s+dot\s+(?:${SPELLED})(?![\p{L}\p{N}])(?:\s+slash\s+${LABEL})*`,
    // As above, in a text that was truncated inside the address.
    String.raw`(?<![\p{L}\p{N}])${LABEL}(?:\s+dot\s+${LABEL})*\s+dot\s+(?:${CUT_SPELLED})[.…\s]*$`,
    String.raw`(?<![\p{N}.])(?:\d{1,3}\.){3}\d{1,3}(?::\d{2,5}(?:\/${TAIL}*)?|\/${TAIL}*)`,
    String.raw`\[(?:[\da-f]{0,4}:){2,7}[\da-f]{0,4}\](?::\d{2,5})?(?:\/${TAIL}*)?`,
  ].join('|'),
  'giu',
);
/** Every address contains one of these. Most sentences contain none, and one pass for it costs far less than `ADDRESS`. */
const MAY_ADDRESS =
  /\/\/|@|[。．｡]|[[({](?:\.|dot)[\])}]|[\p{L}\p{N}-]\.[\p{L}\p{N}-]|\sdot\s|(?:mailto|javascript|data|tel|file|vbscript):|\[[\da-f]{0,4}:/iu;
/** Chinese and Japanese full stops end a sentence unless a Latin top-level domain follows. */
const WIDE_STOP = /[。．｡]/u;
const LATIN_ENDING = /[。．｡.][a-z][a-z0-9-]{1,23}(?:[/:?#／].*)?$/iu;
/** Two letters after a full stop that are a file extension or an abbreviation, not a top-level domain. */
const NO_HOST =
  /^(?:[\p{L}\p{N}-]+\.)*[\p{L}\p{N}_-]+\.(?:js|ts|py|rb|go|cs|vb|ps|hs|ml|kt|md|gz|xz|7z|db|so|el|sh|pl|rs|in|ac|am|pm|st|mk|cc)$|^(?:\p{L}\.)+\p{L}{1,2}$|^\d/iu;
/** Extensions and abbreviations of `NO_HOST` that are also country domains: "t.me", "install.sh". */
const COUNTRY_ENDING =
  /^[\p{L}\p{N}.-]*[\p{L}\p{N}]{2,}\.(?:md|py|rs|sh|pl|so|st|cc|ml|mk|in|am|pm|ac)$|^\p{L}\.(?:co|me|ly|gg|cc|io|to|st)$/iu;
/**
 * File extensions and code suffixes that are not top-level domains. Any other word after a full stop is treated as one:
 * there are more than a thousand, with new ones every year.
 */
const FILE_ENDING =
  /\.(?:json|jsonl|html?|txt|text|ya?ml|toml|csv|tsv|pdf|docx?|xlsx?|pptx?|odt|ods|epub|png|jpe?g|gif|svg|webp|ico|tsx|jsx|mjs|cjs|mts|log|lock|env|conf|cfg|ini|xml|xsd|sql|sqlite|spec|bench|java|scala|swift|cpp|hpp|php|lua|bash|zsh|ps1|bat|exe|dll|jar|tar|rar|bak|tmp|eml|msg|ics|vcf|wav|mp3|mp4|webm|ttf|woff2?|scss|less|css|vue|proto|gradle|ipynb|parquet|example|local)$/iu;
const KNOWN_ENDING = new RegExp(`\\.(?:${ENDINGS}|[a-z]{2})$`, 'iu');
/** A missing space after a full stop: "Mr.Smith", "end.Next". */
const GLUED_SENTENCES = /\.\p{Lu}\p{Ll}+$/u;

const TRAILING = /[.,;:!?'"”’)\]}*_]+$/u;

/** An address in a text, without trailing punctuation. */
export interface FoundAddress {
  start: number;
  end: number;
  address: string;
}

/**
 * Finds the addresses in a text. File names such as `install.sh` count only with `fileNames`, since some extensions are
 * also country domains that a client may link.
 */
export const findAddresses = (text: string, { fileNames = false }: { fileNames?: boolean } = {}): FoundAddress[] => {
  if (!MAY_ADDRESS.test(text)) return [];
  return [...text.matchAll(ADDRESS)].flatMap((match) => {
    const address = match[0].replace(TRAILING, '');
    if (address === '' || (WIDE_STOP.test(address) && !LATIN_ENDING.test(address))) return [];
    if (NO_HOST.test(address) && !address.includes('/') && !(fileNames && COUNTRY_ENDING.test(address))) return [];
    if (/^[^/:@\s]+$/.test(address) && !/^www\./i.test(address) && !KNOWN_ENDING.test(address))
      if (FILE_ENDING.test(address) || GLUED_SENTENCES.test(address)) return [];
    // "weeks.In" has a full stop without its space and is not a host.
    if (/^\p{L}+\.\p{Lu}\p{Ll}*$/u.test(address) && !/^\p{Lu}/u.test(address)) return [];
    return [{ start: match.index, end: match.index + address.length, address }];
  });
};

/** The address in a canonical form for comparison: no scheme, no `www.`, lower case, real full stops. */
export const addressKey = (address: string): string =>
  address
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+dot\s+/g, '.')
    .replace(/\s+slash\s+/g, '/')
    .replace(/\s+/g, '')
    .replace(/\[\.\]|\(\.\)|\{\.\}|\[dot\]|\(dot\)|。|．|｡/g, '.')
    .replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\//, '')
    .replace(/^(?:mailto|tel):/, '')
    .replace(/^www\./, '')
    .replace(/\/$/, '');

/** What an address allows to be named: itself, and the site that a page is on. Canonical, as by `addressKey`. */
export const namedBy = (address: string): string[] => {
  const key = addressKey(address);
  const [site = ''] = key.split('/');
  return site === key || key.includes('@') ? [key] : [key, site];
};
