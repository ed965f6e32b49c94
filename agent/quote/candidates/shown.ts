import { plainText } from './plain-text.ts';
import type { PassageSentences, Sentence } from './units.ts';

/** Characters of a passage that are shown around the sentence that answers, and sentences on each side of it. */
const MAX_SHOWN_CHARS = 320;
const MAX_SIDE = 2;
/** What a sentence leads into by a colon, code or a list, belongs to it: so many characters, and so many items. */
const MAX_LED_CHARS = 640;
const MAX_LED = 6;
/** In a chat a question brings its reply, which may be longer. */
const MAX_CHAT_CHARS = 560;

/** What a reader sees of a passage: a sentence in its paragraph. */
export interface Excerpt {
  /** The stretch of the passage's text, word for word. */
  quote: string;
  /** The sentences shown, in order, and which of them answers. */
  sentences: readonly Sentence[];
  answer: number;
  /** The term that the paragraph is about, where no sentence shown says it. */
  lead?: string;
}

/** The sentence with up to two on each side from its section, as far as they fit. */
export const excerptOf = ({ passage, sentences }: PassageSentences, index: number): Excerpt => {
  const own = sentences[index];
  if (!own) return { quote: '', sentences: [], answer: 0 };
  const asks = own.unfit === 'question';
  const limit = asks ? MAX_CHAT_CHARS : MAX_SHOWN_CHARS;
  let [first, last] = [index, index];
  const fits = (at: number): boolean => {
    const next = sentences[at];
    if (!next || next.section !== own.section || next.unfit === 'links') return false;
    // A term in bold begins another matter.
    if (next.lead !== own.lead && next.speaker === undefined) return false;
    return Math.max(next.end, sentences[last]?.end ?? 0) - Math.min(next.start, sentences[first]?.start ?? 0) <= limit;
  };
  for (let step = 1; step <= MAX_SIDE; step++) {
    if (last === index + step - 1 && fits(index + step)) last = index + step;
    if (!asks && first === index - step + 1 && fits(index - step)) first = index - step;
  }
  for (let led = ledInto(sentences, index); led > last; led--)
    if ((sentences[led]?.end ?? 0) - own.start <= MAX_LED_CHARS) last = led;
  while (first < index && (sentences[first]?.unfit === 'heading' || sentences[first]?.unfit === 'fragment')) first += 1;
  while (last > index && sentences[last]?.unfit === 'heading') last -= 1;
  const shown = sentences.slice(first, last + 1);
  const lead =
    own.speaker === undefined && own.lead !== '' && !shown.some(({ plain }) => plain.includes(own.lead))
      ? own.lead
      : undefined;
  return {
    quote: passage.text.slice(sentences[first]?.start, sentences[last]?.end),
    sentences: shown,
    answer: index - first,
    ...(lead && { lead }),
  };
};

/** The last sentence of what one leads into: "To do so, type:", and the code; "There are three ways:", and the list. */
const ledInto = (sentences: readonly Sentence[], index: number): number => {
  const own = sentences[index];
  if (!own?.plain.endsWith(':') || own.speaker !== undefined) return index;
  const [next] = sentences.slice(index + 1);
  if (!next || next.section !== own.section || next.paragraph === own.paragraph) return index;
  if (next.code) return index + 1;
  if (!next.item) return index;
  let last = index;
  while (last - index < MAX_LED && sentences[last + 1]?.item && sentences[last + 1]?.section === own.section) last += 1;
  return last;
};

/** The excerpt as Markdown: the sentence that answers in bold where others stand beside it. */
export const excerptText = ({ sentences, answer, lead }: Excerpt): string => {
  const parts = sentences.map(({ plain, code }, at) =>
    code
      ? `\n\`\`\`\n${plain.replaceAll('```', '')}\n\`\`\`\n`
      : at === answer && sentences.length > 1
        ? `**${plain.replace(/\*\*/g, '')}**`
        : plain,
  );
  const lines = parts.reduce((text, part, at) => {
    const [own, before] = [sentences[at], sentences[at - 1]];
    if (at === 0) return part;
    if (own?.code || before?.code) return `${text}${part}`;
    const opens = own?.paragraph !== before?.paragraph;
    if (opens && own?.item) return `${text}\n- ${part}`;
    return `${text}${opens && own?.speaker !== undefined ? '\n' : ' '}${part}`;
  }, '');
  return `${lead ? `${plainText(lead)}: ` : ''}${lines}`.replace(/^\n/, '').trimEnd();
};
