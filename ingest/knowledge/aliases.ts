import type { Passage } from '../../core/document.ts';
import { splitSentences } from '../../core/text/sentences.ts';
import { words } from '../../core/text/words.ts';
import type { Fact } from './fact.ts';
import { legalForm } from './legal-form.ts';
import {
  INITIALS,
  OTHER_ACCENTS,
  OTHER_SPACING,
  PLURAL,
  WITHOUT_FORM as WITHOUT_LEGAL_FORM,
} from './names/same-name.ts';

/** The predicates of alias facts. Each gives the reason why two names are one thing. */
const SHORT_FORM = 'is also called (short form in brackets)';
const SPOKEN_FORM = 'is also called (said in the text)';
export const ALIAS_PREDICATES: ReadonlySet<string> = new Set([
  SHORT_FORM,
  SPOKEN_FORM,
  WITHOUT_LEGAL_FORM,
  OTHER_ACCENTS,
  OTHER_SPACING,
  PLURAL,
  INITIALS,
]);

const NAME = String.raw`(?:\p{Lu}[\p{L}\p{N}’'&.-]{0,60})(?:\s{1,9}(?:of|the|for|and|de|van|von|&|\p{Lu}[\p{L}\p{N}’'&.-]{0,60})){0,7}`;
/** `World Health Organization (WHO)`. */
const IN_BRACKETS = new RegExp(String.raw`(${NAME})\s+\((\p{Lu}[\p{Lu}\p{N}&-]{1,9})s?\)`, 'gu');
/** `Norrfilm, also known as the Film Works`, `formerly Nordfilm`, `known as …`. */
const ALSO_CALLED = new RegExp(
  String.raw`(${NAME})\s*,?\s+\(?(?:also (?:known as|called)|better known as|formerly(?: known as| called)?|abbreviated(?: as)?|nicknamed)\s+(?:the\s+)?["“]?(${NAME})["”]?`,
  'gu',
);
/** `Wolff MS,`: a surname and initials, as in lists of references; and how many of them make such a list. */
const AUTHOR = /\p{Lu}[\p{L}’'-]+\s\p{Lu}{1,3}(?=[,.;]|\s\(|\set al)/gu;
const MIN_AUTHORS = 2;
/** `Fenton SE (2006)`: a single author with the year. */
const CITED = /\p{Lu}{1,3}\s\((?:19|20)\d\d/u;

/**
 * Finds names that the pages themselves declare to be one thing, as facts with their passages: a short form in brackets whose
 * letters are the initials of the words before it, `also known as`, and a company's name without its legal form. A merge is a
 * fact of the page, so forgetting or correcting the page removes it.
 */
export const aliasFacts = (passages: readonly Passage[]): Fact[] =>
  passages.flatMap((passage) => {
    return splitSentences(passage.text).flatMap(({ start, end }) => {
      const sentence = passage.text.slice(start, end);
      const fact = (subject: string, predicate: string, object: string): Fact => ({
        subject: subject.trim(),
        predicate,
        object: object.trim(),
        passageIds: [passage.id],
      });
      const short = [...sentence.matchAll(IN_BRACKETS)].flatMap(([, before = '', acronym = '']) => {
        const name = nameOf(acronym, before);
        return name ? [fact(name, SHORT_FORM, acronym)] : [];
      });
      // After two joined names, it is unclear which of them has the other name.
      const said = [...sentence.matchAll(ALSO_CALLED)].flatMap(([, name = '', alias = '']) =>
        / and /.test(name) ? [] : [fact(name, SPOKEN_FORM, alias)],
      );
      const authors =
        CITED.test(sentence) ||
        [...sentence.matchAll(AUTHOR)].filter(([name]) => legalForm(name).form === undefined).length >= MIN_AUTHORS;
      const names = [...sentence.matchAll(new RegExp(NAME, 'gu'))].map(([name]) => name.replace(/[.,]$/, ''));
      const bare = names.flatMap((name) => {
        const { bare: without, form } = legalForm(name);
        // Among authors, "Hankinson SE" is a person with initials.
        if (authors && /\s\p{Lu}{1,3}$/u.test(name)) return [];
        return form !== undefined && words(without).length > 0 ? [fact(name, WITHOUT_LEGAL_FORM, without)] : [];
      });
      return [...short, ...said, ...bare];
    });
  });

/** The last words before the brackets whose initials spell the short form. Words such as "of" may be skipped. */
const nameOf = (acronym: string, before: string): string | undefined => {
  const letters = acronym.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const tokens = before.split(/\s+/);
  for (let from = tokens.length - 2; from >= 0; from--) {
    const name = tokens.slice(from);
    const all = name.map((word) => word.charAt(0).toLowerCase()).join('');
    const large = name
      .filter((word) => /^\p{Lu}/u.test(word))
      .map((word) => word.charAt(0).toLowerCase())
      .join('');
    if (/^\p{Lu}/u.test(name.join(' ')) && (all === letters || large === letters)) return name.join(' ');
  }
};
