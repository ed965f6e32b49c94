/** The speaker at the start of a chat line: a name of up to three words and a colon. */
const SPEAKER = /^\s*\p{L}[^\s:：]{0,40}(?: [^\s:：]{1,40}){0,2}(?::\s|：)/u;

/** Length of the speaker's name with its colon ("Ana Lima: ") at the start of a line; 0 without one. */
export const speakerLength = (line: string): number => SPEAKER.exec(line)?.[0].length ?? 0;

/** A name of up to three capitalised words. */
const NAME = String.raw`\p{Lu}[^\s,!?.:;]*(?: \p{Lu}[^\s,!?.:;]*){0,2}`;

/** One or two people addressed after a comma, before the mark that ends the line: ", Li Hua!", ", Ana and Ole?". */
const CLOSING_ADDRESS = new RegExp(String.raw`[,，]\s*${NAME}(?: \p{Ll}{1,3} ${NAME})?\s*(?=[!?！？]\P{L}*$)`, 'u');

/** A line without the person addressed at its end ("Sounds great, Li Hua!"), of whom it states nothing. */
export const withoutClosingAddress = (line: string): string => line.replace(CLOSING_ADDRESS, '');
