import { cacheByText } from '../cache-by-text.ts';
import { splitSentences } from '../text/sentences.ts';
import { speakerOf } from '../text/speaker.ts';
import { isQuestion } from './is-question.ts';
import { namesProgram } from './machine-duties.ts';

/** Characters of cached texts. */
const MAX_CHARS = 1_000_000;

interface Line {
  start: number;
  /** The line's own speaker, or else the one of the line above. */
  speaker: string | undefined;
  /** False for a line that goes on with what the line above says. */
  isTurn: boolean;
  said: string;
}

/**
 * The starts of the lines in which people speak to each other in a chat: lines of everybody who does not only ask, where
 * somebody speaks again after another. Labels do not alternate ("Opening hours: 9 to 5") or only ask ("Question:"). A
 * dialog with a program that answers is not included, because a model may go on with it.
 */
const spokenLines: (text: string) => ReadonlySet<number> = cacheByText((text) => {
  const lines = linesOf(text);
  const turns = lines.flatMap(({ speaker, isTurn }) => (isTurn && speaker !== undefined ? speaker : []));
  if (!isConversation(turns) || turns.some(namesProgram)) return new Set();
  const stating = new Set(lines.filter(({ said }) => statesSomething(said)).map(({ speaker }) => speaker));
  const spoken = lines.filter(({ speaker }) => speaker !== undefined && stating.has(speaker));
  return new Set(spoken.map(({ start }) => start));
}, MAX_CHARS);

/**
 * True for a place where somebody speaks in a chat. There a question states something ("How about Wednesday at 5 pm?"),
 * and its reply means nothing without it.
 */
export const isSpoken = (text: string, place: number): boolean =>
  spokenLines(text).has(place === 0 ? 0 : text.lastIndexOf('\n', place - 1) + 1);

const linesOf = (text: string): Line[] => {
  const lines: Line[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    const own = speakerOf(line);
    const speaker = own?.name ?? lines.at(-1)?.speaker;
    lines.push({ start, speaker, isTurn: own !== undefined, said: line.slice(own?.length ?? 0) });
    start += line.length + 1;
  }
  return lines;
};

/** True if somebody speaks, then another, then the first again. */
const isConversation = (turns: readonly string[]): boolean => {
  const before = new Set<string>();
  return turns.some((speaker, at) => {
    const speaksAgain = before.has(speaker) && turns[at - 1] !== speaker;
    before.add(speaker);
    return speaksAgain;
  });
};

const statesSomething = (said: string): boolean =>
  splitSentences(said).some(({ start, end }) => {
    const sentence = said.slice(start, end);
    return /\p{L}/u.test(sentence) && !isQuestion(sentence);
  });
