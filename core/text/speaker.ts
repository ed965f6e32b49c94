/** The speaker at the start of a chat line: a name of up to three words and a colon. */
const SPEAKER = /^\s*\p{L}[^\s:：]{0,40}(?: [^\s:：]{1,40}){0,2}(?::\s|：)/u;

/** Length of the speaker's name with its colon ("Ana Lima: ") at the start of a line; 0 without one. */
export const speakerLength = (line: string): number => SPEAKER.exec(line)?.[0].length ?? 0;
