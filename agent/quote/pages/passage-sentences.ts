import type { Passage } from '../../../core/document.ts';
import { recentlyUsed } from '../../../core/recently-used.ts';
import { indentOf } from '../../../core/text/list-items.ts';
import { isFenceLine } from '../../../core/text/remove-spans.ts';
import { splitSentences } from '../../../core/text/sentences.ts';
import type { GlossaryLanguage } from '../languages/glossary.ts';
import { inEnglish } from '../languages/in-english.ts';
import { stemsAndCompounds, stemsOf } from '../words/stems.ts';
import { type Block, blocksOf, isChat, isMailHeader, isRule, type ListItem, listItem, speakerIn } from './blocks.ts';
import { headingStemsOf } from './heading-stems.ts';
import { plainText } from './plain-text.ts';
import { endsWithQuestion, isCaption, type Unfit, unfitReason } from './unfit.ts';

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
  unfit?: Unfit;
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

/** Characters of cached passages, which take some twelve bytes each: 30 MB. A question reads about thirty passages. */
const MAX_CHARS = 2_500_000;
/** What a passage takes besides its characters, in characters. */
const PASSAGE_CHARS = 100;
const remembered = recentlyUsed<string, PassageSentences>(
  MAX_CHARS,
  ({ passage }) => passage.text.length + PASSAGE_CHARS,
);

/**
 * Splits a passage into sentences. Caches the last passages, because questions often find the same pages.
 * @param language of the page, if it is to be read in English
 */
export const sentencesOf = (passage: Passage, language?: GlossaryLanguage): PassageSentences => {
  const known = remembered.get(passage.id);
  const isSame = known?.passage.text === passage.text && known.passage.title === passage.title;
  if (known && isSame && known.language === language) return { ...known, passage };
  const read = readPassage(passage, language);
  remembered.set(passage.id, read);
  return read;
};

const readPassage = (passage: Passage, language: GlossaryLanguage | undefined): PassageSentences => {
  const sentences: Sentence[] = [];
  const isOfChat = isChat(passage.text);
  let dated: DatedHeading | undefined = datedIn(passage.headings.findLast(isDatedHeading) ?? '', 0);
  let place: Place = { headings: '', headingStems: new Set(), section: 0, paragraph: 0, ...leadOf(dated, language) };
  for (const block of blocksOf(passage)) {
    if (block.kind === 'heading') {
      dated = datedBelow(dated, block.text);
      place = { ...belowHeading(place, block, language), ...leadOf(dated, language) };
    } else if (block.kind === 'row' || isRule(block.text)) place = { ...place, section: place.section + 1 };
    else if (block.kind === 'code') {
      place = { ...place, paragraph: place.paragraph + 1 };
      sentences.push(...codeIn(block, place));
    } else {
      const { leadIndent, ...inside } = isOfChat ? saidBy(place, block, language) : underLead(place, block, language);
      const found = sentencesIn(block, { ...inside, paragraph: place.paragraph + 1 }, language, isOfChat);
      sentences.push(...found);
      place = {
        ...inside,
        ...(leadIndent !== undefined && { leadIndent }),
        paragraph: place.paragraph + (found.length > 0 ? 1 : 0),
        // A mail's header lines are not part of its text.
        section: place.section + (isMailHeader(block.text) ? 1 : 0),
      };
    }
  }
  const titleStems = new Set(stemsRead(`${passage.title}. ${passage.headings.join('. ')}`, language));
  return { passage, ...(language && { language }), titleStems, sentences: sentences.map(withoutWhatItLeadsTo) };
};

/** True for what words such as "this is how:" lead to: code, an item, or the rest of their paragraph. */
export const isLedTo = (next: Sentence | undefined, { section, paragraph }: Sentence): next is Sentence =>
  next?.section === section && (next.code === true || next.item !== undefined || next.paragraph === paragraph);

/** "Here is what it looks like:" says nothing where only a picture stands below it. */
const withoutWhatItLeadsTo = (sentence: Sentence, at: number, all: readonly Sentence[]): Sentence =>
  !sentence.code && LEADS.test(sentence.plain) && !isLedTo(all[at + 1], sentence)
    ? { ...sentence, unfit: sentence.unfit ?? 'fragment' }
    : sentence;
/** The end of words that lead to what stands below them. */
export const LEADS = /[:：]$/u;

/** What stands above a sentence, and where it stands. */
type Place = Pick<
  Sentence,
  'headings' | 'headingStems' | 'section' | 'paragraph' | 'lead' | 'leadStems' | 'speaker'
> & {
  /** How far the item is set in whose term is the lead. */
  leadIndent?: number;
};
const NO_LEAD = { lead: '', leadStems: new Set<string>() };

const stemsRead = (text: string, language: GlossaryLanguage | undefined): string[] =>
  stemsOf(inEnglish(text, language));

const belowHeading = (
  { leadIndent: _, ...place }: Place,
  { text }: Block,
  language: GlossaryLanguage | undefined,
): Place => {
  const headings = plainText(text.replace(/^\s*#+\s*/, ''));
  const headingStems = headingStemsOf(inEnglish(headings, language));
  return { ...place, headings, headingStems, section: place.section + 1 };
};

const DATE = String.raw`(?:\d{4}-\d\d-\d\d|\d{1,2}(?:st|nd|rd|th|\.)? \p{L}{3,9}\.?,? (?:19|20)\d\d|\p{L}{3,9}\.? (?:\d{1,2}(?:st|nd|rd|th)?,? )?(?:19|20)\d\d)`;
/** "13 January 2025", "[1.1.0] - 2025-11-12": a heading that tells when what stands below it was so. */
const DATED_HEADING = new RegExp(
  String.raw`^[\s#*[(]*(?:v?\d+(?:\.\d+){1,3}\W{1,5})?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day,? )?${DATE}[\s\])*:.]*$`,
  'iu',
);
const isDatedHeading = (heading: string): boolean => DATED_HEADING.test(heading);

/** A heading that tells a date, and its level: 0 above the passage. */
interface DatedHeading {
  text: string;
  level: number;
}
const datedIn = (text: string, level: number): DatedHeading | undefined =>
  isDatedHeading(text) ? { text: plainText(text.replace(/^\s*#+\s*/, '')), level } : undefined;
/** The dated heading that holds below a further one: "Added" below "[1.1.0] - 2025-11-12" is of that version. */
const datedBelow = (dated: DatedHeading | undefined, heading: string): DatedHeading | undefined => {
  const level = /^\s*(#+)/.exec(heading)?.[1]?.length ?? 1;
  return datedIn(heading, level) ?? (dated && dated.level > 0 && level > dated.level ? dated : undefined);
};

const leadOf = (dated: DatedHeading | undefined, language: GlossaryLanguage | undefined) =>
  dated === undefined ? NO_LEAD : { lead: dated.text, leadStems: new Set(stemsRead(dated.text, language)) };

/** Whoever speaks goes on until the next one does. */
const saidBy = (place: Place, { text }: Block, language: GlossaryLanguage | undefined): Place => {
  const said = speakerIn(text);
  if (!said) return place;
  const leadStems = new Set(stemsRead(spacedName(said.name), language));
  return { ...place, speaker: said.name, lead: said.name, leadStems };
};

/**
 * A term at the start of a paragraph applies to the paragraphs below it, up to the next term. That of a list's item applies to
 * what is set in below the item: "**Do not** pay for fuel." is no term of the items after it.
 */
const underLead = (place: Place, { text, continues }: Block, language: GlossaryLanguage | undefined): Place => {
  const term = leadTerm(text);
  const indent = listItem(text)?.indent;
  const isPast = place.leadIndent !== undefined && (indent ?? indentOf(text)) <= place.leadIndent;
  if (term === undefined && continues && !isPast) return place;
  const { leadIndent: _, ...rest } = place;
  const lead = term ?? (isPast ? '' : place.lead);
  const held = term === undefined ? (isPast ? undefined : place.leadIndent) : indent;
  return {
    ...rest,
    lead,
    leadStems: new Set(stemsRead(lead, language)),
    ...(held !== undefined && { leadIndent: held }),
  };
};

/** Maximum characters of code that may answer. Longer code is a listing. */
const MAX_CODE_CHARS = 400;
/** A block of code as one unit. It is nobody's message. */
const codeIn = ({ text, start }: Block, { speaker: _, ...place }: Place): Sentence[] => {
  const plain = text
    .split('\n')
    .filter((line) => !isFenceLine(line))
    .join('\n');
  if (plain.trim() === '') return [];
  const stems = stemsOf(plain);
  return [
    {
      start,
      end: start + text.length,
      plain,
      read: plain,
      stems,
      stemSet: new Set(stems),
      ...place,
      code: true,
      ...(plain.length > MAX_CODE_CHARS && { unfit: 'fragment' }),
    },
  ];
};

/** Maximum characters of a chat message that is one unit. */
const MAX_TURN_CHARS = 400;
/** The sentences of a paragraph, list item or chat message. */
const sentencesIn = (
  { text, start: offset }: Block,
  place: Place,
  language: GlossaryLanguage | undefined,
  isOfChat: boolean,
): Sentence[] => {
  const said = isOfChat ? speakerIn(text) : undefined;
  const item = isOfChat ? undefined : listItem(text);
  const caption = !said && isCaption(text);
  const spans = said && text.length <= MAX_TURN_CHARS ? [{ start: 0, end: text.length }] : splitSentences(text);
  const isAlone = spans.length === 1;
  const unfitOf = (quote: string, plain: string): Unfit | undefined => {
    if (said && isAlone) return endsWithQuestion(plain) ? 'question' : undefined;
    return caption ? 'heading' : unfitReason(quote, plain, isAlone);
  };
  return spans.flatMap(({ start, end }): Sentence[] => {
    const quote = text.slice(start, end);
    const plain = plainText(quote);
    if (plain.length < 2) return [];
    const read = inEnglish(plain, language);
    const stems = said && start === 0 ? stemsRead(plain.slice(said.length), language) : stemsAndCompounds(read);
    const unfit = unfitOf(quote, plain);
    return [
      {
        start: offset + start,
        end: offset + end,
        plain,
        read,
        stems,
        stemSet: new Set(stems),
        ...place,
        ...(item && { item }),
        ...(unfit && { unfit }),
      },
    ];
  });
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
