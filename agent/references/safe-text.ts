import { visibleText } from '../../core/injection/visible-text.ts';
import { addressKey, findAddresses } from '../../core/text/addresses.ts';
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
    .replace(/\[([^\]]+)\]\[[^\]]*\]/g, '$1')
    .replace(/^ {0,3}\[[^\]\n]+\]:\s*\S+.*$/gm, '')
    .replace(/<((?:https?:\/\/|mailto:)[^>\s]+)>/gi, ' $1 ')
    .replace(/<\/?[a-z!][^>]*>/gi, '');
  return addressesAsCode(plain, allowed).replace(/[ \t]{2,}/g, ' ');
};

/** As withoutForeignLinks, for words that a page holds and that are shown as they stand there: "git tag -d <name>" keeps its name. */
export const quoteWithoutForeignLinks = (quote: string, allowed: AllowedAddresses): string =>
  addressesAsCode(linksAsWords(visibleText(quote), allowed), allowed);

const linksAsWords = (text: string, { pages }: AllowedAddresses): string => {
  const linkable = new Set(pages.map(addressKey));
  return text
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\[([^\]]+)\]\(\s*<?([^)\s>]+)[^)]*\)/g, (whole, words: string, url: string) =>
      linkable.has(addressKey(url)) ? whole : words,
    );
};

/** Addresses that may be linked as they are, those that may be said as code, the others left out. */
const addressesAsCode = (plain: string, { pages, texts }: AllowedAddresses): string => {
  const linkable = new Set(pages.map(addressKey));
  const sayable = new Set(
    texts.flatMap((held) => findAddresses(visibleText(held)).map(({ address }) => addressKey(address))),
  );
  let safe = '';
  let from = 0;
  for (const { start, end, address } of findAddresses(plain)) {
    const before = plain.slice(from, start);
    safe += before;
    from = end;
    const key = addressKey(address);
    if (linkable.has(key)) safe += address;
    else if (!sayable.has(key)) safe += ADDRESS_LEFT_OUT;
    else safe += insideCode(plain, start) ? address : `\`${address}\``;
  }
  return safe + plain.slice(from);
};

/** True for a place between two backticks of its line, or inside a fenced block. */
const insideCode = (text: string, at: number): boolean => {
  const before = text.slice(0, at);
  if ((before.match(/^\s*```/gm)?.length ?? 0) % 2 === 1) return true;
  const line = before.slice(before.lastIndexOf('\n') + 1);
  return (line.match(/`/g)?.length ?? 0) % 2 === 1;
};
