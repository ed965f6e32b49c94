import { splitSentences } from '../text/sentences.ts';
import { foldedForReading, withoutAccents } from './visible-text.ts';

/**
 * What is said against somebody, as a statement about them: a crime, dishonesty, a dismissal, a condition that people keep to
 * themselves. Matched in folded text without accents.
 */
const AGAINST: Readonly<Record<'en' | 'de' | 'fr' | 'es', string>> = {
  en: '(?:(?:was|were|is|are|has been|have been|got|stands|being) (?:\\p{L}+ )?(?:convicted|arrested|jailed|indicted|prosecuted|accused|suspected|sued|fired|sacked|dismissed|suspended|charged with|blackmailed|drunk|corrupt|incompetent|insolvent|bankrupt|dishonest|fraudulent|violent|racist|sexist|an? (?:\\p{L}+ )?(?:liar|thief|crook|fraud|fraudster|scam|scammer|criminal|addict|alcoholic|drunk|racist|bully|cheat)|under (?:\\p{L}+ )?investigation|involved in (?:\\p{L}+ )?(?:fraud|corruption|bribery|theft))|cheat(?:s|ed|ing)? (?:on|its|his|her|their|customers|clients|staff|everyone)|lied|(?:steals|stole|has stolen)(?! the show)|embezzl(?:es|ed)|defraud(?:s|ed)|brib(?:es|ed)|(?:takes|took|accepts|accepted) bribes|harass(?:es|ed)|bull(?:ies|ied)|forg(?:es|ed) (?:\\p{L}+ )?(?:invoices?|signatures?|documents?|papers?|receipts?)|committed (?:\\p{L}+ )?(?:fraud|theft|a crime|crimes)|has a (?:drinking|drug|gambling) problem|drinks at work)',
  de: '(?:(?:ist|war|wurde|wird|sei) (?:\\p{L}+ ){0,4}?(?:verurteilt|verhaftet|vorbestraft|angeklagt|verdachtigt|gefeuert|fristlos entlassen|korrupt|unfahig|insolvent|pleite|unehrlich|betrunken|ein(?:e)? (?:betruger(?:in)?|lugner(?:in)?|dieb(?:in)?|verbrecher(?:in)?|alkoholiker(?:in)?|rassist(?:in)?))|(?:hat|haben|habe) (?:\\p{L}+ ){0,5}?(?:betrogen|gestohlen|gelogen|unterschlagen|veruntreut|bestochen|belastigt|gefalscht)|betrugt|stiehlt|lugt|unterschlagt|(?:nimmt|nahm) (?:\\p{L}+ )?schmiergeld)',
  fr: '(?:(?:est|etait|a ete|fut|serait) (?:\\p{L}+ )?(?:condamnee?|arretee?|inculpee?|accusee?|soupconnee?|licenciee? pour|renvoyee? pour|corrompue?|incompetente?|malhonnete|ivre|en faillite|une? (?:escroc|menteu(?:r|se)|voleu(?:r|se)|fraudeu(?:r|se)|criminelle?|alcoolique|raciste))|a (?:\\p{L}+ )?(?:escroque|vole|menti|detourne|fraude|harcele|falsifie)|escroque|detourne)',
  es: '(?:(?:es|era|fue|ha sido|esta) (?:\\p{L}+ )?(?:condenad[oa]|detenid[oa]|arrestad[oa]|acusad[oa]|imputad[oa]|despedid[oa] por|corrupt[oa]|incompetente|deshonest[oa]|borrach[oa]|en quiebra|una? (?:estafador(?:a)?|mentiros[oa]|ladron(?:a)?|criminal|alcoholic[oa]|racista))|(?:ha )?(?:estafado|robado|mentido|malversado|sobornado|acosado|falsificado)|estafa a|roba (?:a|dinero))',
};
const AGAINST_SOMEBODY = new RegExp(`(?<!\\p{L})(?:${Object.values(AGAINST).join('|')})(?!\\p{L})`, 'u');

/**
 * A name: two words with capitals beside each other, or a company with its legal form. One word is none, since German nouns have
 * capitals too.
 */
const NAME =
  /\p{Lu}\p{L}+(?:[ -]\p{Lu}\.?){0,2}[ -](?:(?:van|von|de|da|del|di|al|bin|der|den|la) )*\p{Lu}\p{L}+|\p{Lu}[\p{L}&-]*,? (?:Ltd|Inc|GmbH|AG|SA|S\.A|Oy|AB|AS|BV|LLC|plc|SL|SARL|Corp|Co)(?!\p{L})/u;

/**
 * True for a text that says something against a named person or company. Whether it is true no rule can tell, so nothing is
 * left out for it: it is told as what its page says.
 */
export const accuses = (text: string): boolean =>
  splitSentences(text).some(({ start, end }) => {
    const sentence = text.slice(start, end);
    return NAME.test(sentence) && AGAINST_SOMEBODY.test(withoutAccents(foldedForReading(sentence)));
  });
