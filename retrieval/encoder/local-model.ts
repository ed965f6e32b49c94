import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ParleyError } from '../../core/errors.ts';
import { fetchModel, HOSTED } from './fetch-model.ts';

/** The files of a sentence encoder as Hugging Face lays them out: BERT, mean pooling, unit length. */
export interface LocalModel {
  /** `local:all-MiniLM-L6-v2`. */
  name: string;
  onnx: string;
  tokenizer: string;
  tokenizerConfig: string;
}

/** Where a model's files lie, and whether and from where missing ones may be fetched. */
export interface ModelsPlace {
  folder: string;
  /** The hub's address, or a mirror's. */
  base: string;
  consent: boolean;
}

/** One fetch a folder in this process: calls that come meanwhile wait for it. */
const fetching = new Map<string, Promise<void>>();

/**
 * Finds a model's files; fetches them first where they are missing and its owner has consented.
 * @throws ENCODER_UNAVAILABLE naming what is missing and how to have it; DISK_FULL
 */
export const readyLocalModel = async (
  name: string,
  { folder: models, base, consent }: ModelsPlace,
): Promise<LocalModel> => {
  const short = name.slice(name.indexOf(':') + 1);
  const folder = join(models, short);
  const model = {
    name,
    onnx: join(folder, 'onnx', 'model.onnx'),
    tokenizer: join(folder, 'tokenizer.json'),
    tokenizerConfig: join(folder, 'tokenizer_config.json'),
  };
  const missing = [model.onnx, model.tokenizer, model.tokenizerConfig].filter((file) => !existsSync(file));
  if (missing.length === 0) return model;
  const hosted = HOSTED[short];
  if (!hosted || !consent) {
    const size = hosted && Math.round(hosted.files.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6);
    throw new ParleyError('ENCODER_UNAVAILABLE', {
      message: `The model ${short} lacks ${missing.join(', ')}${hosted ? ` (${size} MB in all, at ${base}/${hosted.repository})` : ''}.`,
      remedy: hosted
        ? 'Set PARLEY_MODELS_FETCH=yes to let Parley fetch them once, or PARLEY_MODELS to a folder that has them.'
        : `Put its files into ${folder}; Parley fetches only ${Object.keys(HOSTED).join(', ')}.`,
      details: { missing, mayBeFetched: hosted !== undefined },
    });
  }
  let fetched = fetching.get(folder);
  if (!fetched) {
    fetched = fetchModel(hosted, folder, base, progressBar(short)).finally(() => fetching.delete(folder));
    fetching.set(folder, fetched);
  }
  await fetched;
  return model;
};

/** A bar on stderr, where that is a terminal. */
const progressBar = (name: string) => {
  let shown = -1;
  return (done: number, total: number) => {
    const percent = Math.floor((100 * done) / total);
    if (!process.stderr.isTTY || percent === shown) return;
    shown = percent;
    const bar = '#'.repeat(percent / 5).padEnd(20, '.');
    process.stderr.write(`\r\u001b[Kfetching ${name} [${bar}] ${percent} %${done === total ? '\n' : ''}`);
  };
};
