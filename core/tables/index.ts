export { type CellValue, parseCell } from './cell.ts';
export { columnTypes } from './columns.ts';
export { headerName, TABLE_PROMPT_CHARACTERS, tableForPrompt, tableMarkdown, tablePieces } from './markdown.ts';
