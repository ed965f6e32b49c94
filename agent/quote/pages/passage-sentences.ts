import type { Passage } from '../../../core/document.ts';
import { isFenceLine } from '../../../core/text/remove-spans.ts';
import { splitSentences } from '../../../core/text/sentences.ts';
import type { GlossaryLanguage } from '../languages/glossary.ts';
import { inEnglish } from '../languages/in-english.ts';
import { stemsOf } from '../words/stems.ts';
import { headingStemsOf } from './heading-stems.ts';
import { plainText } from './plain-text.ts';

/** A sentence, list item or line of a chat in a passage's running text. */
export interface Sentence {
  /** Offsets into the passage's text. */
  start: number;
  end: number;
  /** Without Markdown's marks. */
  plain: string;
  /** `plain` as it is read: word by word in English, if the page is in another language with a glossary. */
  read: string;
  stems: readonly string[];
  stemSet: ReadonlySet<string>;
  /** The paragraph's leading bold term, or the speaker of a chat message. */
  lead: string;
  leadStems: ReadonlySet<string>;
  /** The speaker of a chat message. */
  speaker?: string;
  /** The nearest heading above the sentence, inside the passage. */
  headings: string;
  headingStems: ReadonlySet<string>;
  /** Number of the sentence's section. An excerpt never crosses sections. */
  section: number;
  paragraph: number;
  /** Set for a sentence in a list item. */
  item?: ListItem;
  /** True for a whole block of code. `plain` then keeps its lines. */
  code?: true;
  /** Reason why it cannot answer by itself; absent if it can. */
  unfit?: 'question' | 'heading' | 'links' | 'fragment';
}

/** The mark of a list item. */
export interface ListItem {
  /** Spaces before the mark. */
  indent: number;
  /** The number of an item in a numbered list. */
  number?: number;
}

/**
 * A passage's running text as sentences, without its tables (see `tables.ts`). Of a table's passage, what introduces the table and
 * what stands below it.
 */
export interface PassageSentences {
  passage: Passage;
  /** The language of the page, if it is read in English. */
  language?: GlossaryLanguage;
  titleStems: ReadonlySet<string>;
  sentences: readonly Sentence[];
}

/** Some 10 kB each. A question reads about twenty passages. */
const MAX_REMEMBERED = 2000;
const remembered = new Map<string, PassageSentences>();

/**
 * Splits a passage into sentences. Caches the last passages, because questions often find the same pages.
 * @param language of the page, if it is to be read in English
 */
export const sentencesOf = (passage: Passage, language?: GlossaryLanguage): PassageSentences => {
  const known = remembered.get(passage.id);
  const isSame = known?.passage.text === passage.text && known.passage.title === passage.title;
  if (known && isSame && known.language === language) return { ...known, passage };
  const read = readPassage(passage, language);
  remembered.delete(passage.id);
  remembered.set(passage.id, read);
  for (const oldest of remembered.keys()) {
    if (remembered.size <= MAX_REMEMBERED) break;
    remembered.delete(oldest);
  }
  return read;
};

const readPassage = (passage: Passage, language: GlossaryLanguage | undefined): PassageSentences => {
  const stemsRead = (text: string) => stemsOf(inEnglish(text, language));
  const titleStems = new Set(stemsRead(`${passage.title}. ${passage.headings.join('. ')}`));
  const sentences: Sentence[] = [];
  const isChat = chatLines(passage.text) >= MIN_CHAT_LINES;
  let headings = '';
  let headingStems: ReadonlySet<string> = new Set();
  let section = 0;
  let paragraph = 0;
  let lead = '';
  let leadStems: ReadonlySet<string> = new Set();
  let speaker: string | undefined;
  for (const block of passage.kind === 'table' ? proseAround(passage.text) : blocksOf(passage.text)) {
    if (block.kind === 'heading') {
      headings = plainText(block.text.replace(/^\s*#+\s*/, ''));
      headingStems = headingStemsOf(inEnglish(headings, language));
      section += 1;
      [lead, leadStems] = ['', new Set()];
      continue;
    }
    if (block.kind === 'row' || RULE.test(block.text)) {
      section += 1;
      continue;
    }
    paragraph += 1;
    if (block.kind === 'code') {
      const plain = block.text
        .split('\n')
        .filter((line) => !isFenceLine(line))
        .join('\n');
      const stems = stemsOf(plain);
      if (plain.trim() !== '')
        sentences.push({
          start: block.start,
          end: block.start + block.text.length,
          plain,
          read: plain,
          stems,
          stemSet: new Set(stems),
          lead,
          leadStems,
          headings,
          headingStems,
          section,
          paragraph,
          code: true,
          ...(plain.length > MAX_CODE_CHARS && { unfit: 'fragment' }),
        });
      continue;
    }
    const first = sentences.length;
    const item = isChat ? undefined : listItem(block.text);
    const said = isChat ? SPEAKER.exec(block.text) : undefined;
    if (said) {
      speaker = said[1];
      lead = speaker ?? '';
      leadStems = new Set(stemsRead(spacedName(lead)));
    } else if (!isChat) {
      const term = leadTerm(block.text);
      // A term alone on its line applies to the paragraphs below it, up to the next term.
      if (term !== undefined || !block.continues) {
        lead = term ?? lead;
        leadStems = new Set(stemsRead(lead));
      }
    }
    // A chat message is one unit unless it is long.
    const isCaption = !said && block.text.length <= MAX_CAPTION_CHARS && isCaptionAlone(plainText(block.text));
    const spans =
      said && block.text.length <= MAX_TURN_CHARS ? [{ start: 0, end: block.text.length }] : splitSentences(block.text);
    for (const { start, end } of spans) {
      const quote = block.text.slice(start, end);
      const plain = plainText(quote);
      if (plain.length < 2) continue;
      const read = inEnglish(plain, language);
      const stems = said && start === 0 ? stemsRead(plain.slice(said[0].length)) : stemsOf(read);
      const unfit =
        said && spans.length === 1
          ? endsWithQuestion(plain)
            ? 'question'
            : undefined
          : isCaption
            ? 'heading'
            : unfitReason(quote, plain, spans.length === 1);
      sentences.push({
        start: block.start + start,
        end: block.start + end,
        plain,
        read,
        stems,
        stemSet: new Set(stems),
        lead,
        leadStems,
        ...(isChat && speaker !== undefined && { speaker }),
        headings,
        headingStems,
        section,
        paragraph,
        ...(item && { item }),
        ...(unfit && { unfit }),
      });
    }
    if (sentences.length === first) paragraph -= 1;
    // A mail's header lines are not part of its text.
    if (MAIL_HEADER.test(block.text)) section += 1;
  }
  return { passage, ...(language && { language }), titleStems, sentences };
};

/** A horizontal rule, such as the one above a mail's signature. */
const RULE = /^\s*(?:-{3,}|\*{3,}|_{3,})\s*$/;
const MAIL_FIELD = '(?:From|To|Cc|Date|Sent|Subject): ';
const MAIL_HEADER = new RegExp(`^\\s*${MAIL_FIELD}`);
/** Start of a list item. */
const ITEM = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+/;
const listItem = (text: string): ListItem | undefined => {
  const [mark] = ITEM.exec(text) ?? [];
  if (mark === undefined) return undefined;
  const number = Number.parseInt(mark, 10);
  return { indent: mark.length - mark.trimStart().length, ...(Number.isNaN(number) ? {} : { number }) };
};
/** Maximum characters of code that may answer. Longer code is a listing. */
const MAX_CODE_CHARS = 400;
/** Maximum characters of a chat message that is one unit. */
const MAX_TURN_CHARS = 400;
/** Minimum lines with a name and a colon in a chat. */
const MIN_CHAT_LINES = 2;
/** The speaker of a chat line. Excludes mail headers, which look the same. */
const SPEAKER = new RegExp(
  `^\\s*(?:\\[?[\\d:\\-/. ]{4,20}\\]?\\s*)?(?!${MAIL_FIELD})(\\p{Lu}[\\p{L}\\p{N}_.'-]{1,24}(?: \\p{Lu}[\\p{L}.'-]{1,20}){0,2}):\\s+(?=\\S)`,
  'u',
);
const chatLines = (text: string): number => {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const said = lines.filter((line) => SPEAKER.test(line)).length;
  return said * 2 >= lines.length ? said : 0;
};
/** Adds the parts of a name in camel case, so that "WolfgangSchulz" matches Wolfgang and Schulz. */
const spacedName = (name: string): string => `${name} ${name.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')}`;

/** The paragraph's first words in bold or in code before a dash or colon. */
const leadTerm = (text: string): string | undefined => {
  const bold =
    /^\s*(?:[-*+•]\s+|\d{1,3}[.)]\s+)?(?:\*\*(.{1,80}?)\*\*(?!\*)|__(.{1,80}?)__|(`[^`]{1,60}`(?:\s*\([^)]{1,60}\))?)\s*(?=$|\n|:|–|—))/.exec(
      text,
    );
  const term = bold?.[1] ?? bold?.[2] ?? bold?.[3];
  return term === undefined ? undefined : plainText(term);
};

/** True for a chat message that ends with a question, or with a question and a few words. */
const endsWithQuestion = (plain: string): boolean => /[?？][^.!?]{0,40}[.!?]?\W*$/u.test(plain) && /[?？]/.test(plain);

const LINK_LINE = /^\W*(?:\[[^\]]*\]\([^)]*\)[\s,.;:|·–-]*(?:and\s+)?)+$/u;
const SEE_ALSO =
  /^\W*(?:see (?:also\b|\p{Lu}|\[)|more (?:about|on) .{0,40}:|for (?:more|further|additional|details)\b.{0,60}\b(?:see|read|refer to|consult)\b|(?:please )?(?:refer to|consult) (?:the )?(?:section|chapter|appendix|\[)|(?:siehe|sehen sie|lesen sie) (?:auch )?(?:kapitel|abschnitt|anhang|\[)|(?:weitere|nähere|mehr) (?:informationen|einzelheiten|details)\b.{0,60}\b(?:finden|stehen)\b)/iu;
/** A line that continues in an example: "A log is kept, so". */
const BREAKS_OFF = /(?:,|\b(?:so|and|or|but|that|the|an?|as|by|with|of|to|like|e\.g\.|i\.e\.))\s*$/i;

/** A caption of a table, figure or example. */
const CAPTION = /^(?:table|figure|fig\.|example|listing)\s+[\p{Lu}\d][\d.-]*[.:]?\s+\S/iu;

/** Maximum characters of a caption that is a paragraph by itself. */
const MAX_CAPTION_CHARS = 120;
/** "Table 4.8. Mailbox shortcuts", whose number looks like the end of a sentence. */
const isCaptionAlone = (plain: string): boolean =>
  /^(?:table|figure|fig\.|example|listing)\s+[\d.-]+[.:]?\s+\p{Lu}[^.!?;:]*$/iu.test(plain);

const unfitReason = (quote: string, plain: string, alone: boolean): Sentence['unfit'] => {
  if (LINK_LINE.test(quote) || SEE_ALSO.test(plain)) return 'links';
  if (/[?？]["”’')\]*_]*\s*$/.test(plain)) return 'question';
  if (alone && CAPTION.test(plain) && !/[.!:;]$/.test(plain)) return 'heading';
  // A bold term at the start is the paragraph's topic. Adjacent bold words ("****") count as one.
  if (
    /^\s*(?:(?:[-*+•]|\d{1,3}[.)])\s+)?\*\*(?:[^*]|\*(?!\*))+\*\*\W*$/.test(quote.replaceAll('****', '')) &&
    !/[.!]["”’')\]]*$/.test(plain)
  )
    return 'heading';
  // A bold line alone is an unmarked heading.
  if (
    alone &&
    (/^\s*(?:\*\*[^*]+\*\*|__[^_]+__)\W*$/.test(quote) ||
      (!/[.!:;…。]["”’')\]]*$/.test(plain) &&
        plain.split(/\s+/).length <= 3 &&
        !/\p{N}|@/u.test(plain) &&
        !/^\s*[-*+•\d]/.test(quote)))
  )
    return 'heading';
  if (!/\p{L}{2}|\p{N}/u.test(plain) || isFenceLine(quote) || BREAKS_OFF.test(plain)) return 'fragment';
  return undefined;
};

interface Block {
  kind: 'heading' | 'row' | 'text' | 'code';
  text: string;
  /** Offset into the passage's text. */
  start: number;
  /** True if no empty line precedes it. */
  continues: boolean;
}

/** The prose of a table's passage: what stands between the table's name and its rows, and behind them. None if its rows are lists. */
const proseAround = (text: string): Block[] => {
  const blocks = [...blocksOf(text)];
  if (!blocks.some(({ kind }) => kind === 'row')) return [];
  return blocks.slice(blocks[0]?.kind === 'row' ? 0 : 1);
};

/** Yields a passage's headings, table rows, code blocks, list items, chat lines and paragraphs, in order. */
const blocksOf = function* (text: string): Generator<Block> {
  let block: Block | undefined;
  let at = 0;
  let empty = true;
  for (const line of text.split('\n')) {
    const start = at;
    at += line.length + 1;
    if (block?.kind === 'code') {
      block.text = text.slice(block.start, start + line.length);
      if (!isFenceLine(line)) continue;
      yield block;
      block = undefined;
      empty = false;
      continue;
    }
    if (isFenceLine(line)) {
      if (block) yield block;
      block = { kind: 'code', text: line, start, continues: !empty };
      continue;
    }
    if (line.trim() === '') {
      if (block) yield block;
      block = undefined;
      empty = true;
      continue;
    }
    const kind = /^\s{0,3}#{1,6}\s/.test(line) ? 'heading' : /^\s*\|.*\|\s*$/.test(line) ? 'row' : 'text';
    const opens = kind !== 'text' || ITEM.test(line) || SPEAKER.test(line);
    if (block && (opens || block.kind !== 'text')) {
      yield block;
      block = undefined;
    }
    if (block) block.text = text.slice(block.start, start + line.length);
    else block = { kind, text: line, start, continues: !empty };
    empty = false;
  }
  if (block) yield block;
};
