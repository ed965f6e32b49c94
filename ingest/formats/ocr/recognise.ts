import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { ParleyError } from '../../../core/errors.ts';
import { OPTIONAL_PACKAGES } from '../../../core/optional-packages.ts';
import { areLanguages } from './languages.ts';
import type { RecognisedText } from './recognised.ts';

/** What is used of the engine: Tesseract 5, compiled to WebAssembly, in this thread and without a network. */
interface Engine {
  FS: { writeFile(file: string, bytes: Uint8Array): void; unlink(file: string): void };
  TessBaseAPI: new () => {
    /** 0 when it succeeds; mode 1 is the neural recogniser alone. */
    Init(folder: string, languages: string, mode: number): number;
    /** 0 when the picture could be decoded. */
    SetImageFile(exif: number, angle: number, upscale: boolean): number;
    Recognize(monitor: null): number;
    GetUTF8Text(): string;
    MeanTextConf(): number;
    Clear(): void;
  };
}

/** Turns the bytes of a picture into its text; undefined where the bytes are no picture that it can decode. */
export type Recognise = (picture: Uint8Array) => RecognisedText | undefined;

const DATA = '@tesseract.js-data';
/** What recognises text, and what decodes the pictures of a PDF. */
const ENGINES = ['tesseract.js-core', 'pdfjs-dist'];

/** The packages that recognition in these languages needs, as npm takes them. */
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

/** @throws INPUT_UNREADABLE naming the packages, where the engine or a language is not installed */
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

/** The data of a language: the model with whole numbers, a quarter of the other's size at the same figures. */
const languageData = (language: string): Uint8Array => {
  const folder = path.dirname(require.resolve(`${DATA}/${language}/package.json`));
  return gunzipSync(readFileSync(path.join(folder, '4.0.0_best_int', `${language}.traineddata.gz`)));
};

const open = new Map<string, Promise<Recognise>>();

/**
 * The recogniser of these languages; it stays loaded for the next file.
 * @throws INPUT_UNREADABLE where its packages are not installed
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
