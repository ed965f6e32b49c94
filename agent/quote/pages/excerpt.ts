import type { PassageSentences, Sentence } from './passage-sentences.ts';
import { plainText } from './plain-text.ts';
import { isAboutThePage } from './replaced.ts';

/** Maximum characters of an excerpt, and sentences on each side of the answer. */
const MAX_SHOWN_CHARS = 320;
const MAX_NEIGHBOURS = 2;
/** Maximum characters and items if a sentence introduces code or a list, or is a step with others below it. */
const MAX_INTRODUCED_CHARS = 640;
const MAX_INTRODUCED_ITEMS = 6;
/** Maximum characters of a chat question with its reply, and of a long sentence with the one before it. */
const MAX_CHAT_CHARS = 560;

/** The part of a passage shown to a reader: a sentence in its paragraph. */
export interface Excerpt {
  /** The passage's text, verbatim. */
  quote: string;
  /** The sentences shown, in order, and the index of the one that answers. */
  sentences: readonly Sentence[];
  answer: number;
  /** The paragraph's leading term, if no sentence shown contains it. */
  lead?: string;
  /** Set by `excerptText`, `excerptForReader` and `stemsShown`. */
  text?: string;
  forReader?: string;
  stems?: ReadonlySet<string>;
}

/** Remembered as long as the sentences are (`sentencesOf`), because questions find the same pages. */
const remembered = new WeakMap<Sentence, Excerpt>();

/** The sentence with up to `MAX_NEIGHBOURS` sentences on each side from its section, as far as they fit. */
export const excerptOf = (parent: PassageSentences, index: number): Excerpt => {
  const own = parent.sentences[index];
  if (!own) return { quote: '', sentences: [], answer: 0 };
  let excerpt = remembered.get(own);
  if (!excerpt) {
    excerpt = readExcerpt(parent, index, own);
    remembered.set(own, excerpt);
  }
  return excerpt;
};

/** `owner: Ann Lee`, which is no sentence. */
const PROPERTY = /^\p{L}[\p{L}\p{N} ()/&'.-]{0,40}: \S(?:.*[^.!?…])?$/u;

const readExcerpt = ({ passage, sentences }: PassageSentences, index: number, own: Sentence): Excerpt => {
  const asks = own.unfit === 'question';
  const limit = asks ? MAX_CHAT_CHARS : MAX_SHOWN_CHARS;
  let [first, last] = [index, index];
  const fits = (at: number): boolean => {
    const next = sentences[at];
    if (!next || next.section !== own.section || next.unfit === 'links') return false;
    // What the page replaces or when it changed stands beside an answer, but is not about its subject.
    if (next.paragraph !== own.paragraph && isAboutThePage(next.read)) return false;
    // The list of a page's properties ("- owner: Ann Lee") is about the page, not about what its text begins with.
    if (at < index && next.item !== undefined && own.item === undefined && PROPERTY.test(next.plain)) return false;
    // A bold term starts a new topic.
    if (next.lead !== own.lead && next.speaker === undefined) return false;
    return Math.max(next.end, sentences[last]?.end ?? 0) - Math.min(next.start, sentences[first]?.start ?? 0) <= limit;
  };
  for (let step = 1; step <= MAX_NEIGHBOURS; step++) {
    if (last === index + step - 1 && fits(index + step)) last = index + step;
    if (!asks && first === index - step + 1 && fits(index - step)) first = index - step;
  }
  // The command that a few sentences lead to: "We use a script. It is run at night.", then the code.
  if (!asks && last > index && sentences[last + 1]?.code && sentences[last + 1]?.lead === own.lead && fits(last + 1))
    last += 1;
  for (let led = lastIntroduced(sentences, index); led > last; led--)
    if ((sentences[led]?.end ?? 0) - own.start <= MAX_INTRODUCED_CHARS) last = led;
  while (first < index && (sentences[first]?.unfit === 'heading' || sentences[first]?.unfit === 'fragment')) first += 1;
  while (last > index && sentences[last]?.unfit === 'heading') last -= 1;
  const shown = sentences.slice(first, last + 1);
  const lead =
    own.speaker === undefined && own.lead !== '' && !shown.some(({ plain }) => hasWhole(plain, own.lead))
      ? own.lead
      : undefined;
  return {
    quote: passage.text.slice(sentences[first]?.start, sentences[last]?.end),
    sentences: shown,
    answer: index - first,
    ...(lead && { lead }),
  };
};

/** True if a text has a term as a whole: "This command flushes the cache" does not name the command "flush". */
const hasWhole = (text: string, term: string): boolean => {
  for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + 1))
    if (!/[\p{L}\p{N}]$/u.test(text.slice(0, at)) && !/^[\p{L}\p{N}]/u.test(text.slice(at + term.length))) return true;
  return false;
};

/** "Follow these steps to claim it." */
const NAMES_STEPS = /\b(?:these|the following|the) steps\b/i;
/**
 * Index of the last item that a sentence introduces: the code after "To do so, type:", the list after "There are three ways:"
 * or "Follow these steps.", the steps after one of a numbered list. Its own index if it introduces nothing.
 */
const lastIntroduced = (sentences: readonly Sentence[], index: number): number => {
  const own = sentences[index];
  if (!own || own.speaker !== undefined) return index;
  const [next] = sentences.slice(index + 1);
  if (!next || next.section !== own.section || next.paragraph === own.paragraph) return index;
  const isStep = own.item?.number !== undefined && next.item?.number !== undefined;
  const namesSteps = NAMES_STEPS.test(own.plain) && next.item?.number !== undefined;
  if (!own.plain.endsWith(':') && !isStep && !namesSteps) return index;
  if (next.code) return index + 1;
  if (!next.item) return index;
  let last = index;
  while (
    last - index < MAX_INTRODUCED_ITEMS &&
    sentences[last + 1]?.item &&
    sentences[last + 1]?.section === own.section
  )
    last += 1;
  return last;
};

/** The excerpt as Markdown, with the answer in bold if other sentences surround it. */
export const excerptText = (excerpt: Excerpt): string => {
  excerpt.text ??= writtenOut(excerpt);
  return excerpt.text;
};

/** As `excerptText`, as its sentences are read. */
export const excerptRead = ({ sentences }: Excerpt): string => sentences.map(({ read }) => read).join(' ');

/** The stems of all sentences of an excerpt. */
export const stemsShown = (excerpt: Excerpt): ReadonlySet<string> => {
  const [only, ...others] = excerpt.sentences;
  excerpt.stems ??=
    only && others.length === 0 ? only.stemSet : new Set(excerpt.sentences.flatMap(({ stems }) => stems));
  return excerpt.stems;
};

/**
 * As `excerptText`, as people read it: a list's item stands below what leads its list, because "Spotify" may be of the things
 * that are paid as well as of those that are not, and each item has its mark.
 */
export const excerptForReader = (excerpt: Excerpt, parent: PassageSentences): string => {
  excerpt.forReader ??= underItsLead(excerpt, parent);
  return excerpt.forReader;
};

const underItsLead = (excerpt: Excerpt, { sentences }: PassageSentences): string => {
  const before = beforeLongSentence(excerpt, sentences);
  if (before) return writtenOut({ ...excerpt, sentences: [before, ...excerpt.sentences], answer: 1 });
  const own = excerpt.sentences[excerpt.answer];
  // What is left of another item's sentences would stand as an item of its own.
  const opens = (one: Sentence) =>
    one.paragraph === own?.paragraph || sentences[sentences.indexOf(one) - 1]?.paragraph !== one.paragraph;
  const from = excerpt.sentences.findIndex((one) => one.item === undefined || opens(one));
  const [first, ...others] = excerpt.sentences.slice(from);
  if (first?.item === undefined) return excerptText(excerpt);
  const index = sentences.indexOf(first);
  const leads = leadsOf(sentences, index);
  const isLed = leads.some(({ item }) => item === undefined);
  const hasLead = excerpt.lead !== undefined && leads.some(({ plain }) => hasWhole(plain, excerpt.lead ?? ''));
  const { lead: _, ...withoutLead } = excerpt;
  const { headings, item } = first;
  // A term before the item says what the item is of, and so does the question that it answers.
  const heading = isLed || excerpt.lead !== undefined || headings === '' ? undefined : headings;
  return writtenOut(
    {
      ...(hasLead ? withoutLead : excerpt),
      sentences: [
        ...leads,
        ...(isInsideList(sentences, index) ? [{ ...first, item: { indent: item.indent } }] : [first]),
        ...others,
      ],
      answer: excerpt.answer - from + leads.length,
    },
    { heading },
  );
};

/**
 * The sentence before one that is too long to have any beside it, from its own paragraph: "You can sign in to the platform
 * with …" does not say which.
 */
const beforeLongSentence = ({ sentences: shown }: Excerpt, sentences: readonly Sentence[]): Sentence | undefined => {
  const [own] = shown;
  if (!own || shown.length > 1 || own.code || own.speaker !== undefined) return undefined;
  const before = sentences[sentences.indexOf(own) - 1];
  const isNear = before !== undefined && before.paragraph === own.paragraph && before.unfit !== 'links';
  return isNear && own.end - before.start <= MAX_CHAT_CHARS && !isAboutThePage(before.read) ? before : undefined;
};

/** True for an item that is not the first of its list, so that its number says nothing where it stands first. */
const isInsideList = (sentences: readonly Sentence[], index: number): boolean => {
  const [own, before] = [sentences[index], sentences[index - 1]];
  return (
    before?.item !== undefined && before.section === own?.section && before.item.indent >= (own?.item?.indent ?? 0)
  );
};

/** Maximum characters of a sentence that leads a list. */
const MAX_LEAD_CHARS = 240;
/** What leads on to a list: "Not paid:", "We pay the following". */
const LEADS_ON = /[:：…]\W*$|\b(?:following|below|these|folgende[nrs]?|suivante?s?|siguientes?)\b/iu;

/** What a list's item hangs on, outermost first: the sentence that leads its list, and the items that it is below. */
export const leadsOf = (sentences: readonly Sentence[], index: number): Sentence[] => {
  const own = sentences[index];
  if (own?.item === undefined) return [];
  const leads: Sentence[] = [];
  let { indent } = own.item;
  for (let at = index - 1; at >= 0; at--) {
    const one = sentences[at];
    if (!one || one.section !== own.section || one.code) break;
    if (one.item === undefined) {
      if (one.plain.length <= MAX_LEAD_CHARS && (one.unfit === 'heading' || LEADS_ON.test(one.plain)))
        leads.unshift(one);
      break;
    }
    if (one.item.indent >= indent) continue;
    ({ indent } = one.item);
    // An item of several sentences leads by the last one.
    if (one.plain.length <= MAX_LEAD_CHARS) leads.unshift(one);
  }
  return leads;
};

/** @param reader set for people, with the heading above a list that nothing leads */
const writtenOut = (
  { sentences, answer, lead }: Pick<Excerpt, 'sentences' | 'answer' | 'lead'>,
  reader?: { heading: string | undefined },
): string => {
  const parts = sentences.map(({ plain, code }, at) =>
    code
      ? `\n\`\`\`\n${plain.replaceAll('```', '')}\n\`\`\`\n`
      : at === answer && sentences.length > 1
        ? `**${plain.replace(/\*\*/g, '')}**`
        : plain,
  );
  const heading = reader?.heading?.replace(/\s*[:：]$/u, '');
  const above = heading === undefined ? '' : `${heading}${/[\p{L}\p{N})]$/u.test(heading) ? ':' : ''}\n`;
  const isListed = reader !== undefined && (above !== '' || sentences.some(({ item }, at) => at > 0 && item));
  const marks = listMarks(sentences, isListed);
  const lines = parts.reduce((text, part, at) => {
    const [own, before] = [sentences[at], sentences[at - 1]];
    if (at === 0) return `${marks[0] ?? ''}${part}`;
    if (own?.code || before?.code) return `${text}${part}`;
    const opens = own?.paragraph !== before?.paragraph;
    if (opens && own?.item) return `${text}\n${marks[at] ?? ''}${part}`;
    // Below a list, a line would go on the last item.
    if (opens && before?.item) return `${text}\n\n${part}`;
    return `${text}${opens && own?.speaker !== undefined ? '\n' : ' '}${part}`;
  }, '');
  return `${above}${lead ? `${plainText(lead).replace(/[.:]$/, '')}:${isListed ? '\n' : ' '}` : ''}${lines}`
    .replace(/^\n/, '')
    .trimEnd();
};

/**
 * The mark before each item that begins below another sentence, set in below the item that holds it. A number stands only where
 * Markdown reads it as one: a list that begins in the middle goes on with bullets.
 */
const listMarks = (sentences: readonly Sentence[], isFirstMarked: boolean): string[] => {
  const open: { indent: number; number: number; width: number }[] = [];
  return sentences.map(({ item, paragraph, code }, at) => {
    if (item === undefined && !code) open.length = 0;
    const isMarked = at > 0 || isFirstMarked;
    // Below a first item without a mark, others have bullets: its place in the list is not known.
    if (item !== undefined && !isMarked) open.push({ indent: item.indent, number: 0, width: 0 });
    if (item === undefined || !isMarked || paragraph === sentences[at - 1]?.paragraph) return '';
    while ((open.at(-1)?.indent ?? -1) > item.indent) open.pop();
    const beside = open.at(-1)?.indent === item.indent ? open.pop() : undefined;
    const isNumbered = item.number !== undefined && (beside ? beside.number > 0 : item.number === 1);
    // Pages may write 1 before each item.
    const number = isNumbered ? (beside?.number ?? 0) + 1 : 0;
    const mark = isNumbered ? `${number}. ` : '- ';
    const setIn = ' '.repeat(open.reduce((sum, { width }) => sum + width, 0));
    open.push({ indent: item.indent, number, width: mark.length });
    return setIn + mark;
  });
};
