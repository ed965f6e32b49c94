import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { addSetting } from '../core/env-file.ts';
import { asParleyError } from '../core/errors.ts';
import type { Settings } from '../core/settings.ts';
import type { MissingParts } from '../retrieval/index.ts';
import { printError } from './output.ts';

/**
 * Downloads missing parts of the settings' local encoder before pages are ingested, with consent: PARLEY_MODELS_FETCH=yes, or
 * a yes at the terminal. Without consent nothing is downloaded, and the encoder reports the missing parts at the first page.
 * @throws ENCODER_UNAVAILABLE, DISK_FULL
 */
export const prepareLocalEncoder = async (settings: Settings): Promise<void> => {
  if (!settings.PARLEY_EMBEDDINGS?.startsWith('local:')) return;
  const { findMissingEncoderParts, downloadEncoder } = await import('../retrieval/index.ts');
  const lacking = findMissingEncoderParts(settings);
  if (lacking?.megabytes === undefined) return;
  if (settings.PARLEY_MODELS_FETCH === 'yes' || (await consents(lacking))) await downloadEncoder(settings);
};

/** The encoder that a first start offers. */
const OFFERED = 'local:all-MiniLM-L6-v2';

/**
 * Offers the local encoder at the first start, with one question at a terminal if nothing is ingested and no encoder is set. A
 * yes downloads it and writes the setting into .env. After a no there is no second question, because the next start is not the
 * first.
 * @returns the settings to start with; unchanged if the download failed, which is printed
 */
export const offerLocalEncoder = async <S extends Settings>(settings: S): Promise<S> => {
  // The setting, even `off`, is a decision, so does not ask.
  if (settings.PARLEY_EMBEDDINGS !== undefined || process.env.PARLEY_EMBEDDINGS) return settings;
  if (!process.stdin.isTTY || !process.stderr.isTTY) return settings;
  if (settings.POSTGRES_URL !== undefined || existsSync(join(settings.PARLEY_DATA, 'parley.db'))) return settings;
  const { findMissingEncoderParts, downloadEncoder } = await import('../retrieval/index.ts');
  const offered = { ...settings, PARLEY_EMBEDDINGS: OFFERED };
  const lacking = findMissingEncoderParts(offered);
  const size = lacking?.megabytes === undefined ? 'nothing is left to download' : `${lacking.megabytes} MB, once`;
  printError(`Parley finds pages by meaning too with a small encoder on this machine (${OFFERED}; ${size}).`);
  if (!(await saysYes('Use it? [y/N] '))) {
    printError(`Then by words alone. PARLEY_EMBEDDINGS=${OFFERED} in .env turns it on later.`);
    return settings;
  }
  try {
    if (lacking) await downloadEncoder(offered);
  } catch (error) {
    // A failed download of an optional encoder must not fail the start.
    printError(`${asParleyError(error).oneLine} Until then Parley searches by words.`);
    return settings;
  }
  addSetting('.env', 'PARLEY_EMBEDDINGS', OFFERED);
  return offered;
};

/** Downloads missing parts of the settings' local encoder for `doctor --fix`, which counts as consent. */
export const fixLocalEncoder = async (settings: Settings): Promise<void> => {
  const { findMissingEncoderParts, downloadEncoder } = await import('../retrieval/index.ts');
  const lacking = findMissingEncoderParts(settings);
  if (lacking?.megabytes === undefined) return;
  printError(downloadNotice(lacking));
  await downloadEncoder(settings);
};

const downloadNotice = ({ name, files, packages, folder, megabytes, from }: MissingParts): string => {
  const what = [...(files.length > 0 ? ['the model'] : []), ...packages].join(', ');
  return `${name} needs ${what}: ${megabytes} MB from ${from}, once, into ${folder}.`;
};

const consents = async (lacking: MissingParts): Promise<boolean> => {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return false;
  printError(downloadNotice(lacking));
  return saysYes('Fetch it now? [y/N] ');
};

const saysYes = async (question: string): Promise<boolean> => {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(question)).trim());
  } catch {
    return false; // Ctrl-C or Ctrl-D at the question
  } finally {
    terminal.close();
  }
};
