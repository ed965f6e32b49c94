/**
 * A message of an exported chat: `[2026-03-05 12:34] Ana Lima: text`, `5/3/2026, 12:34 - Ana: text`, `[05.03.26, 12:34:56] Ana: text`,
 * or with its channel before the day, `[ops] 05.03. 12:34 Ana: text`.
 */
const MESSAGE =
  /^\u200e?(?:\[[^\]\n\d][^\]\n]{0,20}\] |#[\w-]{1,40} )?\[?(\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./](?:\d{4}|\d{2})?)(?:T|,? )\d{1,2}:\d{2}(?::\d{2})?(?:\s?[AaPp]\.?[Mm]\.?)?\]?(?: -)? ([^:\n[\]<>{}]{2,40}): \S/;
/** The kind of a line in a program's log, which is no name: "INFO", "ERROR main". */
const NO_NAME = /^(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|FATAL|CRITICAL)\b/i;
/** Minimum messages, their minimum share of the lines, and minimum speakers. */
const MIN_MESSAGES = 4;
const MIN_SHARE = 0.3;
const MIN_SPEAKERS = 2;

/**
 * Puts a heading above the first message of each day of a chat that was exported as text, so that what was said on one day
 * is a text of its own. Returns any other text as it is.
 */
export const withChatDays = (text: string): string => {
  const lines = text.split('\n');
  const written = lines.filter((line) => line.trim() !== '').length;
  const messages = lines.map((line) => MESSAGE.exec(line));
  const said = messages.filter((message) => message !== null && !NO_NAME.test(message[2] ?? ''));
  const speakers = new Set(said.map((message) => message?.[2]));
  if (said.length < MIN_MESSAGES || said.length < written * MIN_SHARE || speakers.size < MIN_SPEAKERS) return text;
  let day = '';
  return lines
    .flatMap((line, at) => {
      const date = messages[at]?.[1] ?? day;
      if (date === day) return [line];
      day = date;
      return ['', `## ${date}`, '', line];
    })
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
};
