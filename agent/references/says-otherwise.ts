import { contentStems, shareIn } from '../../core/text/content-stems.ts';
import { quantitiesAndWordsIn } from '../quote/words/numbers.ts';

/** Share of the added words from which on two sentences say the same. */
const SAME_SHARE = 0.5;

/**
 * True if two answers to a question differ in all figures, e-mail addresses or names that they add, in a negation, or in
 * most of their other words. No text rule can tell which one is right.
 */
export const saysOtherwise = (one: string, other: string, question: string): boolean => {
  const asked = { stems: contentStems(question), figures: new Set(figuresIn(question)) };
  const [a, b] = [addedBy(one, asked), addedBy(other, asked)];
  for (const kind of ['figures', 'mailboxes', 'names'] as const)
    if (a[kind].size > 0 && b[kind].size > 0) return ![...a[kind]].some((value) => b[kind].has(value));
  if (a.stems.size === 0 || b.stems.size === 0) return a.denies !== b.denies;
  const same = Math.max(shareIn(a.stems, b.stems), shareIn(b.stems, a.stems));
  return same < SAME_SHARE || a.denies !== b.denies;
};

/** What a sentence adds to its question. */
const addedBy = (sentence: string, asked: { stems: ReadonlySet<string>; figures: ReadonlySet<string> }) => {
  const added = (found: readonly string[]) =>
    new Set([...contentStems(found.join(' '))].filter((stem) => !asked.stems.has(stem)));
  return {
    figures: new Set(figuresIn(sentence).filter((figure) => !asked.figures.has(figure))),
    mailboxes: new Set(sentence.toLowerCase().match(MAILBOX) ?? []),
    names: added(sentence.match(/(?<=\S\s+)\p{Lu}[\p{L}\p{N}-]*/gu) ?? []),
    stems: added([sentence]),
    denies: DENIAL.test(sentence),
  };
};

/**
 * Whole figures: "10:00" and "12:00" share nothing, although both have 00 minutes. Without commas between thousands. A number
 * in words counts where what it counts comes behind it: "three weeks".
 */
const figuresIn = (text: string): string[] => [
  ...(text.match(/\p{N}+(?:[.,:/-]\p{N}+)*/gu) ?? []).map((figure) => figure.replace(/,(?=\p{N}{3}(?!\p{N}))/gu, '')),
  ...quantitiesAndWordsIn(text).flatMap(({ value, unit, start }) =>
    unit?.endsWith('s') && /\p{L}/u.test(text[start] ?? '') ? [String(value)] : [],
  ),
];

const MAILBOX = /[\p{L}\p{N}._+-]{1,64}@[\p{L}\p{N}.-]{1,250}\p{L}/gu;

/** Negations, in the languages of `core/injection/lexicon.ts`. */
const DENIAL =
  /(?<!\p{L})(?:not|no|never|nobody|none|neither|without|cannot|\p{L}+n['’]t|nicht|nie|niemals|kein\p{L}*|ohne|pas|jamais|aucune?|sans|nunca|ning\p{L}+|sin|non|mai|nessun\p{L}*|senza|não|nenhum\p{L}*|sem|niet|geen|nooit|zonder|bez|żad\p{L}+|не|нет|нельзя|никогда|без|değil|yok)(?!\p{L})|ない|ません|禁止|不|没有|沒有|않|없|لا|ليس|لن|नहीं|बिना/iu;
