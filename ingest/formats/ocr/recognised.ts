/** The recognised text of a picture. */
export interface RecognisedText {
  /** Empty lines separate paragraphs. */
  text: string;
  /** The engine's mean confidence, from 0 to 100. */
  confidence: number;
}

/** Options of text recognition for one read of a file. */
export interface Recognition {
  /** Tesseract's language codes, joined by `+`: `eng`, `eng+deu`. */
  languages: string;
  /** Pages of the file that an earlier read has recognised, by page number from 1. */
  done?: Readonly<Record<number, RecognisedText>>;
}

/** Minimum confidence. Below it, the words are guesses: a photograph, a drawing, a page upside down, another script. */
export const MIN_CONFIDENCE = 40;

/** Seconds of processor time after which a read ends and returns the recognised pages. A page takes 2 to 20 s. */
export const SECONDS_A_READ = 40;
