import { outsideCode } from './outside-code.ts';

/** A tag, whose values are for browsers, or a character by its name or number: `&amp;`, `&#228;`, `&nbsp;`. */
const TAG_OR_REFERENCE =
  /<[a-z/!?][^<>\n]{0,1000}>|(?:&(?:nbsp|ensp|emsp|thinsp|#160|#xa0);[ \t]{0,3}){1,50}|&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/i;
const SPACES = /^&(?:nbsp|ensp|emsp|thinsp|#160|#xa0);/i;
/** Signs of Markdown, which a writer named so that they are read as they are. */
const SIGNS = /^[\\`*_[\]<>|~#]$/;
const CONTROL = /^\p{Cc}$/u;

/**
 * Writes characters that stand by their names or numbers as themselves (`R&amp;D` as "R&D"), as every reader of Markdown shows
 * them. What would be a sign of Markdown keeps a backslash. Code, tags and names that nobody knows stay as they are.
 *
 * @param characterOf gives the character of one reference, or the reference itself
 */
export const withCharacters = (markdown: string, characterOf: (reference: string) => string): string =>
  /&[#a-z]/i.test(markdown)
    ? outsideCode(markdown, TAG_OR_REFERENCE, (found, at) => {
        if (!found.startsWith('&')) return found;
        if (SPACES.test(found)) return ' ';
        const character = characterOf(found);
        if (character === found) return found;
        if (CONTROL.test(character)) return ' ';
        // "&amp;lt;" is the text "&lt;", which must not be read as a name once more.
        if (character === '&')
          return /^(?:#\d|#x[\da-f]|[a-z])[a-z\d]{0,31};/i.test(markdown.slice(at + found.length)) ? found : '&';
        return SIGNS.test(character) ? `\\${character}` : character;
      })
    : markdown;
