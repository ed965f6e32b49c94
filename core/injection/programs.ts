import { screenOf } from './screen-of.ts';

/**
 * Programs that read and answer, by words that never name a person's job or a person ("assistant", "Claude"). Matched in
 * folded text without accents.
 */
export const PROGRAMS =
  "(?:[\\p{L}]+[- ])?(?:a\\.?i\\.?(?: (?:assistants?|models?|agents?|systems?|tools?))?|artificial intelligence|neural net(?:work)?s?|(?:large )?language models?|llms?(?: agents?)?|chat ?-?bots?|(?:help|support|service|answer) ?bots?|bots|(?:search|chat|digital|smart|voice|writing|coding) assistants?|(?<=(?:the|this|our|your|any|every|an?) (?:\\p{L}+ )?)bot|(?:chat)?gpts?|copilot|virtual (?:agents?|assistants?)|automated (?:readers?|agents?|systems?)|summari[sz]ers?|(?:answer|reply|response) generators?|(?:answering|retrieval|rag) (?:systems?|engines?)|ki|kunstliche intelligenz|sprachmodell\\p{L}*|(?:virtuelle|digitale)\\p{L}? assistent\\p{L}*|(?<=(?:l'|une |d'|aux? |les |des ))ia|intelligence artificielle|modeles? de langage|(?:assistants?|agents?) virtuels?|(?<=(?:la|una|uma|da|pela|a) )ia|inteligencia artificial|modelos? de (?:lenguaje|linguagem)|(?:asistentes?|assistentes?|agentes?) virtua(?:l|les|is)|intelligenza artificiale|modell[oi] linguistic[oi]|kunstmatige intelligentie|taalmodel\\p{L}*|sztuczn\\p{L}+ inteligencj\\p{L}+|model\\p{L}* jezykow\\p{L}+|нейросет\\p{L}+|искусственн\\p{L}+ интеллект\\p{L}*|ии|языков\\p{L}+ модел\\p{L}+|чат-?бот\\p{L}*)";
const PROGRAM = new RegExp(`(?<!\\p{L})${PROGRAMS}(?!\\p{L})`, 'u');
const screen = screenOf([PROGRAM]);

/** True for a folded text that names one of them. */
export const namesOne = (plain: string): boolean => screen.candidates(plain).length > 0 && PROGRAM.test(plain);

/** The same in languages without spaces between words. */
export const UNSPACED_PROGRAM =
  /(?<![a-z])ai(?![a-z])|人工知能|言語モデル|チャットボット|人工智能|人工智慧|语言模型|語言模型|聊天机器人|聊天機器人|인공지능|언어 모델|챗봇|الذكاء الاصطناعي|एआई|चैटबॉट/u;
