import type { Passage } from '../../core/document.ts';

const isRows = (paragraph: string): boolean => /^\s*\|/.test(paragraph);

/** What a table's passage says around its rows: not the table's name, its first paragraph. Nothing where its rows are lists. */
const aroundRows = (text: string): string => {
  const paragraphs = text.split(/\n[^\S\n]*\n/);
  if (!paragraphs.some(isRows)) return '';
  return paragraphs.filter((paragraph, at) => at > 0 && !isRows(paragraph)).join('\n\n');
};

/**
 * The passages with running text, for rules and models that find facts in sentences and lines. A table's passage comes with the
 * text around its rows alone, because its rows are read as a table.
 */
export const passagesOfProse = (passages: readonly Passage[]): Passage[] =>
  passages.flatMap((passage) => {
    const text = passage.kind === 'table' ? aroundRows(passage.text) : passage.text;
    return text.trim() === '' ? [] : [{ ...passage, text }];
  });
