import { unpackedName } from '../packed.ts';

/** The ending of a manual page: its section, and the package's own sign ("ls.1", "perlre.1", "SSL_new.3ssl", "after.n"). */
const SECTION = /\.(?:[0-9][a-z]{0,8}|[ln]|man)$/i;

/** True for a name that manual pages have, packed or not. Logs and libraries may have such a name too (`syslog.1`). */
export const isSectionName = (name: string): boolean => SECTION.test(unpackedName(name) ?? name);

/** Bytes in which a page shows that it is roff. */
const START_BYTES = 16_384;

/** True for the source of a manual page: it begins with a comment or a request of roff, or has a title's macro. */
export const isManSource = (bytes: Uint8Array): boolean => {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, START_BYTES));
  return (
    /^\s*(?:[.'][ \t]*\\["#]|'''|\\"|\.(?:TH|Dd|Dt|so|de|ds|nr|if|ie|ig|mso)\b)/.test(start) ||
    /^\.(?:TH|Dd)[ \t]/m.test(start)
  );
};
