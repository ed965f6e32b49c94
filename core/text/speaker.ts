/**
 * Channel, day and time before a name in an exported chat: "[2026-03-05 12:34] ", "5/3/2026, 12:34 - ", "[ops] 03.11. 11:40 ".
 * Without a time there is none.
 */
const STAMP = String.raw`(?:\[[^\]\n]{1,20}\] ?)?\[?(?:\d{1,4}[./-]\d{1,2}(?:[./-]\d{0,4})?,?[T ])?\d{1,2}:\d{2}(?::\d{2})?(?: ?[AaPp]\.?[Mm]\.?)?\]? ?(?:[-–|] )?`;
/** The speaker at the start of a chat line: a name of up to three words and a colon. */
const SPEAKER = new RegExp(String.raw`^\s*(?:${STAMP})?(\p{L}[^\s:：]{0,40}(?: [^\s:：]{1,40}){0,2})(?::\s|：)`, 'u');

/** Length of the speaker's name with its colon ("Ana Lima: ") and what stands before it at the start of a line; 0 without one. */
export const speakerLength = (line: string): number => SPEAKER.exec(line)?.[0].length ?? 0;

/** The name of the speaker at the start of a chat line; undefined without one. */
export const speakerOf = (line: string): string | undefined => SPEAKER.exec(line)?.[1];

/** A name of up to three capitalised words. */
const NAME = String.raw`\p{Lu}[^\s,!?.:;]*(?: \p{Lu}[^\s,!?.:;]*){0,2}`;

/** One or two people addressed after a comma, before the mark that ends the line: ", Li Hua!", ", Ana and Ole?". */
const CLOSING_ADDRESS = new RegExp(String.raw`[,，]\s*${NAME}(?: \p{Ll}{1,3} ${NAME})?\s*(?=[!?！？]\P{L}*$)`, 'u');

/** A line without the person addressed at its end ("Sounds great, Li Hua!"), of whom it states nothing. */
export const withoutClosingAddress = (line: string): string => line.replace(CLOSING_ADDRESS, '');
