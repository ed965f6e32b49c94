/** A letter over a letter, as printers and `man` write bold ("N\bN") and underlined ("_\bf") text. */
const OVERSTRUCK = /[^\n\b](?:[\b][^\n\b])+/gu;
/** A sequence that a terminal obeys: a colour, a place, or a link. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the signs that terminals obey
const SEQUENCE = /\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b\n]*(?:\x07|\x1b\\))/g;

/** The text that a terminal shows: without colours, and with one letter where several are printed over each other. */
export const shownByTerminal = (text: string): string =>
  (text.includes('\x1b') ? text.replace(SEQUENCE, '') : text).replace(OVERSTRUCK, (letters) => {
    const last = [...letters.replaceAll('\b', '')];
    return last.findLast((letter) => letter !== '_') ?? '_';
  });
