/**
 * The text of a table's cell that is written on several lines: its lines go on, its paragraphs and items stand on lines of
 * their own.
 *
 * @param item the beginning of a list's item in that markup
 */
export const cellText = (lines: readonly string[], item: RegExp): string => {
  let text = '';
  let isNew = false;
  for (const line of lines.map((one) => one.trim())) {
    if (line === '') isNew = true;
    else {
      text += text === '' ? line : `${isNew || item.test(line) ? '<br>' : ' '}${line}`;
      isNew = false;
    }
  }
  return text;
};
