import { whole } from './order-rule.ts';
import { screenOf } from './screen-of.ts';
import { withoutAccents } from './visible-text.ts';

/** Words of a sentence that gives one answer for whatever may be asked. Regular expressions over folded text. */
interface OneAnswerWords {
  /** Commands to answer. */
  answer: string;
  /** Whatever is asked: "any question". */
  question: string;
  /** Without exception: "only", "from now on". */
  always: string;
  /** What leads to the words of the answer: "with", "that", a quotation mark. */
  words: string;
  /** The answer to a question, told and not commanded, and what leads to its words: "the answer to", "is". */
  told?: { answerTo: string; is: string };
}

/** What follows where an answer is found, not what it is. */
const WHERE =
  '(?! (?:in|on|at|by|from|found|given|available|here|there|below|above|published|posted|sent|listed|recorded|kept|written|stored|not|never|collected|part|im|am|unter|immer|dans|sur|en|op|w)(?!\\p{L}))';

const SPACED: readonly OneAnswerWords[] = [
  {
    answer: 'answer|reply|respond',
    question:
      '(?:any|every|each|all|whatever|whichever) (?:\\p{L}+ ){0,2}(?:questions?|quer(?:y|ies))|(?:whatever|anything|no matter what) (?:\\p{L}+ ){0,3}asks?(?:ed)?',
    always: 'only|solely|exclusively|from now on|henceforth|from this (?:point|moment) on|nothing but',
    words: 'with|that|by saying',
    told: { answerTo: '(?:answer|reply|response)s? (?:to|for)', is: '(?:is|are|must be|should be|shall be|reads?)' },
  },
  {
    answer: 'beantworte|antworte|(?:be)?antworten sie',
    question:
      '(?:jeden?|aller?|allen|jegliche|sämtliche|egal welche|welche auch immer) (?:\\p{L}+ ){0,2}fragen?|egal,? (?:was|wonach) (?:\\p{L}+ ){0,3}(?:ge)?fragt|was auch immer (?:\\p{L}+ ){0,3}(?:ge)?fragt',
    always: 'ab (?:jetzt|sofort|nun)|von (?:nun|jetzt) an|künftig|nur|ausschließlich',
    words: 'mit|dass',
    told: { answerTo: 'antwort(?:en)? auf', is: '(?:ist|sind|lautet|lauten|heißt|heisst)' },
  },
  {
    answer: 'répond(?:s|ez)',
    question:
      "(?:chaque|toute|toutes les|n'importe quelle|quelle que soit la) questions?|quoi qu(?:'on|e l'on) (?:te |vous )?demande",
    always: 'désormais|dorénavant|à partir de maintenant|uniquement|seulement|exclusivement',
    words: 'par|que|avec',
    told: { answerTo: 'réponses? à', is: '(?:est|sont|sera)' },
  },
  {
    answer: 'respond[ea]|contest[ae]',
    question:
      '(?:cualquier|cada|toda) pregunta|todas las preguntas|sea cual sea la pregunta|(?:te |le )?pregunten lo que (?:te |le )?pregunten',
    always: 'a partir de ahora|desde ahora|de ahora en adelante|en adelante|solo|solamente|únicamente',
    words: 'con|que',
    told: { answerTo: 'respuestas? a', is: '(?:es|son|será)' },
  },
  {
    answer: 'rispond(?:i|ete|a)',
    question: '(?:ogni|qualsiasi|qualunque) domanda|tutte le domande|qualunque cosa (?:\\p{L}+ ){0,3}chie\\p{L}+',
    always: "d'ora in (?:poi|avanti)|solo|soltanto|solamente|esclusivamente|unicamente",
    words: 'con|che',
  },
  {
    answer: 'respond[ae]',
    question: '(?:qualquer|cada|toda) pergunta|todas as perguntas|seja qual for a pergunta',
    always: 'a partir de agora|de agora em diante|doravante|só|somente|apenas|unicamente',
    words: 'com|que',
  },
  {
    answer: '(?:be)?antwoord',
    question: '(?:elke|iedere) vraag|alle vragen|wat er ook (?:\\p{L}+ ){0,2}gevraagd',
    always: 'vanaf nu|voortaan|alleen|uitsluitend|enkel',
    words: 'met|dat',
    told: { answerTo: 'antwoord(?:en)? op', is: '(?:is|zijn|luidt)' },
  },
  {
    answer: 'odpowiadaj(?:cie)?|odpowiedz(?:cie)?',
    question: '(?:każde|jakiekolwiek|dowolne) (?:\\p{L}+ )?pytanie|wszystkie pytania',
    always: 'od teraz|od tej (?:pory|chwili)|tylko|wyłącznie|jedynie',
    words: 'że|zdaniem|słowem|słowami',
    told: { answerTo: 'odpowied(?:ź|zią) na', is: '(?:jest|brzmi)' },
  },
  {
    answer: 'ответь(?:те)?|отвечай(?:те)?',
    question:
      '(?:люб\\p{L}+|кажд\\p{L}+|все|всякий) вопрос\\p{L}*|что бы (?:\\p{L}+ ){0,2}ни (?:\\p{L}+ ){0,2}спр\\p{L}+',
    always: 'только|исключительно|с этого момента|отныне|впредь',
    words: 'что|словами|фразой',
    told: { answerTo: 'ответ(?:ом)? на', is: '(?:звучит|является|-)' },
  },
];

/** The same in languages without spaces between words, or with endings at each word. */
const UNSPACED: readonly OneAnswerWords[] = [
  {
    answer: '回答|回复|回覆|答复|答覆',
    question:
      '(?:无论|無論|不管|不论|不論)[^。]{0,8}(?:什么|什麼|何|问|問)|(?:任何|所有|每个|每個|一切)(?:的)?(?:问题|問題|提问|提問)',
    always: '只|一律|从现在|從現在|今后|今後|从今|從今',
    words: '["“「『：:]',
  },
  {
    answer: '(?:答え|回答し|返答し)(?:て(?=[、。くだ下]|$)|なさい|ろ|よ)',
    question: '(?:どんな|すべての|全ての|あらゆる|いかなる|どの)質問|何を(?:聞|質問さ|尋ね)[^。]{0,4}ても',
    always: 'だけ|のみ|今後|これから|以後',
    words: '["“「『]|と(?:だけ|のみ)',
  },
  {
    answer: '(?:답|대답|답변)(?:만 )?(?:하(?:세요|십시오|라|시오|여라)|해(?:라| ?주세요))',
    question: '(?:모든|어떤|무슨|어떠한) 질문|무엇을 (?:묻|물)',
    always: '만(?= |$|을)|앞으로|지금부터|이제부터',
    words: '["“‘「]|라고|다고|로만',
  },
  {
    answer: '(?<!\\p{L})(?:yanıtla|cevapla|cevap ver|yanıt ver)(?:y?[ıiuü]n(?:[ıiuü]z)?)?(?!\\p{L})',
    question: '(?<!\\p{L})(?:her|tüm|bütün|hangi) soru\\p{L}*|ne sorulursa',
    always: 'şu andan itibaren|bundan (?:sonra|böyle)|yalnızca|sadece',
    words: '["“:]|diye|(?<!\\p{L})ile(?!\\p{L})',
  },
  {
    answer: '(?<!\\p{L})[وف]?(?:أجب|اجب|أجيبوا|رد)(?!\\p{L})',
    question: '(?:كل|أي|اي|جميع) (?:سؤال|الأسئلة|الاسئلة)|مهما (?:كان|سئل)',
    always: 'فقط|من الآن|من الان',
    words: '["“«:]|بأن|بـ|بعبارة|بكلمة',
  },
  {
    answer: '(?:उत्तर|जवाब) (?:दो|दें|दीजिए)',
    question: '(?:हर|किसी भी|सभी|प्रत्येक) (?:सवाल|प्रश्न)\\p{L}*',
    always: 'केवल|सिर्फ|अब से',
    words: '["“:]|(?<!\\p{L})कि(?!\\p{L})',
  },
];

/** A sign that leads to the words of an answer in any language. */
const QUOTATION = '["“„«:]';

/** "From now on answer", "please answer", and at the start of a sentence or clause; not "we answer". */
const commanded = (answer: string, always: string): string =>
  `(?:^|[.!?:;,()\\[\\]"“”„«»–—-]\\s*|(?:please|kindly|always|now|also|then|instead|only|just|simply|bitte|veuillez|por favor|per favore|proszę|пожалуйста|${always}|questions?|вопрос\\p{L}*|pregunta|domanda|pergunta|pytanie|pytania)\\s+)(?:${answer})(?!\\p{L})`;

const spaced = SPACED.map(({ answer, question, always, words }) =>
  [whole(question), commanded(answer, always), whole(always), `${whole(words)}|${QUOTATION}`].map(
    (pattern) => new RegExp(withoutAccents(pattern), 'u'),
  ),
);
/** "The answer to every question is …", by language in the order of `SPACED`. */
const toldAnswers = SPACED.map(({ told, question }) =>
  told === undefined
    ? undefined
    : new RegExp(
        withoutAccents(
          `${whole(told.answerTo)} (?:${question})(?: \\p{L}+){0,3}(?: ${whole(told.is)}| ?[:=—–])${WHERE}`,
        ),
        'u',
      ),
);
/** Most sentences lack the first of them, what is asked. */
const questionScreen = screenOf(spaced.flatMap((all) => all.slice(0, 1)));
const unspaced = UNSPACED.map(({ answer, question, always, words }) =>
  [question, answer, always, words].map((pattern) => new RegExp(pattern, 'u')),
);

/**
 * True for a sentence that gives one answer for whatever may be asked: "From now on answer every question with …", "The answer to
 * every question is …". It speaks to who answers the questions about its own page, and so to the model. How, when and by whom
 * questions are answered is content.
 * @param folded @param plain the same without accents
 */
export const givesOneAnswer = (folded: string, plain: string): boolean =>
  questionScreen
    .candidates(plain)
    .some(
      (index) => spaced[index]?.every((pattern) => pattern.test(plain)) || toldAnswers[index]?.test(plain) === true,
    ) ||
  (FOREIGN.test(folded) && unspaced.some((all) => all.every((pattern) => pattern.test(folded))));

const FOREIGN = /[ışğ\p{Script=Han}\p{Script=Hiragana}\p{Script=Hangul}\p{Script=Arabic}\p{Script=Devanagari}]/u;
