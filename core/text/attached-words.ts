/**
 * Arabic, Hebrew and Korean write articles, prepositions, pronouns and particles together with the word they belong to, so
 * that one word stands in a text in dozens of forms. Stems here are for search: what is taken away is taken from questions and
 * pages alike, as long as enough of the word is left, so that the forms of a word meet. They need not be words themselves.
 * Arabic follows light10 (L. S. Larkey, L. Ballesteros, M. E. Connell, "Light stemming for Arabic information retrieval", 2007);
 * its article is taken away behind every other prefix too, since "and the hotel" and "the hotel" have to meet.
 */
interface Affixes {
  /** Taken away again and again while `minLetters` are left: then the stem does not depend on how many stood there. */
  prefixes: RegExp;
  suffixes: RegExp;
  minLetters: number;
}

const ARABIC: Affixes = {
  prefixes: /^(?:[وفبك]?ال|لل|و)/u,
  suffixes: /(?:ت(?:ي|ه|ها|هم|نا|ك|كم)|ها|هم|نا|كم|ان|ات|ون|ين|يه|ه|ي|ا)$/u,
  minLetters: 3,
};
const HEBREW: Affixes = {
  prefixes: /^[הובלמכש]/u,
  suffixes: /(?:יהמ|ותיו|ימ|ות|ית|הת|ה|ת|יו|י|ו)$/u,
  minLetters: 3,
};
const KOREAN: Affixes = {
  prefixes: /^(?!)/u,
  suffixes:
    /(?:에서|에게|께서|까지|부터|으로|이라도|라도|처럼|보다|마다|밖에|이나|이란|(?:이)?라는|인가요?|입니[다까]|이에요|예요|이야|(?:하|되)(?:나요|는|고|여|면|기|려면|세요|셨나요|지)|해(?:요|서|야)|합니[다까]|됩니[다까]|했습니다|하였습니다|[은는이가을를의에와과도만로나랑들])$/u,
  minLetters: 2,
};

const affixesOf = (word: string): Affixes | undefined => {
  const first = word.codePointAt(0) ?? 0;
  if (first >= 0xac00 && first <= 0xd7a3) return KOREAN;
  if (first >= 0x0620 && first <= 0x064a) return ARABIC;
  return first >= 0x05d0 && first <= 0x05ea ? HEBREW : undefined;
};

const withoutAll = (word: string, affix: RegExp, minLetters: number): string => {
  for (let left = word; ; ) {
    const shorter = left.replace(affix, '');
    if (shorter === left || shorter.length < minLetters) return left;
    left = shorter;
  }
};

/** The stem of a folded word in one of these scripts; undefined for other words. */
export const withoutAttached = (word: string): string | undefined => {
  const affixes = affixesOf(word);
  if (!affixes) return undefined;
  const { prefixes, suffixes, minLetters } = affixes;
  return withoutAll(withoutAll(word, prefixes, minLetters), suffixes, minLetters);
};
