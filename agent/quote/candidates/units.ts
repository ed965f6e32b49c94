import type { Passage } from '../../../core/document.ts';
import { splitSentences } from '../../../core/text/sentences.ts';
import { stemsOf } from '../reading/stems.ts';
import { plainText } from './plain-text.ts';

/** A sentence, list item or line of a chat in a passage's running text. */
export interface Sentence {
  /** Offsets into the passage's text. */
  start: number;
  end: number;
  /** Without Markdown's marks. */
  plain: string;
  stems: readonly string[];
  stemSet: ReadonlySet<string>;
  /** What its paragraph begins with: a term in bold, or who speaks in a chat. */
  lead: string;
  leadStems: ReadonlySet<string>;
  /** In a chat: who says it. */
  speaker?: string;
  /** Headings above it inside the passage. */
  headings: string;
  headingStems: ReadonlySet<string>;
  /** Sentences of one section are read together; paragraphs part it further. */
  section: number;
  paragraph: number;
  /** It stands in an item of a list. */
  item?: true;
  /** A block of code, whole: `plain` keeps its lines. */
  code?: true;
  /** Why it can never be an answer by itself. */
  unfit?: 'question' | 'heading' | 'links' | 'fragment';
}

/** A passage's running text as sentences; its tables are read elsewhere (`tables.ts`). */
export interface PassageSentences {
  passage: Passage;
  titleStems: ReadonlySet<string>;
  sentences: readonly Sentence[];
}

const MAX_REMEMBERED = 256;
const remembered = new Map<string, PassageSentences>();

/** Cuts a passage into sentences; the last passages are remembered, since questions come back to the same pages. */
export const sentencesOf = (passage: Passage): PassageSentences => {
  const known = remembered.get(passage.id);
  if (known && known.passage.text === passage.text && known.passage.title === passage.title)
    return { ...known, passage };
  const read = readPassage(passage);
  remembered.delete(passage.id);
  remembered.set(passage.id, read);
  for (const oldest of remembered.keys()) {
    if (remembered.size <= MAX_REMEMBERED) break;
    remembered.delete(oldest);
  }
  return read;
};

const readPassage = (passage: Passage): PassageSentences => {
  const titleStems = new Set(stemsOf(`${passage.title} ${passage.headings.join(' ')}`));
  if (passage.kind === 'table') return { passage, titleStems, sentences: [] };
  const sentences: Sentence[] = [];
  const isChat = chatLines(passage.text) >= MIN_CHAT_LINES;
  let headings = '';
  let headingStems: ReadonlySet<string> = new Set();
  let section = 0;
  let paragraph = 0;
  let lead = '';
  let leadStems: ReadonlySet<string> = new Set();
  let speaker: string | undefined;
  for (const block of blocksOf(passage.text)) {
    if (block.kind === 'heading') {
      headings = plainText(block.text.replace(/^\s*#+\s*/, ''));
      headingStems = new Set(stemsOf(headings));
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
        .filter((line) => !CODE_FENCE.test(line))
        .join('\n');
      const stems = stemsOf(plain);
      if (plain.trim() !== '')
        sentences.push({
          start: block.start,
          end: block.start + block.text.length,
          plain,
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
    const isItem = !isChat && ITEM.test(block.text);
    const said = isChat ? SPEAKER.exec(block.text) : undefined;
    if (said) {
      speaker = said[1];
      lead = speaker ?? '';
      leadStems = new Set(stemsOf(spacedName(lead)));
    } else if (!isChat) {
      const term = leadTerm(block.text);
      // A term alone on its line speaks for the paragraphs below it, until the next one.
      if (term !== undefined || !block.continues) {
        lead = term ?? lead;
        leadStems = new Set(stemsOf(lead));
      }
    }
    // In a chat what one says in a row is read together, unless it is long.
    const spans =
      said && block.text.length <= MAX_TURN_CHARS ? [{ start: 0, end: block.text.length }] : splitSentences(block.text);
    for (const { start, end } of spans) {
      const quote = block.text.slice(start, end);
      const plain = plainText(quote);
      if (plain.length < 2) continue;
      const stems = stemsOf(said && start === 0 ? plain.slice(said[0].length) : plain);
      const unfit =
        said && spans.length === 1
          ? asks(plain)
            ? 'question'
            : undefined
          : unfitness(quote, plain, spans.length === 1);
      sentences.push({
        start: block.start + start,
        end: block.start + end,
        plain,
        stems,
        stemSet: new Set(stems),
        lead,
        leadStems,
        ...(isChat && speaker !== undefined && { speaker }),
        headings,
        headingStems,
        section,
        paragraph,
        ...(isItem && { item: true }),
        ...(unfit && { unfit }),
      });
    }
    if (sentences.length === first) paragraph -= 1;
    // Who wrote to whom is no part of what was written.
    if (MAIL_HEADER.test(block.text)) section += 1;
  }
  return { passage, titleStems, sentences };
};

/** A line across, such as the one above a mail's signature. */
const RULE = /^\s*(?:-{3,}|\*{3,}|_{3,})\s*$/;
const MAIL_FIELD = '(?:From|To|Cc|Date|Sent|Subject): ';
const MAIL_HEADER = new RegExp(`^\\s*${MAIL_FIELD}`);
/** How an item of a list begins. */
const ITEM = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+/;
/** Longer code is a listing, not an answer to read in a chat. */
const MAX_CODE_CHARS = 400;
/** Characters of a turn of a chat that is one unit. */
const MAX_TURN_CHARS = 400;
/** Lines that begin with a name and a colon before a passage counts as a chat. */
const MIN_CHAT_LINES = 2;
/** Not the lines above a mail, which look like three people in a chat. */
const SPEAKER = new RegExp(
  `^\\s*(?:\\[?[\\d:\\-/. ]{4,20}\\]?\\s*)?(?!${MAIL_FIELD})(\\p{Lu}[\\p{L}\\p{N}_.'-]{1,24}(?: \\p{Lu}[\\p{L}.'-]{1,20}){0,2}):\\s+(?=\\S)`,
  'u',
);
const chatLines = (text: string): number => {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const said = lines.filter((line) => SPEAKER.test(line)).length;
  return said * 2 >= lines.length ? said : 0;
};
/** "WolfgangSchulz" is found as Wolfgang and as Schulz. */
const spacedName = (name: string): string => `${name} ${name.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')}`;

/** A paragraph's first words in bold, or a term before a dash or colon. */
const leadTerm = (text: string): string | undefined => {
  const bold =
    /^\s*(?:[-*+•]\s+|\d{1,3}[.)]\s+)?(?:\*\*(.{1,80}?)\*\*|__(.{1,80}?)__|(`[^`]{1,60}`(?:\s*\([^)]{1,60}\))?)\s*(?=$|\n|:|–|—))/.exec(
      text,
    );
  const term = bold?.[1] ?? bold?.[2] ?? bold?.[3];
  return term === undefined ? undefined : plainText(term);
};

/** A turn that ends with a question, or asks one last before a short word: the reply to it says more. */
const asks = (plain: string): boolean => /[?？][^.!?]{0,40}[.!?]?\W*$/u.test(plain) && /[?？]/.test(plain);

const LINK_LINE = /^\W*(?:\[[^\]]*\]\([^)]*\)[\s,.;:|·–-]*(?:and\s+)?)+$/u;
const SEE_ALSO =
  /^\W*(?:see (?:also\b|\p{Lu}|\[)|more (?:about|on) .{0,40}:|for (?:more|further|details)\b.{0,40}\bsee\b)/iu;
const CODE_FENCE = /^\s*(?:```|~~~)/;
/** A line that leads into an example goes on elsewhere: "A log is kept, so". */
const BREAKS_OFF = /(?:,|\b(?:so|and|or|but|that|the|an?|as|by|with|of|to|like|e\.g\.|i\.e\.))\s*$/i;

/** What a table, figure or example is called. */
const CAPTION = /^(?:table|figure|fig\.|example|listing)\s+[\p{Lu}\d][\d.-]*[.:]?\s+\S/iu;

const unfitness = (quote: string, plain: string, alone: boolean): Sentence['unfit'] => {
  if (LINK_LINE.test(quote) || SEE_ALSO.test(plain)) return 'links';
  if (/[?？]["”’')\]*_]*\s*$/.test(plain)) return 'question';
  if (alone && CAPTION.test(plain) && !/[.!:;]$/.test(plain)) return 'heading';
  // A term that opens its paragraph is what the paragraph is about; where the marks of two bold words meet, they are one.
  if (
    /^\s*(?:(?:[-*+•]|\d{1,3}[.)])\s+)?\*\*(?:[^*]|\*(?!\*))+\*\*\W*$/.test(quote.replaceAll('****', '')) &&
    !/[.!]["”’')\]]*$/.test(plain)
  )
    return 'heading';
  // A line in bold alone is a heading that was not marked as one.
  if (
    alone &&
    (/^\s*(?:\*\*[^*]+\*\*|__[^_]+__)\W*$/.test(quote) ||
      (!/[.!:;…。]["”’')\]]*$/.test(plain) &&
        plain.split(/\s+/).length <= 3 &&
        !/\p{N}|@/u.test(plain) &&
        !/^\s*[-*+•\d]/.test(quote)))
  )
    return 'heading';
  if (!/\p{L}{2}|\p{N}/u.test(plain) || CODE_FENCE.test(quote) || BREAKS_OFF.test(plain)) return 'fragment';
  return undefined;
};

interface Block {
  kind: 'heading' | 'row' | 'text' | 'code';
  text: string;
  /** Offset into the passage's text. */
  start: number;
  /** Directly below the text before, with no empty line between. */
  continues: boolean;
}

/** A passage's headings, table rows, list items, chat lines and paragraphs, in order. */
const blocksOf = function* (text: string): Generator<Block> {
  let block: Block | undefined;
  let at = 0;
  let empty = true;
  for (const line of text.split('\n')) {
    const start = at;
    at += line.length + 1;
    if (block?.kind === 'code') {
      block.text = text.slice(block.start, start + line.length);
      if (!CODE_FENCE.test(line)) continue;
      yield block;
      block = undefined;
      empty = false;
      continue;
    }
    if (CODE_FENCE.test(line)) {
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
