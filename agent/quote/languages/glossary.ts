import { STOP_WORDS } from '../../../core/text/question-terms.ts';
import { GLOSSARY_LINES } from '../lists/glossary-lines.ts';
import { commonWords, rankOf } from '../words/common-words.ts';

/** Languages that are translated into English word by word. */
export const GLOSSARY_LANGUAGES = ['de', 'fr', 'es'] as const;
export type GlossaryLanguage = (typeof GLOSSARY_LANGUAGES)[number];

/** Lower case without marks: "Größe" is "grosse". */
export const fold = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('’', "'").replace(/ß/g, 'ss').toLowerCase();

/** The folded entries of a language in lines of `English: German | French | Spanish`, with their English. */
export const readLines = (lines: string, language: GlossaryLanguage): Map<string, string> => {
  const at = GLOSSARY_LANGUAGES.indexOf(language);
  const words = new Map<string, string>();
  for (const line of lines.trim().split('\n')) {
    const [english = '', others = ''] = line.split(/:\s/);
    for (const other of (others.split('|')[at] ?? '').split(',')) {
      const key = fold(other.trim());
      if (key !== '' && !words.has(key)) words.set(key, english);
    }
  }
  return words;
};

const glossaries = new Map<GlossaryLanguage, ReadonlyMap<string, string>>(
  GLOSSARY_LANGUAGES.map((language) => [language, readLines(GLOSSARY_LINES, language)] as const),
);
/**
 * The other words of a language that have the translation of a question's words: "parken" has "Parkplatz". A search for words
 * finds a page by these.
 */
export const otherWordsFor = (question: string, language: GlossaryLanguage): string[] => {
  const asked = new Set((question.match(/[\p{L}\p{M}]+/gu) ?? []).map(fold));
  const entries = [...glossaryFor(language)];
  const english = new Set(
    entries.flatMap(([word, translation]) => (asked.has(word) && !isFunctionWord(word, language) ? [translation] : [])),
  );
  return entries.flatMap(([word, translation]) => (english.has(translation) && !asked.has(word) ? [word] : []));
};

/** Folded words and phrases of a language, each with its English one. Empty for a language without a glossary. */
export const glossaryFor = (language: GlossaryLanguage): ReadonlyMap<string, string> =>
  glossaries.get(language) ?? new Map();
const MAX_PHRASE_WORDS = 6;

/** Function words that the translation drops. */
const DROPPED: Record<GlossaryLanguage, ReadonlySet<string>> = {
  de: wordSet(
    'der die das den dem des ein eine einen einem einer und oder in im am an auf zu zum zur von vom mit fur bei fur ich wir du sie er es man mein meine meinen unser unsere unser uns mir mich nach aus als wenn hat habe haben wird werden wurde war sein ist es denn eigentlich bitte noch nicht kein keine uber unter pro es hab hast hatte hatten gehabt bin bist seid waren gewesen werde wirst worden ihn ihm ihnen ihre seine seinen dein deine euch sich etwas was nichts alle alles dieser diese dieses diesen diesem jetzt dann hier da dort so also aber doch schon mal ja nein nun na gerade eben halt wohl einfach ganz sehr gern gerne vielleicht ob dass weil denn damit dazu davon daran dafur darauf selbst genau sonst trotzdem jemand na ne nem nen ner',
  ),
  fr: wordSet(
    "le la les l un une des du de d et ou a au aux en dans pour par sur avec sans je tu il elle on nous vous ils mon ma mes notre nos votre vos ce cette ces se s est sont ete etre avoir ai as ont qu que qui y t m n ne pas plus il-y-a s'il plait son ses sa leur leurs lui eux elles moi toi c j l qu'on quand si mais donc comme dont encore aussi bien tres ici la-bas ca cela celui celle ceux suis sommes etes etait fait font faire va vais vont veut veux",
  ),
  es: wordSet(
    'el la los las un una unos unas de del y o en a al para por con sin yo tu el ella nosotros mi mis nuestro nuestra su sus que se me te le lo es son esta ha han ser no mas este esta estos estas ese esa esos eso esto nos les lo usted ustedes ellos ellas soy eres somos son estoy estas estan estamos era he has hemos han habia hay tengo tiene va van voy vamos hace hacer hacen si pero ya muy aqui alli ahora algo nada bien tan pues tambien cuando donde entonces q k pa xq',
  ),
};
function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}

/**
 * True for a folded word that asks or joins ("wann", "darf", "der") and tells nothing about the topic, so that pages of
 * any language may lack it.
 */
export const isFunctionWord = (word: string, language: GlossaryLanguage): boolean =>
  DROPPED[language].has(word) ||
  glossaries
    .get(language)
    ?.get(word)
    ?.split(' ')
    .every((english) => STOP_WORDS.has(english) || ASKING.has(english)) === true;
const ASKING = wordSet('how many much long often must again');

/**
 * Translates a German, French or Spanish question into English word by word: "Wie lange ist die Probezeit in Norwegen?"
 * becomes "how long is probation Norway". Words without an entry stay.
 * @param keep true for folded words that pages contain, which also stay
 * @param readUnknown what to take for a word without an entry
 */
export const translateToEnglish = (
  question: string,
  language: GlossaryLanguage,
  keep: (word: string) => boolean,
  readUnknown: (part: string) => string = (part) => part,
): string => {
  const glossary = glossaries.get(language) ?? new Map<string, string>();
  const bounded = [...BOUNDS[language], ...HOW_TO[language]].reduce(
    (text, [written, english]) => text.replace(written, english),
    question,
  );
  const tokens =
    bounded.replace(/ß/g, 'ss').match(/[\p{L}\p{N}\p{M}]+(?:[-'’][\p{L}\p{N}\p{M}]+)*['’]?|[?!.,%€£$]/gu) ?? [];
  // Drops the article of "d'hôtel" and "l'équipe".
  const parts = tokens.flatMap((token) => (language === 'fr' ? splitElision(token) : [token]));
  const english: string[] = [];
  for (let at = 0; at < parts.length; ) {
    let taken = 0;
    for (let size = Math.min(MAX_PHRASE_WORDS, parts.length - at); size > 0; size--) {
      const translated = glossary.get(
        fold(
          parts
            .slice(at, at + size)
            .join(' ')
            .replace(/['’] /g, "'"),
        ),
      );
      if (translated === undefined) continue;
      english.push(translated);
      taken = size;
      break;
    }
    if (taken === 0) {
      const part = parts[at] ?? '';
      const folded = fold(part);
      if (!DROPPED[language].has(folded) || keepsAsName(part))
        english.push(...(keep(folded) ? [part] : (compound(folded, glossary) ?? [readUnknown(part)])));
      taken = 1;
    }
    at += taken;
  }
  return english.join(' ').replace(/ (?=[?!.,])/g, '');
};

/** "Wie beantrage ich …", "comment installer …": the word order of a question how to do something. */
const HOW_TO: Readonly<Record<GlossaryLanguage, readonly (readonly [RegExp, string])[]>> = {
  de: [
    [/(?<!\p{L})(?:was|wie) (?:ist|sind|lautet|lauten|heißt) (?:der|die|das)(?!\p{L})/iu, 'what is the '],
    [/(?<!\p{L})was (?:ist|heißt) eine?(?!\p{L})/iu, 'what is a '],
    [
      /(?<!\p{L})wie ?viel (?=(?:wird|werden|kostet|kosten|zahl|bekomm|krieg|verdien|gibt|muss|darf|kann|ist)\p{L}*(?!\p{L}))/iu,
      'how much ',
    ],
    [
      /(?<!\p{L})wie (?!(?:viel|lang|oft|hoch|groß|weit|alt|teuer|schnell|kann|kannst|muss|soll|darf|komm|heiß|werd|ist|sind|hab|bin|geht|steht)\p{L}*(?!\p{L}))(\p{Ll}+) (?:ich|wir|man|du|sie)(?!\p{L})/iu,
      'how do I $1',
    ],
  ],
  fr: [
    [/(?<!\p{L})quel(?:le)?s? (?:est|sont) (?:les? |la |l['’])/iu, 'what is the '],
    [/(?<!\p{L})comment (?:faire pour )?(?=[\p{L}']+(?:er|ir|re|oir)(?!\p{L}))/iu, 'how to '],
    [/(?<!\p{L})est-ce qu(?:e |['’])/iu, ''],
    [/(?<!\p{L})c['’]?est quoi(?!\p{L})/iu, 'what is '],
    [/(?<!\p{L})c['’]?est qui(?!\p{L})/iu, 'who is '],
    [/(?<!\p{L})c['’]?est combien(?!\p{L})/iu, 'how much is '],
  ],
  es: [
    [/(?<!\p{L})cu[aá]l(?:es)? (?:es|son) (?:el|las?|los)(?!\p{L})/iu, 'what is the '],
    [/(?<!\p{L})c[oó]mo (?:hacer para )?(?=\p{L}+(?:ar|er|ir|arse|erse|irse)(?!\p{L}))/iu, 'how to '],
  ],
};

/** What bounds a number; elsewhere these words mean something else ("about", "among") or nothing. */
const BOUNDS: Readonly<Record<GlossaryLanguage, readonly (readonly [RegExp, string])[]>> = {
  de: [
    [/(?<!\p{L})(?:über|ueber|mehr als)(?=\s+[€$£]?\s?\d)/giu, 'over'],
    [/(?<!\p{L})(?:unter|weniger als)(?=\s+[€$£]?\s?\d)/giu, 'under'],
  ],
  fr: [
    [/(?<!\p{L})(?:plus de|au-dessus de)(?=\s+[€$£]?\s?\d)/giu, 'over'],
    [/(?<!\p{L})(?:moins de|au-dessous de)(?=\s+[€$£]?\s?\d)/giu, 'under'],
  ],
  es: [
    [/(?<!\p{L})(?:más de|mas de)(?=\s+[€$£]?\s?\d)/giu, 'over'],
    [/(?<!\p{L})menos de(?=\s+[€$£]?\s?\d)/giu, 'under'],
  ],
};

const keepsAsName = (part: string) => /\p{N}/u.test(part) || /^\p{Lu}{2,}$/u.test(part);
const splitElision = (token: string): string[] => {
  const match = /^(l|d|qu|j|m|t|s|n|c)['’](.+)$/iu.exec(token);
  // The glossary contains some elided words as a whole: "d'astreinte", "qu'est-ce que".
  return match?.[2] && !/^(?:d['’]astreinte|qu['’]est-ce)$/i.test(token) ? [match[2]] : [token];
};

/** Splits a German compound of two words with entries: "Hotelgrenze" is hotel and limit. */
const compound = (word: string, glossary: ReadonlyMap<string, string>): string[] | undefined =>
  splitCompound(word, (part) => glossary.get(part))?.flatMap(({ english, part }) => english ?? part);

/**
 * Splits a folded German compound where both parts have a translation, or else one of them and the other is long enough to be
 * a word: "Urlaubsliste" is holiday and "liste". The part without one keeps no translation.
 */
export const splitCompound = (
  word: string,
  translate: (part: string) => string | undefined,
): { part: string; english?: string }[] | undefined => {
  if (word.length < MIN_COMPOUND || word.length > MAX_COMPOUND) return undefined;
  let half: { part: string; english?: string }[] | undefined;
  for (let at = word.length - MIN_PART; at >= MIN_PART; at--) {
    const [first, part] = [word.slice(0, at), word.slice(at)];
    const head = translate(first) ?? translate(first.replace(/(?:s|n|en|es)$/, ''));
    const tail = translate(part);
    if (head !== undefined && tail !== undefined)
      return [
        { part: first, english: head },
        { part, english: tail },
      ];
    if (half || word.length - at < MIN_OTHER_PART) continue;
    if (head !== undefined) half = [{ part: first, english: head }, { part }];
  }
  return half;
};
/** Letters of a compound, of each of its parts, and of a part without a translation. */
const MIN_COMPOUND = 8;
/** Letters of a word that is looked at: a run of letters of any length is none. */
const MAX_COMPOUND = 60;
const MIN_PART = 4;
const MIN_OTHER_PART = 5;

/** Words that are also English ("hotel limit in Paris"), so they do not indicate another language. */
const ENGLISH = new Set(
  GLOSSARY_LINES.trim()
    .split('\n')
    .flatMap((line) => fold(line.split(/:\s/)[0] ?? '').split(' '))
    .concat([
      'in',
      'am',
      'an',
      'a',
      'on',
      'me',
      'was',
      'war',
      'es',
      'se',
      'no',
      'son',
      'pour',
      'plus',
      'par',
      'et',
      'must',
    ]),
);

/** True for a word that English texts have, and oftener than those of the language that also has it: "wifi", "mail". */
const isEnglishToo = (word: string, language: GlossaryLanguage): boolean =>
  ENGLISH.has(word) || rankOf(word) < (commonWords(language).get(word) ?? Number.POSITIVE_INFINITY);

/**
 * The language whose glossary contains most of a question's words, at least one of them not English. Undefined if none
 * contains more than half.
 */
export const glossaryOf = (question: string): GlossaryLanguage | undefined => {
  const folded = (question.match(/[\p{L}\p{M}]+/gu) ?? []).map(fold);
  let best: { language: GlossaryLanguage; share: number } | undefined;
  for (const language of GLOSSARY_LANGUAGES) {
    const known = folded.filter((word) => glossaries.get(language)?.has(word) || DROPPED[language].has(word)).length;
    const share = folded.length === 0 ? 0 : known / folded.length;
    if (!folded.some((word) => glossaries.get(language)?.has(word) && !isEnglishToo(word, language))) continue;
    if (share > 0.5 && share > (best?.share ?? 0)) best = { language, share };
  }
  return best?.language;
};
