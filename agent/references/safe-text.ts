import { visibleText } from '../../core/injection/visible-text.ts';
import { addressKey, findAddresses, namedBy } from '../../core/text/addresses.ts';
import { HTML_ELEMENTS } from '../../core/text/html-elements.ts';
import { imagesAsWords, LINK_TARGET } from '../../core/text/images.ts';
import { inertText } from '../../core/text/inert-text.ts';
import { proseAndCode } from '../../core/text/prose-and-code.ts';
import { ADDRESS_LEFT_OUT } from '../model/grounded-output.ts';

/** The addresses that an answer may contain. */
export interface AllowedAddresses {
  /** Addresses of cited pages, which may be links. */
  pages: readonly string[];
  /** Texts of the cited sources and the question. Their addresses may appear as code, which no client links. */
  texts: readonly string[];
}

const TAG = /<\/?([a-z!][\w-]*)[^>]*>/gi;
/** A place to fill in: words between angle brackets, without attributes. */
const PLACEHOLDER = /^<[a-z][\w -]{0,40}>$/i;
/**
 * Removes the tags of HTML, but not in code. What HTML does not know is a place to fill in ("slot-drop <name>"), without which a command does
 * something else: it stays, as code.
 */
const withoutTags = (text: string): string =>
  proseAndCode(text)
    .map((part, at) =>
      at % 2 === 1
        ? part
        : part.replace(TAG, (tag, name: string) =>
            PLACEHOLDER.test(tag) && !HTML_ELEMENTS.has(name.toLowerCase()) ? `\`${tag}\`` : '',
          ),
    )
    .join('');

/**
 * Removes from an answer images, HTML, invisible characters, links to other than cited pages, and addresses that
 * neither a cited source nor the question contains. Other addresses become code, so that no client links them. A
 * removed link keeps its words.
 */
export const withoutForeignLinks = (text: string, allowed: AllowedAddresses): string => {
  const plain = withoutTags(
    linksAsWords(visibleText(text), allowed)
      .replace(/\[(?!\d+\])([^\]]+)\]\[[^\]]*\]/g, '$1')
      .replace(/^ {0,3}\[[^\]\n]+\]:\s*\S+.*$/gm, '')
      .replace(/<((?:https?:\/\/|mailto:)[^>\s]+)>/gi, ' $1 '),
  );
  return withoutGaps(inertText(withoutUnknown(plain, allowed), { links: allowed.pages }));
};

/** Closes the gaps that removed words leave in prose. An indent stays: it makes a list within a list, and a program. */
const withoutGaps = (text: string): string =>
  proseAndCode(text)
    .map((part, at) => (at % 2 === 1 ? part : part.replace(/(?<=\S)[ \t]{2,}/g, ' ')))
    .join('');

const LINK = new RegExp(String.raw`\[([^\]]+)\](${LINK_TARGET})`, 'g');

const linksAsWords = (text: string, { pages }: AllowedAddresses): string => {
  const linkable = new Set(pages.map(addressKey));
  return imagesAsWords(text).replace(LINK, (whole, words: string, target: string) => {
    const [url = ''] = /[^\s<>]+/.exec(target.slice(1, -1)) ?? [];
    return linkable.has(addressKey(url)) ? whole : words;
  });
};

/** Removes the addresses that are neither a page's own nor in any of the texts. */
const withoutUnknown = (plain: string, { pages, texts }: AllowedAddresses): string => {
  const known = new Set([
    ...pages.flatMap(namedBy),
    ...texts.flatMap((held) => findAddresses(visibleText(held)).flatMap(({ address }) => namedBy(address))),
  ]);
  let safe = '';
  let from = 0;
  for (const { start, end, address } of findAddresses(plain)) {
    safe += plain.slice(from, start) + (known.has(addressKey(address)) ? address : ADDRESS_LEFT_OUT);
    from = end;
  }
  return safe + plain.slice(from);
};
