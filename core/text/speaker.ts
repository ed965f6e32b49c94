/**
 * Channel, day and time before a name in an exported chat: "[2026-03-05 12:34] ", "5/3/2026, 12:34 - ", "[ops] 03.11. 11:40 ".
 * Without a time there is none.
 */
const STAMP = String.raw`(?:\[[^\]\n]{1,20}\] ?)?\[?(?:\d{1,4}[./-]\d{1,2}(?:[./-]\d{0,4})?,?[T ])?\d{1,2}:\d{2}(?::\d{2})?(?: ?[AaPp]\.?[Mm]\.?)?\]? ?(?:[-–|] )?`;
/** The speaker at the start of a chat line: a name of up to three words and a colon. */
const SPEAKER = new RegExp(String.raw`^\s*(?:${STAMP})?(\p{L}[^\s:：]{0,40}(?: [^\s:：]{1,40}){0,2})(?::\s|：)`, 'u');

/** The speaker at the start of a chat line, and the length of the name with its colon ("Ana Lima: ") and what stands before it. */
export const speakerOf = (line: string): { name: string; length: number } | undefined => {
  const [whole, name] = SPEAKER.exec(line) ?? [];
  return whole === undefined || name === undefined ? undefined : { name, length: whole.length };
};

/** The length of `speakerOf`; 0 without a speaker. */
export const speakerLength = (line: string): number => speakerOf(line)?.length ?? 0;

const STAMPED = new RegExp(String.raw`^\s*${STAMP}\p{L}`, 'u');

/** True for a line of an exported chat: somebody said it at a time ("[2026-03-05 12:34] Ana Lima: …"). */
export const isStamped = (line: string): boolean => STAMPED.test(line) && speakerLength(line) > 0;

/** A name of up to three capitalised words. */
const NAME = String.raw`\p{Lu}[^\s,!?.:;]*(?: \p{Lu}[^\s,!?.:;]*){0,2}`;

/** One or two people addressed after a comma, before the mark that ends the line: ", Li Hua!", ", Ana and Ole?". */
const CLOSING_ADDRESS = new RegExp(String.raw`[,，]\s*${NAME}(?: \p{Ll}{1,3} ${NAME})?\s*(?=[!?！？]\P{L}*$)`, 'u');

/** A line without the person addressed at its end ("Sounds great, Li Hua!"), of whom it states nothing. */
export const withoutClosingAddress = (line: string): string => line.replace(CLOSING_ADDRESS, '');
