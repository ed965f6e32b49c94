import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { ParleyError } from '../../../core/errors.ts';
import { OPTIONAL_PACKAGES } from '../../../core/optional-packages.ts';
import { areLanguages } from './languages.ts';
import type { RecognisedText } from './recognised.ts';

/** The parts of the engine in use: Tesseract 5, compiled to WebAssembly, in this thread and without network. */
interface Engine {
  FS: { writeFile(file: string, bytes: Uint8Array): void; unlink(file: string): void };
  TessBaseAPI: new () => {
    /** Returns 0 on success. Mode 1 is the LSTM recogniser only. */
    Init(folder: string, languages: string, mode: number): number;
    /** Returns 0 if the picture could be decoded. */
    SetImageFile(exif: number, angle: number, upscale: boolean): number;
    Recognize(monitor: null): number;
    GetUTF8Text(): string;
    MeanTextConf(): number;
    Clear(): void;
  };
}

/** Recognises the text in a picture; undefined if it cannot decode the picture. */
export type Recognise = (picture: Uint8Array) => RecognisedText | undefined;

const DATA = '@tesseract.js-data';
/** Packages of the text recognition and of the decoder for pictures in a PDF. */
const ENGINES = ['tesseract.js-core', 'pdfjs-dist'];

/** The npm packages that recognition in these languages needs. */
const recognitionPackages = (languages: string): string[] => [
  ...ENGINES.map((name) => `${name}@${OPTIONAL_PACKAGES[name]}`),
  ...languages.split('+').map((language) => `${DATA}/${language}@${OPTIONAL_PACKAGES[`${DATA}/eng`]}`),
];

const missing = (languages: string, cause?: unknown): ParleyError =>
  new ParleyError('INPUT_UNREADABLE', {
    message: `Text in pictures cannot be read: the packages for ${languages} are not installed.`,
    remedy: `Install them beside Parley: \`npm install ${recognitionPackages(languages).join(' ')}\`.`,
    cause,
  });

const require = createRequire(import.meta.url);

/** @throws INPUT_UNREADABLE with the packages' names if the engine or a language is not installed */
export const assertRecognition = (languages: string): void => {
  if (!areLanguages(languages))
    throw new ParleyError('BAD_USAGE', {
      message: `${languages} names no languages.`,
      remedy: 'Give codes of three letters, joined by +, such as eng or eng+deu.',
    });
  try {
    for (const name of ENGINES) require.resolve(`${name}/package.json`);
    for (const language of languages.split('+')) require.resolve(`${DATA}/${language}/package.json`);
  } catch (cause) {
    throw missing(languages, cause);
  }
};

/** The data of a language: the integer model, which has a quarter of the float model's size and the same accuracy. */
const languageData = (language: string): Uint8Array => {
  const folder = path.dirname(require.resolve(`${DATA}/${language}/package.json`));
  return gunzipSync(readFileSync(path.join(folder, '4.0.0_best_int', `${language}.traineddata.gz`)));
};

const open = new Map<string, Promise<Recognise>>();

/**
 * Opens the recogniser of these languages, which stays loaded for the next file.
 * @throws INPUT_UNREADABLE if its packages are not installed
 */
export const openRecogniser = (languages: string): Promise<Recognise> => {
  let recognise = open.get(languages);
  if (recognise === undefined) {
    recognise = createRecogniser(languages);
    open.set(languages, recognise);
  }
  return recognise;
};

const createRecogniser = async (languages: string): Promise<Recognise> => {
  assertRecognition(languages);
  const { default: load } = await import('tesseract.js-core/tesseract-core-simd-lstm.js');
  const engine = (await load({ print() {}, printErr() {} })) as Engine;
  for (const language of languages.split('+')) engine.FS.writeFile(`/${language}.traineddata`, languageData(language));
  const api = new engine.TessBaseAPI();
  if (api.Init('/', languages, 1) !== 0) throw missing(languages);
  return (picture) => {
    engine.FS.writeFile('/input', picture);
    try {
      if (api.SetImageFile(1, 0, false) !== 0) return undefined;
      api.Recognize(null);
      return { text: api.GetUTF8Text().trim(), confidence: api.MeanTextConf() };
    } finally {
      api.Clear();
      engine.FS.unlink('/input');
    }
  };
};
