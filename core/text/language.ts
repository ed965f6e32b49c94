/** Function words by language. A word of several languages counts for all of them. */
const FUNCTION_WORDS = {
  en: 'the of and to in is that for it with as was on are this be by from or have an which what how when where who do does can my we you i a an at not has will me no',
  de: 'der die das und ist nicht ein eine einen einem einer mit für auf dem den des von zu im sich auch es an als wie wir ich sie er bei nach wenn oder was wo wann wer kann habe hat sind wird in am um aus vor werden wurde noch nur woher wohin warum wieso welche welcher welches heißt heisst kommt kommen gibt mein meine dein deine uns mir mich kein keine',
  fr: 'le la les des et est un une du dans que qui pour pas sur avec au aux ce cette il elle nous vous je on ou où quand comment combien sont ne mon ma mes en a par plus de à lui cet leur quel quelle',
  es: 'el la los las de y es un una que en para por con no se su al del como cuándo cuántos cuántas dónde qué mi lo más pero hay son está a me',
  it: 'il lo la gli le di e è un una che per non con del della dei delle si come quando dove quanti quante sono mi al alla nel nella ho in a',
  pt: 'o a os as de e é um uma que em para por com não se do da dos das no na como quando onde quantos quantas são meu minha ao mais',
  nl: 'de het een en is van niet met voor op aan dat die te in er zijn hoe wanneer waar wie ik wij je u mijn hoeveel kan heb worden ook',
  sv: 'och att det som en ett är för av på med inte den till har om när hur var vem jag vi du min mitt från kan många',
  da: 'og at det som en et er for af på med ikke den til har om når hvor hvordan hvem jeg vi du min mit fra kan mange',
  no: 'og å det som en et er for av på med ikke den til har om når hvor hvordan hvem jeg vi du min mitt fra kan mange',
  fi: 'ja on ei se että joka oli mutta niin kuin ovat ole myös minä sinä hän me miten milloin missä kuka kuinka monta mikä',
  tr: 've bir bu için ile ne nasıl nerede nereden zaman kaç kadar mı mi mu mü var yok olan olarak kim hangi daha çok gibi sonra önce da de ben biz ya veya',
  ru: 'и в не на что с по это как а к из у за от для где когда кто сколько мы я он она есть был',
};
/** Languages of each function word, as indices in `CODES`. */
const LANGUAGES = new Map<string, number[]>();
const CODES = Object.keys(FUNCTION_WORDS);
for (const [language, words] of Object.values(FUNCTION_WORDS).entries())
  for (const word of words.split(' ')) LANGUAGES.set(word, [...(LANGUAGES.get(word) ?? []), language]);
/**
 * Languages of the function words of up to six letters a to z, keyed by a number made from the letters, so that a
 * look-up needs no string.
 */
const LANGUAGES_OF_LETTERS = new Map<number, number[]>();
/** Six letters in base 27 are a small integer. */
const MAX_LETTERS = 6;
for (const [word, languages] of LANGUAGES)
  if (/^[a-z]{1,6}$/.test(word))
    LANGUAGES_OF_LETTERS.set(
      Array.from(word).reduce((sum, letter) => sum * 27 + letter.charCodeAt(0) - 96, 0),
      languages,
    );
/** Characters of a text that are checked; its first lines suffice. */
const SAMPLE = 2000;
/** Minimum function words for a language. */
const MIN_WORDS = 2;

/**
 * Detects the language of a text by its function words, as an ISO 639-1 code. Undefined if they do not decide, as in a
 * heading, a table of numbers, or another language.
 * @param among only these languages, if set
 */
export const languageOf = (text: string, among?: readonly string[]): string | undefined => {
  const sample = text.slice(0, SAMPLE).normalize('NFC').toLowerCase();
  const counts = new Uint16Array(CODES.length);
  const count = (languages: readonly number[] | undefined) => {
    for (const language of languages ?? []) counts[language]!++;
  };
  for (let at = 0; at < sample.length; at++) {
    const start = at;
    let letters = 0;
    let code = sample.charCodeAt(at);
    for (; code >= 97 && code <= 122; code = sample.charCodeAt(++at))
      if (at - start < MAX_LETTERS) letters = letters * 27 + code - 96;
    if (code >= 128) {
      // A word with non-ASCII letters: Unicode's letter classes decide where it ends.
      while (code >= 128 || (code >= 97 && code <= 122)) code = sample.charCodeAt(++at);
      for (const [word] of sample.slice(start, at).matchAll(/[\p{L}\p{M}]+/gu)) count(LANGUAGES.get(word));
    } else if (at - start > MAX_LETTERS) count(LANGUAGES.get(sample.slice(start, at)));
    else if (at > start) count(LANGUAGES_OF_LETTERS.get(letters));
  }
  let [first, most, second] = [0, 0, 0];
  for (const [language, words] of counts.entries()) {
    if (among && !among.includes(CODES[language] ?? '')) continue;
    if (words > most) [first, most, second] = [language, words, most];
    else if (words > second) second = words;
  }
  return most >= MIN_WORDS && most > second ? CODES[first] : undefined;
};
