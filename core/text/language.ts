/** Small words by which a text gives its language away; words that two of them share tell nothing and count for both. */
const SMALL_WORDS = {
  en: 'the of and to in is that for it with as was on are this be by from or have an which what how when where who do does can my we you i',
  de: 'der die das und ist nicht ein eine einen einem einer mit für auf dem den des von zu im sich auch es an als wie wir ich sie er bei nach wenn oder was wo wann wer kann habe hat sind wird',
  fr: 'le la les des et est un une du dans que qui pour pas sur avec au aux ce cette il elle nous vous je on ou où quand comment combien sont ne mon ma mes',
  es: 'el la los las de y es un una que en para por con no se su al del como cuándo cuántos cuántas dónde qué mi lo más pero hay son está',
  it: 'il lo la gli le di e è un una che per non con del della dei delle si come quando dove quanti quante sono mi al alla nel nella ho',
  pt: 'o a os as de e é um uma que em para por com não se do da dos das no na como quando onde quantos quantas são meu minha ao mais',
  nl: 'de het een en is van niet met voor op aan dat die te in er zijn hoe wanneer waar wie ik wij je u mijn hoeveel kan heb worden ook',
  sv: 'och att det som en ett är för av på med inte den till har om när hur var vem jag vi du min mitt från kan många',
  da: 'og at det som en et er for af på med ikke den til har om når hvor hvordan hvem jeg vi du min mit fra kan mange',
  no: 'og å det som en et er for av på med ikke den til har om når hvor hvordan hvem jeg vi du min mitt fra kan mange',
  fi: 'ja on ei se että joka oli mutta niin kuin ovat ole myös minä sinä hän me miten milloin missä kuka kuinka monta mikä',
  ru: 'и в не на что с по это как а к из у за от для где когда кто сколько мы я он она есть был',
};
/** The languages of each small word. */
const LANGUAGES = new Map<string, string[]>();
for (const [language, words] of Object.entries(SMALL_WORDS))
  for (const word of words.split(' ')) LANGUAGES.set(word, [...(LANGUAGES.get(word) ?? []), language]);
/** Letters looked at: a page says its language in its first lines. */
const SAMPLE = 2000;
/** Small words that a language must show. */
const LEAST = 2;

/**
 * The language of a text as an ISO 639-1 code, told by its small words; undefined where they do not tell it, as in a heading,
 * a table of numbers, or a language that is not among those that Parley knows.
 */
export const languageOf = (text: string): string | undefined => {
  const counts = new Map<string, number>();
  for (const word of lettersIn(text.slice(0, SAMPLE).normalize('NFC').toLowerCase()))
    for (const language of LANGUAGES.get(word) ?? []) counts.set(language, (counts.get(language) ?? 0) + 1);
  const [first, second] = [...counts].sort((a, b) => b[1] - a[1]);
  return first && first[1] >= LEAST && first[1] > (second?.[1] ?? 0) ? first[0] : undefined;
};

/** Runs of letters. ASCII parts a text into pieces without asking what Unicode calls a letter; few pieces hold other signs. */
const lettersIn = (text: string): string[] => {
  const pieces = text.match(/[a-z\x80-\uffff]+/g) ?? [];
  return pieces.flatMap((piece) => (/^[a-z]+$/.test(piece) ? piece : (piece.match(/[\p{L}\p{M}]+/gu) ?? [])));
};
