/** Who speaks, at the start of a line of a chat: a name of up to three words and a colon. */
const SPEAKER = /^\s*\p{L}[^\s:：]{0,40}(?: [^\s:：]{1,40}){0,2}(?::\s|：)/u;

/** Characters at the start of a line that say who speaks ("Ana Lima: "); 0 where nobody is named. */
export const speakerLength = (line: string): number => SPEAKER.exec(line)?.[0].length ?? 0;
