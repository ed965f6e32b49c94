/** A run of text where pdf.js found it: points from the lower left corner. */
export interface TextRun {
  text: string;
  x: number;
  y: number;
  width: number;
  size: number;
  /** Its font gives every letter the same width: program text, as a rule. */
  mono?: boolean;
}
