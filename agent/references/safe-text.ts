import { visibleText } from '../../core/injection/visible-text.ts';
import { addressKey, findAddresses } from '../../core/text/addresses.ts';
import { inertText } from '../../core/text/inert-text.ts';
import { ADDRESS_LEFT_OUT } from '../model/grounded-output.ts';

/** What an answer's addresses are held against. */
export interface AllowedAddresses {
  /** Addresses of ingested pages that the answer cites: these may be links. */
  pages: readonly string[];
  /** What the cited sources and the question say: an address that stands there may be said, as code that no client links. */
  texts: readonly string[];
}

/**
 * Takes out of an answer what could lead a reader astray: images, HTML, invisible characters, every link but those to cited
 * pages, and every address that neither a cited source nor the question holds. An address that is only said stands in a
 * code span, so that no client makes a link of it. A link's words stay.
 */
export const withoutForeignLinks = (text: string, allowed: AllowedAddresses): string => {
  const plain = linksAsWords(visibleText(text), allowed)
    .replace(/\[(?!\d+\])([^\]]+)\]\[[^\]]*\]/g, '$1')
    .replace(/^ {0,3}\[[^\]\n]+\]:\s*\S+.*$/gm, '')
    .replace(/<((?:https?:\/\/|mailto:)[^>\s]+)>/gi, ' $1 ')
    .replace(/<\/?[a-z!][^>]*>/gi, '');
  return inertText(withoutUnknown(plain, allowed), { links: allowed.pages }).replace(/[ \t]{2,}/g, ' ');
};

const linksAsWords = (text: string, { pages }: AllowedAddresses): string => {
  const linkable = new Set(pages.map(addressKey));
  return text
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\[([^\]]+)\]\(\s*<?([^)\s>]+)[^)]*\)/g, (whole, words: string, url: string) =>
      linkable.has(addressKey(url)) ? whole : words,
    );
};

/** A text without the addresses that neither a page's own nor any of the texts holds. */
const withoutUnknown = (plain: string, { pages, texts }: AllowedAddresses): string => {
  const known = new Set([
    ...pages.map(addressKey),
    ...texts.flatMap((held) => findAddresses(visibleText(held)).map(({ address }) => addressKey(address))),
  ]);
  let safe = '';
  let from = 0;
  for (const { start, end, address } of findAddresses(plain)) {
    safe += plain.slice(from, start) + (known.has(addressKey(address)) ? address : ADDRESS_LEFT_OUT);
    from = end;
  }
  return safe + plain.slice(from);
};
