import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ParleyError } from '../../core/errors.ts';

/** The files of a sentence encoder as Hugging Face lays them out: BERT, mean pooling, unit length. */
export interface LocalModel {
  /** `local:all-MiniLM-L6-v2`. */
  name: string;
  onnx: string;
  tokenizer: string;
  tokenizerConfig: string;
}

/**
 * Finds a model's files in the folder PARLEY_MODELS.
 * @throws ENCODER_UNAVAILABLE naming what is missing and where it can be had
 */
export const findLocalModel = (name: string, modelsFolder: string | undefined): LocalModel => {
  const short = name.slice(name.indexOf(':') + 1);
  if (!modelsFolder) {
    throw new ParleyError('ENCODER_UNAVAILABLE', {
      message: `PARLEY_EMBEDDINGS=${name} needs the model's files, and PARLEY_MODELS is not set.`,
      remedy: `Set PARLEY_MODELS to a folder that holds ${short}/ (tokenizer.json, tokenizer_config.json, onnx/model.onnx).`,
    });
  }
  const folder = join(modelsFolder, short);
  const model = {
    name,
    onnx: join(folder, 'onnx', 'model.onnx'),
    tokenizer: join(folder, 'tokenizer.json'),
    tokenizerConfig: join(folder, 'tokenizer_config.json'),
  };
  const missing = [model.onnx, model.tokenizer, model.tokenizerConfig].filter((file) => !existsSync(file));
  if (missing.length > 0) {
    throw new ParleyError('ENCODER_UNAVAILABLE', {
      message: `The model ${short} lacks ${missing.join(', ')}.`,
      remedy: `Download sentence-transformers/${short} from Hugging Face into ${folder}.`,
    });
  }
  return model;
};
