/** A table that a page draws with lines: its rows, and where its columns end. */
export interface RuledTable {
  rows: string[][];
  edges: readonly number[];
}

/** A run of text from pdf.js. Coordinates are points from the lower left corner of the page. */
export interface TextRun {
  text: string;
  x: number;
  y: number;
  width: number;
  size: number;
  /** True for a monospaced font, usually program text. */
  mono?: boolean;
  /** The name of its font within the file, where that is known. */
  font?: string;
  /** Set for a table between lines, whose text this run stands for. */
  table?: RuledTable;
}
