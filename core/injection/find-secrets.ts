import { contactDetails } from '../text/contact-details.ts';
import { splitSentences } from '../text/sentences.ts';
import { screenOf } from './screen-of.ts';
import { foldedForReading, withoutAccents } from './visible-text.ts';

/** Words for secrets such as passwords, and for handing them over, by language. Matched in folded text. */
interface SecretWords {
  /** Names of secrets. */
  secret: string;
  /** Verbs of handing over, as an order, a wish or a duty. */
  hand: string;
  /** Negations, which make the sentence a warning. */
  deny: string;
}

const SECRET_WORDS: Readonly<Record<string, SecretWords>> = {
  en: {
    secret:
      '(?:your|their|his|her|my) (?:own |current |personal |\\p{L}+ ){0,2}(?:passwords?|passcodes?|passphrases?|pins?|pin codes?|otps?|(?:one[- ]time|verification|security|login|sign-?in|authenticator|recovery|backup|unlock|2fa|mfa|sms|card) (?:codes?|keys?|phrases?|numbers?)|seed (?:phrases?|words)|private keys?|recovery phrases?|cvv|cvc|card details|credentials)',
    hand: '(?:tell|give|send|mail|e-?mail|text|read|share|hand|forward|dictate|communicate|disclose|reveal|post|message|whisper|drop|leave)',
    deny: "never|not|n't|nobody|no one|without",
  },
  de: {
    secret:
      '(?:ihr|dein|euer|das|den|die|der)\\p{L}* (?:\\p{L}+ )?(?:\\p{L}*passwort\\p{L}*|\\p{L}*kennwort\\p{L}*|pin\\b|tan\\b|\\p{L}*einmalcode\\p{L}*|\\p{L}*sicherheitscode\\p{L}*|\\p{L}*zugangsdaten|kartennummer\\p{L}*|wiederherstellungs\\p{L}+)',
    hand: 'sag(?:e|en|t)?|send(?:e|en|et)|mail(?:e|en|t)|nenn(?:e|en|t)|teil(?:e|en|t)|les(?:en|t)|leit(?:e|en|et)|(?:schick|gib|geb|uberreich|ubermittel|verrat|lies)\\p{L}*',
    deny: 'nie|niemals|nicht|kein\\p{L}*',
  },
  fr: {
    secret:
      '(?:votre|vos|ton|ta|son|leur) (?:\\p{L}+ ){0,2}?(?:mots? de passe|codes? (?:pin|de \\p{L}+(?: \\p{L}+)?|secret|confidentiel|a usage unique)|identifiants|phrases? de recuperation|cles? privees?|numeros? de carte)',
    hand: 'donn(?:e|es|er|ez)|dict(?:e|er|ez)|lis(?:ez)?|dis|confi(?:e|er|ez)|(?:communiqu|envoy|transmett|partag|indiqu|remett|fournis|dites)\\p{L}*',
    deny: 'jamais|ne|pas|aucun\\p{L}*',
  },
  es: {
    secret:
      '(?:su|tu|sus|tus|la|el) (?:\\p{L}+ )?(?:contrasenas?|claves?(?: \\p{L}+)?|pin\\b|codigos? (?:de (?:verificacion|seguridad|un solo uso|acceso)|pin)|numeros? de tarjeta|frases? de recuperacion)',
    // "Dé" folds to the preposition "de", so it counts only as a sentence's first word.
    hand: 'di|diga\\p{L}*|den|dar|(?<=^\\W*)de|lea\\p{L}*|dict(?:a|e|ar)|comuni(?:que|ca|car)\\p{L}{0,3}|(?:envi|mand|compart|entreg|facilit|revel)\\p{L}*',
    deny: 'nunca|jamas|no|ningun\\p{L}*',
  },
  it: {
    secret:
      '(?:la|il|i|le) (?:sua|suo|tua|tuo|vostra|vostro|propria|proprio) (?:\\p{L}+ )?(?:password|pin|codice \\p{L}+|credenziali|numero di carta|chiave privata)',
    hand: 'comuni(?:ca|chi|cate|care)\\p{L}{0,2}|invi(?:a|i|ate|are)\\p{L}{0,2}|dett(?:a|i|ate|are)|di(?:ca|te)|dia|(?:mand|condivid|consegn|fornisc|rivel)\\p{L}*',
    deny: 'mai|non|nessun\\p{L}*',
  },
  pt: {
    secret:
      '(?:a|o|as|os) (?:sua|seu|tua|teu|suas|seus) (?:\\p{L}+ )?(?:senhas?|palavra-passe|pin|codigo (?:de )?\\p{L}+|credenciais|numero do cartao|chave privada)',
    hand: 'diga\\p{L}*|(?<=^\\W*)de|comuni(?:que|ca|car)\\p{L}{0,3}|(?:envi|mand|compartilh|partilh|entreg|fornec|informe|revel)\\p{L}*',
    deny: 'nunca|jamais|nao|nenhum\\p{L}*',
  },
  nl: {
    secret:
      '(?:uw|je|jouw) (?:\\p{L}+ )?(?:wachtwoord\\p{L}*|pincode|inlogcode|beveiligingscode|\\p{L}*gegevens|herstelcode\\p{L}*)',
    hand: '(?:geef|geeft|stuur|mail|deel|vertel|meld(?! (?:u|je) aan)|noem|lees|overhandig)\\p{L}*',
    deny: 'nooit|niet|geen',
  },
  pl: {
    secret:
      '(?:swoje|swoj|twoje|twoj)?\\s*(?:has[lł]\\p{L}+|kod\\p{L}* (?:sms|pin|jednorazow\\p{L}+)|pin\\b|numer karty)',
    hand: '(?:podaj|wyslij|przekaz|przeslij|powiedz|udostepnij)\\p{L}*',
    deny: 'nigdy|nie',
  },
  ru: {
    secret:
      '(?:сво\\p{L}+ |ваш\\p{L}* )?(?:парол\\p{L}+|пин-?код\\p{L}*|код\\p{L}* (?:из (?:смс|sms)|подтверждения|доступа)|одноразов\\p{L}+ код\\p{L}*|номер\\p{L}* карты)',
    hand: '(?:сообщ|отправ|пришл|назов|продикт|переда|скаж|дайте|дай)\\p{L}*',
    deny: 'не|никогда|нельзя',
  },
};

const whole = (words: string) => `(?<!\\p{L})(?:${words})(?!\\p{L})`;
/** Maximum characters between the verb and the secret, for a person or a reason. */
const REACH = 60;
/** An English verb without an ending may also describe a program, so it must start a clause or follow a duty. */
const ENGLISH_DUTY =
  '(?:^|[.!?:;,()\\[\\]"“”–—-]\\s*|(?<!\\p{L})(?:please|kindly|must|should|shall|always|now|also|then|and|or|just|simply|first|(?:have|has|need|needs|required|asked|expected|want|wants|able|free|glad) (?:you )?to|to|who|could|can|may)\\s+)';

const RULES = Object.entries(SECRET_WORDS).map(([language, { secret, hand, deny }]) => ({
  wanted: new RegExp(
    `${language === 'en' ? `${ENGLISH_DUTY}(?:${hand})(?!\\p{L})(?! (?:you|me|us|yourself)(?!\\p{L}))` : whole(hand)}[^.!?;]{0,${REACH}}?${whole(secret)}`,
    'u',
  ),
  denied: new RegExp(whole(deny), 'u'),
}));

/**
 * Rules for languages without spaces or with free word order: a secret and a verb anywhere in one sentence, without a
 * negation.
 */
const UNSPACED = [
  [
    /パスワード|暗証番号|認証コード|ワンタイム/u,
    /(?:教え|伝え|送っ|送信し|知らせ)て|送ること|伝えること/u,
    /ない|ません|禁止/u,
  ],
  [/密码|密碼|验证码|驗證碼|口令|银行卡号/u, /告诉|告訴|发送|發送|发给|發給|提供给|告知/u, /不|勿|禁止|切勿/u],
  [/비밀번호|인증번호|인증 코드/u, /알려|보내|전달/u, /않|마세|말|금지/u],
  [/ओटीपी|पासवर्ड|पिन/u, /भेज|बता|दें|साझा/u, /(?<![\p{L}\p{M}])(?:न|नहीं|कभी|मत)(?![\p{L}\p{M}])/u],
  [/كلمة (?:ال)?(?:مرور|سر)|رمز (?:ال)?(?:تحقق|التحقق|السري)/u, /أرسل|ارسل|أخبر|اخبر|شارك|أعط/u, /لا |عدم|أبدا/u],
  [/şifre|parola|doğrulama kodu/iu, /gönder|söyle|bildir|paylaş|ilet/iu, /meyin|mayın|asla|değil/iu],
] as const;

const wantedScreen = screenOf(RULES.map(({ wanted }) => wanted));
const unspacedScreen = screenOf(UNSPACED.map(([secret]) => secret));

/**
 * True for a sentence that asks the reader to give somebody a password, a code, a key or a card number. No honest page
 * does that. Warnings ("never tell …") and instructions to type a password into its field do not count.
 */
export const asksForSecret = (sentence: string): boolean => foldedAsksForSecret(foldedForReading(sentence));

/** As `asksForSecret`, for text folded by `foldedForReading`. */
export const foldedAsksForSecret = (folded: string): boolean => {
  const plain = withoutAccents(folded);
  return (
    wantedScreen.candidates(plain).some((index) => {
      const rule = RULES[index];
      return rule?.wanted.test(plain) && !rule.denied.test(plain);
    }) ||
    unspacedScreen.candidates(folded).some((index) => {
      const rule = UNSPACED[index];
      return rule?.every((pattern, part) => pattern.test(folded) === part < 2);
    })
  );
};

/**
 * What opens a door or an account, by name alone, in the languages in which Parley speaks. Programs and places for passwords, and
 * what is said about passwords as such, are something else.
 */
const SECRET_NAMES = new RegExp(
  `(?<!\\p{L})(?:${[
    'pass(?:words?|codes?|phrases?|keys?)',
    '(?:one[- ]time|verification|security|access|door|login|sign-?in|authenticator|recovery|backup|unlock|2fa|mfa|card) (?:codes?|keys?|phrases?)',
    '(?:codes?|digits) (?:of|from|on|in) (?:your|the|their) (?:\\p{L}+ ){0,2}(?:keys?|authenticator|tokens?|app|phones?|cards?|gift)',
    'seed (?:phrases?|words)|private keys?|credentials|cvv|cvc|(?:bank|online) (?:log-?ins?|access)|card (?:details|numbers?)',
    '\\p{L}*(?:passwort|passworter|kennwort|kennworter)\\p{L}{0,3}|einmalcodes?|sicherheitscodes?|zugangsdaten|kartennummern?',
    'mots? de passe|codes? (?:pin|secrets?|confidentiels?|de verification|a usage unique)|numeros? de carte',
    'contrasenas?|codigos? (?:de (?:verificacion|seguridad|un solo uso|acceso)|pin)|numeros? de tarjeta',
    'senhas?|palavras?-passe|numeros? do cartao',
  ].join(
    '|',
  )})(?!\\p{L})(?![- ]?(?:stores?|managers?|safes?|vaults?|polic(?:y|ies)|resets?|fields?|hash(?:es)?|length|files?))`,
  'u',
);
/** Written so for secrets alone: a pin is many things, and so is "tan" in French. */
const ABBREVIATED = /(?<!\p{L})(?:PINs?|TANs?|OTPs?)(?!\p{L})/u;
/** Verbs and signs of something that goes from one person to another. Much else has them, so they count beside a secret alone. */
const PASSED_ON = new RegExp(
  whole(
    [
      'give|giving|send|sending|mail|e-?mail|text|tell|hand|bring|forward|dictate|read (?:it|them|out|aloud)|share|reply with|post|leave|message|ready|ask(?:s|ed)? (?:\\p{L}+ ){0,3}for|needs?|required?|from you|collects?|keeps? (?:a |the )?(?:cop(?:y|ies)|list)|tells? you to enter|enter',
      'nennt?|nennen|sagt?|sagen|schick\\p{L}*|send(?:e|en|et)|mitteil\\p{L}*|teil(?:t|en) (?:\\p{L}+ ){0,4}mit|gebt?|geben|angeben|gib|bereithalten|verlangt|braucht',
      'donn\\p{L}*|envoy\\p{L}*|communiqu\\p{L}*|transmett\\p{L}*|indiqu\\p{L}*|dites|demand\\p{L}*|fourni\\p{L}*',
      'envi\\p{L}*|mand\\p{L}*|comuni(?:que|ca|car)\\p{L}{0,3}|diga\\p{L}*|facilit\\p{L}*|indi(?:ca|que|car)|dar|pid\\p{L}*|informe',
    ].join('|'),
  ),
  'u',
);

/**
 * True for words of a page in which a secret may pass from one person to another: a sentence that names a secret and such an act,
 * or beside whose secret an address or a number stands. Much wider than `asksForSecret`, for readers who are warned, and nothing
 * is left out for it; a warning of the page itself is repeated by it.
 */
export const passesOnSecret = (text: string): boolean => {
  const named = (words: string) => ABBREVIATED.test(words) || SECRET_NAMES.test(readable(words));
  if (!named(text)) return false;
  if (contactDetails(text).length > 0) return true;
  return splitSentences(text).some(({ start, end }) => {
    const sentence = text.slice(start, end);
    return named(sentence) && PASSED_ON.test(readable(sentence));
  });
};

const readable = (words: string): string => withoutAccents(foldedForReading(words.replace(/['’]s(?!\p{L})/gu, 's')));
