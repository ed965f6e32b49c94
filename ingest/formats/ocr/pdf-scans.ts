import type { TextRun } from '../pdf/text-run.ts';
import { openPictures, pagePictures } from './pdf-pictures.ts';
import { assertRecognition, openRecogniser } from './recognise.ts';
import { MIN_CONFIDENCE, type RecognisedText, type Recognition, SECONDS_A_READ } from './recognised.ts';

/** Maximum scanned pages of one file that are recognised. The number of others is reported. */
const MAX_SCANS = 2000;

/** The recognised text of a file's scanned pages. */
export interface Scans {
  /** The lines of each page with text, by page number. */
  runs: Map<number, TextRun[]>;
  recognised?: { pages: number; confidence: number };
  notices: string[];
  /** Set if the time limit was reached before the last page: the pages recognised so far. */
  unfinished?: Record<number, RecognisedText>;
}

/**
 * Recognises the text of pages that are pictures. Stops after SECONDS_A_READ and returns the progress, so that a long scan is
 * read in several calls, each for at least one page.
 */
export const recogniseScans = async (
  bytes: Uint8Array,
  scanned: readonly number[],
  { languages, done = {} }: Recognition,
): Promise<Scans> => {
  const texts: Record<number, RecognisedText> = { ...done };
  const started = process.cpuUsage();
  const wanted = scanned.slice(0, MAX_SCANS);
  if (wanted.every((number) => texts[number] !== undefined)) return finished(scanned, texts);
  assertRecognition(languages);
  const pdf = await openPictures(bytes);
  for (const number of wanted) {
    if (texts[number] !== undefined) continue;
    const { user, system } = process.cpuUsage(started);
    if ((user + system) / 1e6 > SECONDS_A_READ) {
      await pdf.loadingTask.destroy();
      return { runs: new Map(), notices: [], unfinished: texts };
    }
    const page = await pdf.getPage(number);
    texts[number] = await recognisePage(await pagePictures(page), languages);
    page.cleanup();
  }
  await pdf.loadingTask.destroy();
  return finished(scanned, texts);
};

const finished = (scanned: readonly number[], texts: Readonly<Record<number, RecognisedText>>): Scans => ({
  ...asRuns(scanned.slice(0, MAX_SCANS), texts),
  notices: noticesOf(scanned, texts),
});

const recognisePage = async (pictures: readonly Uint8Array[], languages: string): Promise<RecognisedText> => {
  if (pictures.length === 0) return { text: '', confidence: 0 };
  const recognise = await openRecogniser(languages);
  const found = pictures.flatMap((picture) => recognise(picture) ?? []).filter(({ text }) => text !== '');
  const length = found.reduce((sum, { text }) => sum + text.length, 0);
  const sure = found.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0);
  return { text: found.map(({ text }) => text).join('\n\n'), confidence: Math.round(sure / Math.max(1, length)) };
};

const isLegible = ({ text, confidence }: RecognisedText): boolean => text !== '' && confidence >= MIN_CONFIDENCE;

/** Letter size, line height and paragraph gap of recognised lines, in points. Those of the picture are too inexact for headings. */
const SIZE = 10;
const LINE = 12;
const PARAGRAPH = 24;
const TOP = 800;

const asRuns = (wanted: readonly number[], texts: Readonly<Record<number, RecognisedText>>) => {
  const runs = new Map<number, TextRun[]>();
  let sure = 0;
  for (const number of wanted) {
    const found = texts[number];
    if (found === undefined || !isLegible(found)) continue;
    sure += found.confidence;
    let y = TOP;
    const lines: TextRun[] = [];
    for (const line of found.text.split('\n')) {
      if (line.trim() === '') y -= PARAGRAPH - LINE;
      else lines.push({ text: line.trim(), x: 50, y, width: line.length * (SIZE / 2), size: SIZE });
      y -= LINE;
    }
    runs.set(number, lines);
  }
  return {
    runs,
    ...(runs.size > 0 && { recognised: { pages: runs.size, confidence: Math.round(sure / runs.size) } }),
  };
};

const noticesOf = (scanned: readonly number[], texts: Readonly<Record<number, RecognisedText>>): string[] => {
  const read = scanned.slice(0, MAX_SCANS).flatMap((number) => texts[number] ?? []);
  const legible = read.filter(isLegible);
  const mean = Math.round(legible.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, legible.length));
  return [
    ...(legible.length > 0
      ? [`The text of ${legible.length} of its pages was recognised from pictures (${mean} % sure).`]
      : []),
    ...(scanned.length > MAX_SCANS ? [`${scanned.length - MAX_SCANS} further scanned pages were left out.`] : []),
  ];
};
