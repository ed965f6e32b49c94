import { languageOf } from '../core/text/language.ts';
import type { Hit } from './retriever.ts';

/**
 * Drops passages of a page if its translation into the question's language was found too. Two pages are translations of each other
 * if their ids differ in a tag of a language alone (`docs/de/hours.md`, `docs/en/hours.md`, `docs/hours.md`) and their texts are in
 * different languages. Pages that are there in another language alone stay.
 */
export const inAskersLanguage = (hits: readonly Hit[], question: string): Hit[] => {
  const groups = Map.groupBy(hits, ({ documentId }) => withoutLanguage(documentId));
  const areSeveral = (hit: Hit) =>
    groups.get(withoutLanguage(hit.documentId))?.some(({ documentId }) => documentId !== hit.documentId) === true;
  if (!hits.some(areSeveral)) return [...hits];
  const asked = languageOrScript(question);
  return hits.filter((hit) => {
    if (asked === undefined || !areSeveral(hit)) return true;
    const own = languageOrScript(hit.text);
    if (own === undefined || own === asked) return true;
    return !groups
      .get(withoutLanguage(hit.documentId))
      ?.some(({ documentId, text }) => documentId !== hit.documentId && languageOrScript(text) === asked);
  });
};

const TAG = '[a-z]{2,3}(?:[-_](?:[a-z]{2}|[a-z]{4}|\\d{3}))?';
const FOLDER = new RegExp(`(?<=^|/)${TAG}/`, 'gi');
const NAME = new RegExp(`[._-]${TAG}(?=\\.\\w+$)`, 'i');

/** An id without what may be tags of languages. */
const withoutLanguage = (id: string): string => id.replace(FOLDER, '').replace(NAME, '');

/** The language of a text; for one without the function words of any, whether it is in Chinese, Japanese or Korean letters. */
const languageOrScript = (text: string): string | undefined => {
  const start = text.slice(0, 2000);
  const letters = start.match(/\p{L}/gu)?.length ?? 0;
  const eastern = start.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0;
  if (eastern > letters / 3)
    return /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(start)
      ? 'ja'
      : /\p{Script=Hangul}/u.test(start)
        ? 'ko'
        : 'zh';
  return languageOf(start);
};
