/** The text of a picture. */
export interface RecognisedText {
  /** Paragraphs are apart by an empty line. */
  text: string;
  /** How sure the engine is of its words, from 0 to 100. */
  confidence: number;
}

/** Text recognition, as one read of a file is asked for it. */
export interface Recognition {
  /** Codes of the languages, joined by `+`, as Tesseract names them: `eng`, `eng+deu`. */
  languages: string;
  /** Pages of this file that an earlier read has recognised, by their number from 1. */
  done?: Readonly<Record<number, RecognisedText>>;
}

/** Below this the words are guesses: a photograph, a drawing, a page upside down, another script. */
export const MIN_CONFIDENCE = 40;

/** Seconds of processor time after which a read ends and says which pages it has recognised; a page takes 2 to 20. */
export const SECONDS_A_READ = 40;
