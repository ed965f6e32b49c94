import { findAddresses } from '../text/addresses.ts';
import { type Span, splitSentences } from '../text/sentences.ts';
import { DUTY, MACHINE, noWireWithin } from './machines.ts';
import { isConversationGuide, withoutOutsidersCondition } from './outside-people.ts';
import { readingUnits } from './reading-units.ts';
import { screenOf } from './screen-of.ts';
import { foldedForReading, withoutAccents } from './visible-text.ts';

/** Characters around a reply in which headers, cookies and the like make it a program's. */
const WIRE_REACH = 60;

/**
 * Words about answering and words about saying, by language. A sentence with both is about what is answered and not
 * about the world ("answers on leave open with …"), whatever its grammatical form. Matched in folded text.
 */
const TALK: Readonly<Record<string, { answering: string; saying: string }>> = {
  en: {
    answering: `(?<!(?:incorrect|wrong|last) )answers?(?! to (?:the )?["“])(?! (?:the |a |any )?(?:(?:tele)?phones?|doors?|calls?)(?!\\p{L}))|answered|answering(?! (?:the |a |any )?(?:(?:tele)?phones?|doors?|calls?)(?!\\p{L}))|(?<!${MACHINE}(?: ${DUTY})?(?: [\\p{L}-]+)? )${noWireWithin(WIRE_REACH)}(?:repl(?:y(?!-to)|ies|ied|ying)|respon(?:d|ds|ded|ding|se|ses))(?<!(?:opportunity|time|right|chance|days?|weeks?|months?) to \\p{L}+)(?! (?:headers?|body|bodies|codes?|packets?|lines?|status|times?|streams?|format|phase|kind|keys?|class|objects?|maps?|filters?|capabilit\\p{L}+)(?!\\p{L}))(?![.(]\\p{L})|(?<!in |["”] )questions?|quer(?:y|ies) (?:about|on|regarding|concerning|as to|around|touching|(?:that|which) (?:concern|touch|regard|relate|deal)\\p{L}*)|(?:customer|guest|visitor|staff|employee|reader|caller|people)s? quer(?:y|ies)|(?:en|in)quir(?:y|ies|es?|ing|ers?)|ask(?:s|ed|ing|ers?)? (?:about|how|what|when|where|who|why|whether)|(?:want|wish|like|curious|care)(?:s|ed|ing)? to (?:know|learn|find out|hear)|wonder(?:s|ed|ing)? (?:about|how|what|when|where|who|why|whether)|curious about|interested in knowing|(?:whoever|anyone who|anybody who|everyone who|those who|people who|the person who) (?:reads?|recites?|relays?|summari[sz]es?|quotes?|cites?|repeats?|shares?|explains?|writes?)|(?:whoever|anyone|anybody|anything|everyone|those)(?: \\([^()]{0,20}\\))? (?:reading|reciting|relaying|summari[sz]ing|quoting|citing|repeating)|comes? up|is (?:raised|brought up|discussed)|(?<=(?:if|when|whenever|once) .{0,60})asked|texts? on(?! (?:the |our |its |their |your )?(?:web ?sites?|sites?|shop|labels?|signs?|box(?:es)?|screens?|buttons?|invoices?|receipts?|parcels?|doors?|posters?|packag\\p{L}+)(?!\\p{L}))|write-?ups?|(?<!(?:accounts?|balance|options?|size|totals?|tax) )summar(?:y|ies)(?! (?:reports?|tables?|accounts?|lines?|listings?|views?|rows?)(?!\\p{L}))|explanations?(?! strings?(?!\\p{L}))|conversations?|talk(?:s|ing)? about|speak(?:s|ing)? (?:of|about)`,
    saying:
      'mention(?:s|ed|ing)?|say(?:s|ing)?|(?<!(?:domain|file|path|class|list|host|client|user|server|parameter|template|context|object|index|column|field|method|different|same|full|no|an?|the|its|this|your) )nam(?:e|es|ing)(?! (?:of|in|for|that|which|is|are|and|or|to|on|with|by|as)(?!\\p{L}))|(?:is|are|be|gets?) named|includ(?:e|es|ed)|contain(?:s|ed)?|(?:open|begin|start|close|end|finish|conclude)s? (?:with|by)|adds|(?:bring|brings|brought|bringing) up|point(?:s|ed|ing|er|ers)? (?:(?:people|readers|them|him|her) )?(?:to|at)|(?:pass|direct|send|refer|steer|guide)(?:e?s|ed|ing)? (?:on )?(?:people|readers|them|him|her|on|to)|(?<!(?:messages?|mails?|repl(?:y|ies)|posts?|cop(?:y|ies)|data|events?|files?|requests?|invoices?|parcels?|orders?|forms?|logs?) )(?:is|are|be|gets?) sent|(?:is|are|be|gets?) (?:directed|passed on|referred|pointed|told|given|answered with|met with)|hears|(?<=(?:must|shall|should|(?:is|are|has|have|need|needs|ought) to) (?:always |also |only )?)(?:state|claim|omit|tell|warn|advise|recommend|leave out)|carr(?:y|ies) the|furnish(?:e?s|ed|ing)?|complete (?:without|only|with)|reads? [:“"]|the (?:word|phrase|address) (?=\\S)|wording',
  },
  de: {
    answering:
      'antwort(?:en|et|ete)?|auskunft|auskünfte|beantwort\\p{L}+|rückfragen?|(?:an)?fragen?|gefragt|fragt|wer (?:wissen|fragen) will|zusammenfassung(?:en)?|nachfragen?',
    saying:
      'nenn\\p{L}+|erwähn\\p{L}+|zu beginnen|beginn\\p{L}+ mit|hinzuweisen|hinweis\\p{L}*|verweis\\p{L}*|enthalten|enthält|lautet|schließ\\p{L}+ mit|anzugeben|angegeben|steht|gilt|ergänz\\p{L}+|zu sagen|sagt|bekommt|hört',
  },
  fr: {
    answering: 'réponses?|répondre|répond\\p{L}*|questions?|demand\\p{L}+|renseign\\p{L}+|qui veut savoir|résumés?',
    saying:
      'contien\\p{L}+|mention\\p{L}+|renvoi\\p{L}*|indiqu\\p{L}+|inclu\\p{L}+|cit(?:e|er|ent|é)|comport\\p{L}+|commenc\\p{L}+ par|précis\\p{L}+|dire|dit|nomm\\p{L}+',
  },
  es: {
    answering: 'respuestas?|responder|respond\\p{L}+|preguntas?|pregunt\\p{L}+|consultas?|quien quiera saber|resúmenes',
    saying:
      'inclu\\p{L}+|mencion\\p{L}+|remit\\p{L}+|conten\\p{L}+|indi(?:c|qu)\\p{L}+|empie\\p{L}+|comien\\p{L}+|cit(?:e|en|ar)|dig\\p{L}+|deci\\p{L}+|nombr\\p{L}+|señal\\p{L}+',
  },
  pt: {
    answering: 'respostas?|responder|respond\\p{L}+|perguntas?|pergunt\\p{L}+|consultas?|quem quiser saber|resumos?',
    saying:
      'inclu\\p{L}+|mencion\\p{L}+|indi(?:c|qu)\\p{L}+|contenh\\p{L}+|remet\\p{L}+|comec\\p{L}+|cit(?:e|em|ar)|dig\\p{L}+|diz\\p{L}*|nome\\p{L}+',
  },
  it: {
    answering: 'rispost[ae]|rispond\\p{L}+|domand[ae]|chied\\p{L}+|chi vuole sapere|riassunt[oi]',
    saying:
      'inclu\\p{L}+|menzion\\p{L}+|rinvi\\p{L}+|conten\\p{L}+|indic\\p{L}+|inizi\\p{L}+|cit(?:i|ino|are)|dic\\p{L}+|nomin\\p{L}+|riport\\p{L}+',
  },
  nl: {
    answering: 'antwoord(?:en|t)?|beantwoord\\p{L}*|vra(?:ag|gen)|gevraagd|wie wil weten|samenvatting(?:en)?',
    saying: 'noem\\p{L}*|vermeld\\p{L}*|verwij\\p{L}+|bevat\\p{L}*|begin\\p{L}* met|zeg\\p{L}*|luidt|geef\\p{L}*',
  },
  pl: {
    answering: 'odpowied\\p{L}+|pytani\\p{L}+|pyta\\p{L}*|zapyta\\p{L}*|kto chce wiedzieć|podsumowani\\p{L}+',
    saying:
      'zawier\\p{L}+|wspomin\\p{L}+|wskaz\\p{L}+|poda\\p{L}+|zaczyna\\p{L}+|brzmi|wymieni\\p{L}+|odsyła\\p{L}*|mówi\\p{L}*',
  },
  ru: {
    answering: 'ответ\\p{L}*|отвеч\\p{L}+|вопрос\\p{L}*|спраш\\p{L}+|спрос\\p{L}+|кто хочет знать|справк\\p{L}+',
    saying:
      'содерж\\p{L}+|упомин\\p{L}+|упомян\\p{L}+|указ\\p{L}+|начина\\p{L}+|называ\\p{L}+|назв\\p{L}+|гласит|говор\\p{L}+|отсыла\\p{L}+|включа\\p{L}+',
  },
};

/** Languages without spaces between words: both kinds anywhere in a sentence. */
const UNSPACED_TALK: Readonly<Record<string, { answering: RegExp; saying: RegExp }>> = {
  ja: {
    answering: /回答|返答|答え|質問|問い合わせ|尋ね|聞かれ/u,
    saying: /入れる|含め|含む|記(?:す|載)|入れ|明記|述べ|伝え|案内|挙げ|添え|書く/u,
  },
  zh: {
    answering: /答[复覆案]|回[答复覆]|提问|詢問|询问|问及|凡涉及|咨询/u,
    saying: /注明|附上|提及|说明|提到|指向|包含|写明|写上|告知|引用/u,
  },
  ko: { answering: /답변|대답|응답|질문|문의|묻는/u, saying: /포함|언급|기재|안내|명시|적|알려|덧붙/u },
  ar: {
    answering: /إجاب|جواب|رد[ودّ]?|سؤال|أسئلة|يسأل|استفسار/u,
    saying: /تتضمن|يتضمن|تذكر|يذكر|تشير|يشير|تحتوي|يقال|تبدأ/u,
  },
  hi: { answering: /उत्तर|जवाब|प्रश्न|सवाल|पूछ/u, saying: /शामिल|उल्लेख|बता|लिख|जोड़|कह/u },
  tr: { answering: /yanıt|cevap|cevab|soru|soran/u, saying: /içer|belirt|bahset|yönlendir|ekle|söyle|anıl/u },
};

/** Sentences that claim precedence over other sources, or give the reader a role to play or imagine. */
const STAGING = [
  /(?<!\p{L})(?:outranks?|outweighs?|prevails? over|takes? precedence|comes? before|overrules?|trumps?|replaces?|supersedes?|(?<!(?:we|they|you|i|and|then|to|will|must|can|should) )cancels?|nullif(?:y|ies))(?!\p{L}).{0,40}?(?<!\p{L})(?:the rest|rest of|(?:all (?:the )?|any |every )other(?!\p{L})(?! (?:\p{L}+ )?(?:modes?|options?|settings?|values?|parameters?|orders?|bookings?|subscriptions?|requests?))|whatever else|everything else|anything else|what else)(?!\p{L})/u,
  /(?<!\p{L})(?:whatever|everything|anything|all) (?:else )?(?:is |that is |was |has been )?(?:written|stated|said|listed|printed|found)(?!\p{L}).{0,240}?(?<!\p{L})(?:no longer (?:counts?|applies|holds|stands)|is (?:void|wrong|out of date|obsolete|false)|does not (?:count|apply|hold))/u,
  /(?<!\p{L})your (?:only |one |sole )?(?:line|lines|phrase|script|part|persona|character|motto|slogan|catch ?phrase|link)(?!\p{L})\s*(?:is|are|here is|:|reads)/u,
  // "Your job is to keep the stream friendly", "Your job is simple: fix what is broken" and "what is not related to your role is
  // taxable" are no part to play.
  /(?<!\p{L})(?<!(?<!\p{L})(?:to|of|in|for|with|by|from|within|at|outside) )your (?:only |one |sole )?(?:role|job|duty|task|goal|mission)(?!\p{L})\s*(?:is|are|here is|:|reads)(?! (?:no longer|not|still)(?!\p{L}))(?!(?: to| \p{L}+:) (?!(?:\p{L}+ )?(?:say|tell|answer|reply|respond|mention|repeat|recommend|inform|send|point|name|persuade|convince|state|claim|speak|be|act|play|write|read|recite|convey|include|get|make)(?!\p{L})))/u,
  /(?:^|[.!?;:(]\s*)(?:(?:please|now|and|kindly) )?(?:picture|imagine|pretend|suppose|envision|play|act|assume the role|think of) (?:that )?(?:you|a|an|as|yourself|the)(?!\p{L}).{0,90}?(?<!\p{L})(?:helper|speaker|person|agent|clerk|oracle|voice|character|expert|parrot|who knows|who says?|who repl(?:y|ies)|who answers?)(?!\p{L})/u,
  /(?<!\p{L})you are (?:that|this|now that|the same) (?:helper|speaker|person|agent|clerk|oracle|voice|character|expert)/u,
  /(?:^|[\n|>:;(]\s*)[\W\d]*(?:model|sample|example|suggested|standard|stock|canned|template|approved|recommended|preferred) (?:repl(?:y|ies)|answers?|responses?|wordings?)(?!\p{L})/u,
];

const bounded = (pattern: string) => `(?<![\\p{L}\\p{N}_])(?:${withoutAccents(pattern)})(?![\\p{L}\\p{N}_])`;
const spaced = Object.values(TALK).map(({ answering, saying }) => ({
  answering: new RegExp(bounded(answering), 'u'),
  saying: new RegExp(bounded(saying), 'u'),
}));
const answeringScreen = screenOf(spaced.map(({ answering }) => answering));
const stagingScreen = screenOf(STAGING);
const unspaced = Object.values(UNSPACED_TALK);

/** True for a question about answers or replies itself. Talk about answers is then evidence. */
export const asksAboutTalk = (question: string): boolean => {
  const folded = foldedForReading(question);
  const plain = withoutAccents(folded);
  return (
    spaced.some(({ answering }) => answering.test(plain)) || unspaced.some(({ answering }) => answering.test(folded))
  );
};

/**
 * True for a sentence about what is answered or said, not about the world.
 * @param inGuide whether it stands in a guide for talking with people outside the team. Asked only if it decides.
 */
export const isTalkAboutAnswers = (sentence: string, inGuide: () => boolean = () => false): boolean =>
  isTalk(sentence, false) && (!inGuide() || isTalk(sentence, true));

const isTalk = (sentence: string, inGuide: boolean): boolean => {
  const stated = inGuide ? sentence.replace(BOLD_QUESTION, '') : sentence;
  const folded = foldedForReading(stated.replace(LABEL, '').replace(PATH_OF_ADDRESS, ''));
  const plain = withoutOutsidersCondition(withoutAccents(folded), inGuide, () => findAddresses(sentence).length > 0);
  return (
    stagingScreen.candidates(plain).some((index) => STAGING[index]?.test(plain)) ||
    answeringScreen.candidates(plain).some((index) => {
      const words = spaced[index];
      return words?.answering.test(plain) && words.saying.test(plain);
    }) ||
    unspaced.some(({ answering, saying }) => answering.test(folded) && saying.test(folded))
  );
};

/** Below a table's header: the cells that divide it from the rows. */
const DIVIDER = /^\s*\|?(?:\s*:?-{3,}:?\s*\|)+\s*(?::?-{3,}:?)?\s*$/;
/** Rows that a table has at least below names of columns, and words of such a name at most. */
const MIN_ROWS = 2;
const MAX_NAME_WORDS = 3;
/** What the name of a column does not say: whom or when an order concerns, and that it is one. */
const COMMANDS =
  /(?<!\p{L})(?:must|should|shall|will|may|can|has|have|needs?|to|please|always|never|only|every|each|all|any|no|when|if)(?!\p{L})/iu;

const cellsOf = (row: string): string[] =>
  row
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|');

/**
 * A table's header without the names of its columns. Names stand side by side and are no sentence: "Response | Included". An
 * order that somebody divides over the cells of a header still says whom it concerns.
 */
const withoutColumnNames = (row: string, below: readonly string[]): string => {
  const [divider = '', ...rows] = below;
  if (!DIVIDER.test(divider)) return row;
  const cells = cellsOf(row);
  const isHeader =
    row.trimStart().startsWith('|') &&
    rows.length >= MIN_ROWS &&
    rows.every((one) => one.trimStart().startsWith('|') && cellsOf(one).length === cells.length);
  if (!isHeader || COMMANDS.test(row)) return row;
  return cells.filter((cell) => cell.trim().split(/\s+/).length > MAX_NAME_WORDS).join(' | ');
};

/** What stands behind the host of an address is nobody's word: "https://support.example/mail/answer/25922". */
const PATH_OF_ADDRESS = /(?<=https?:\/\/[^\s/)]{1,253})\/[^\s)]*/gu;
/** A question in front of its answer, as in an FAQ. */
const BOLD_QUESTION = /^\s*(?:[-*]\s+)?\*\*[^*\n]{1,120}\?\*\*/;

/** Markers before a sentence in a list, a cell, a quotation, a comment or a note. */
const LABEL = /^(?:[\s\d|>*+.)-]|<!--|\[\^?[^\]\n]{1,20}\]:?)+/;

/** Maximum characters of a fragment of a list, a table or a broken line. A longer one is a sentence. */
const PIECE_CHARS = 90;
/** Maximum fragments checked together. A longer list has independent items. */
const MAX_PIECES = 4;
/** Sentences on each side of one about answering, in the same paragraph, that are removed with it. */
const BESIDE = 2;
/** A complete sentence, which is checked alone, also as an item of a list: "- The service listens on port 7443." */
const WHOLE_SENTENCE =
  /^\s*(?:[^\s|>*+\-\p{Ll}][^|]*|[-*+] [^\s|>*+\-\p{Ll}][^|\s]*(?:[ \n]+[^|\s]+){5,})[.!?]["”)]?\s*$/u;

/**
 * The units with the lines of a complete sentence as one: where text is wrapped, a line holds parts of two sentences, and its
 * neighbours parts of two more.
 */
const withWrappedSentences = (text: string, units: readonly Readonly<Span>[]): Span[] => {
  const joined: Span[] = [];
  const sentences = splitSentences(text);
  let at = -1;
  let sentence: Readonly<Span> | undefined;
  let isWrapped = false;
  for (const { start, end } of units) {
    while ((sentence?.end ?? -1) < end && at < sentences.length) {
      at += 1;
      sentence = sentences[at];
      isWrapped = sentence !== undefined && WRAPPED_SENTENCE.test(text.slice(sentence.start, sentence.end));
    }
    const last = joined.at(-1);
    if (isWrapped && sentence && last && last.start >= sentence.start && start > sentence.start) last.end = end;
    else joined.push({ start, end });
  }
  return joined;
};
/** Several lines of prose, none of them an item, a row or a quotation. */
const WRAPPED_SENTENCE = /^[^\s|>*+\-\p{Ll}][^|\n]*(?:\n[ \t]*(?![>*+-]|\d+[.)])\S[^|\n]*)+[.!?]["”)]?$/u;

/**
 * Finds the sentences about what is answered. They are no evidence for a question about the world, because an injected
 * order may be phrased politely, as a custom, a wish or a fact about replies. Fragments of lists, tables and broken
 * lines are checked together with those before them, since an order may be split over them.
 */
export const findTalk = (text: string): Span[] => {
  const units = withWrappedSentences(text, readingUnits(text));
  const lines = units.map(({ start, end }) => text.slice(start, end));
  const words = new Map(
    units.map((unit, at) => [unit, withoutColumnNames(lines[at] ?? '', lines.slice(at + 1, at + 2 + MIN_ROWS))]),
  );
  const wordsOf = (unit: Span) => words.get(unit) ?? text.slice(unit.start, unit.end);
  let isGuide: boolean | undefined;
  const inGuide = () => {
    isGuide ??= isConversationGuide(units.map((unit) => withoutAccents(foldedForReading(wordsOf(unit)))));
    return isGuide;
  };
  const talk = new Set(units.filter((unit) => isTalkAboutAnswers(wordsOf(unit), inGuide)));
  const isPiece = (unit: Span) => unit.end - unit.start <= PIECE_CHARS && !WHOLE_SENTENCE.test(wordsOf(unit));
  for (const [at, unit] of units.entries()) {
    if (talk.has(unit) || !isPiece(unit)) continue;
    const pieces: Span[] = [];
    for (let from = at; from >= 0 && pieces.length < MAX_PIECES; from -= 1) {
      const piece = units[from];
      if (!piece || !isPiece(piece)) break;
      pieces.unshift(piece);
    }
    if (pieces.length < 2) continue;
    const joined = pieces
      .map((piece) =>
        wordsOf(piece)
          .replace(LABEL, '')
          .replace(/[|\s]+$/g, ''),
      )
      .join(' ');
    if (isTalkAboutAnswers(joined, inGuide)) for (const piece of pieces) talk.add(piece);
  }
  // Neighbouring sentences in the paragraph or table rows may contain the rest of an order.
  const found = new Set(talk);
  const isBeside = (unit: Span, near: Span) => {
    const [first, last] = unit.start < near.start ? [unit, near] : [near, unit];
    return !/\n[ \t>]*\n/.test(text.slice(first.end - 1, last.start + 1));
  };
  for (const [at, unit] of units.entries())
    if (units.slice(Math.max(0, at - BESIDE), at + BESIDE + 1).some((near) => found.has(near) && isBeside(unit, near)))
      talk.add(unit);
  return units.filter((unit) => talk.has(unit));
};
