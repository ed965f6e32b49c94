import { screenOf } from './screen-of.ts';
import { withoutAccents } from './visible-text.ts';

/** People whom a team serves or meets, and how its pages write of talking with them. Matched in folded text without accents. */
interface OutsideWords {
  /** "customers", "a patient". Nobody who asks Parley: users, staff, people, "anyone who asks". */
  people: string;
  /** What a team does towards them: "tell", "reply to". */
  towards: string;
  /** What they do in a conversation: "asks", "insists". */
  theirs: string;
  /** Starts a condition: "if", "when". */
  condition: string;
  /** What a team writes to them: "replies to". */
  replies: string;
  /** Stand for such people in a page that speaks of them already: "they", "somebody". */
  pronouns: string;
}

const OUTSIDE_WORDS: readonly OutsideWords[] = [
  {
    people:
      'customers?|clients?|callers?|guests?|patients?|tenants?|landlords?|visitors?|passengers?|parents?|pupils?|respondents?|candidates?|applicants?|complainants?|claimants?|shoppers?|buyers?|residents?|viewers?|journalists?|reporters?|press|media|suppliers?',
    towards:
      'tell|ask|inform|remind|reveal to|speak to|talk to|reply to|respond to|answer|thank|ring|call|write to|advise|offer|warn|explain to|say to|greet|assure|confirm to|refer|point|let|promise',
    theirs:
      'asks?|says?|wants?|calls?|rings?|writes?|complains?|insists?|mentions?|objects?|reports?|brings?|speaks?|quotes?|who asks?',
    condition: 'if|when|whenever|once|should',
    replies: '(?:repl(?:y|ies)|answers?|responses?) to',
    pronouns: 'they|he|she|somebody|someone',
  },
  {
    people:
      'kund(?:e|en|in|innen)|anrufer\\p{L}*|g(?:a|ae)st(?:e|en)?|patient\\p{L}*|mieter\\p{L}*|besucher\\p{L}*|eltern|bewerber\\p{L}*|presse|journalist\\p{L}*|angehorige\\p{L}*|lieferant\\p{L}*',
    towards: 'sag(?:en|s?t)?|antworte\\p{L}*|bitte\\p{L}*|informier\\p{L}*|frag\\p{L}*|biete\\p{L}*|verweis\\p{L}*',
    theirs: 'frag\\p{L}*|sagt?|mochte|will|besteht|anruft|schreibt|beschwert|droht|drangen',
    condition: 'wenn|falls|sobald',
    replies: 'antwort(?:en)? an',
    pronouns: 'er|sie|jemand',
  },
  {
    people:
      'clientes?|clients?|usagers?|appelants?|patients?|locataires?|visiteurs?|passagers?|parents?|eleves?|candidats?|journalistes?|presse|fournisseurs?',
    towards: 'di(?:s|tes)|repond(?:s|ez)|demand(?:e|ez)|indiqu(?:e|ez)|inform(?:e|ez)|propos(?:e|ez)|prevenez',
    theirs: 'demand\\p{L}+|dit|veut|appell?e|insiste|insulte|ecrit',
    condition: "si|quand|lorsqu[e']",
    replies: 'reponses? (?:aux?|a)',
    pronouns: "il|elle|ils|elles|quelqu'un",
  },
  {
    people:
      'clientes?|clientas?|pacientes?|huespedes?|inquilin\\p{L}+|visitantes?|pasajer\\p{L}+|padres|alumn\\p{L}+|candidat\\p{L}+|periodistas?|prensa|proveedor\\p{L}*',
    towards: 'di|diga|responda|conteste|informe|indique|pregunte|ofrezca|avise',
    theirs: 'pregunt\\p{L}+|dice|quiere|llama|insiste|pide|escribe',
    condition: 'si|cuando',
    replies: 'respuestas? a(?:l)?',
    pronouns: 'alguien|ellos|ellas',
  },
  {
    people:
      'client[ei]|ospit[ei]|pazient[ei]|inquilin[oi]|visitator[ei]|passegger[oi]|genitor[ei]|candidat[oi]|giornalist[ai]|stampa|fornitor[ei]',
    towards: "di'|dire|dica|rispond\\p{L}+|inform\\p{L}+|chied\\p{L}+|offr\\p{L}+",
    theirs: 'chied\\p{L}+|dice|vuole|chiama|insiste|scrive',
    condition: 'se|quando',
    replies: 'rispost[ae] (?:a|ai|alle|agli)',
    pronouns: 'qualcuno',
  },
  {
    people:
      'clientes?|pacientes?|hospedes?|inquilin\\p{L}+|visitantes?|passageir\\p{L}+|pais|alun[oa]s?|candidat[oa]s?|jornalistas?|imprensa|fornecedor\\p{L}*',
    towards: 'diga|responda|informe|pergunte|ofereca|avise',
    theirs: 'pergunt\\p{L}+|diz|quer|quiser\\p{L}*|liga|insist\\p{L}+|escreve',
    condition: 'se|quando',
    replies: 'respostas? (?:aos?|as?)',
    pronouns: 'alguem',
  },
];

const word = (words: string) => `(?<!\\p{L})(?:${words})(?!\\p{L})`;
/** Words between a verb and the person: "the", "every angry". */
const FEW = "(?:[\\p{L}'-]+ ){0,2}?";
const regex = (pattern: string) => new RegExp(withoutAccents(pattern), 'u');

const languages = OUTSIDE_WORDS.map(({ people, towards, theirs, condition, replies, pronouns }) => ({
  // "tell the customer …"
  spokenTo: regex(`${word(towards)} ${FEW}${word(people)}`),
  // "a guest asks …"
  speaking: regex(`${word(people)} ${FEW}${word(theirs)}`),
  // "if a customer …", "asked by the press": to the end of the clause.
  condition: regex(`(?:${word(condition)} ${FEW}|(?<!\\p{L})asked by ${FEW})${word(people)}[^,:;.!?]*`),
  // "replies to guests …": to the end of the clause.
  written: regex(`(?<!\\p{L})(?:${replies}) ${FEW}${word(people)}[^,:;.!?]*`),
  // "if they ask …"
  conditionOfThem: regex(`${word(condition)} (?:${pronouns})(?!\\p{L})[^,:;.!?]*`),
}));

const written = languages.map((language) => language.written);
const writtenScreen = screenOf(written);
const conversing = languages.flatMap((language) => [
  language.spokenTo,
  language.speaking,
  language.condition,
  language.written,
]);
const conversingScreen = screenOf(conversing);
const conditions = languages.map(({ condition }) => condition);
const conditionScreen = screenOf(conditions);

/** True for a sentence about a conversation with somebody outside the team: "tell the customer …", "if a guest asks …". */
export const speaksWithOutsiders = (plain: string): boolean =>
  conversingScreen.candidates(plain).some((index) => conversing[index]?.test(plain));

/** Sentences about such conversations from which on a text is a guide for them. */
const MIN_SENTENCES = 2;

/**
 * True for a text that tells a team how to talk with people outside it: a call script, e-mail templates, a reception's
 * handbook. "Say that …" in it is meant for those people.
 */
export const isConversationGuide = (sentences: readonly string[]): boolean => {
  let count = 0;
  for (const plain of sentences) {
    if (speaksWithOutsiders(plain)) count += 1;
    if (count >= MIN_SENTENCES) return true;
  }
  return false;
};

/**
 * A sentence without its condition about somebody outside the team: what is left of "if a guest asks about nuts, open the
 * folder" is not about answering.
 * @param inGuide the sentence stands in a guide for conversations, so "they" are such people too
 * @param hasAddress whether the sentence has an address; asked only if it decides. What replies to customers hold is content,
 * but not an address that only this page gives
 */
export const withoutOutsidersCondition = (plain: string, inGuide: boolean, hasAddress: () => boolean): string => {
  let left = plain;
  for (const index of conditionScreen.candidates(plain)) left = left.replace(conditions[index] as RegExp, ' ');
  const replies = writtenScreen.candidates(left);
  if (replies.length > 0 && !hasAddress())
    for (const index of replies) left = left.replace(written[index] as RegExp, ' ');
  if (inGuide) for (const { conditionOfThem } of languages) left = left.replace(conditionOfThem, ' ');
  return left;
};
