import { createInterface } from 'node:readline/promises';
import type { Settings } from '../core/settings.ts';
import type { Lacking } from '../retrieval/index.ts';
import { printError } from './output.ts';

/**
 * Downloads what the local encoder in the settings lacks, with consent, before pages are ingested. PARLEY_MODELS_FETCH=yes
 * is consent; without it, a person at a terminal is asked. Without consent nothing is downloaded, and the encoder reports
 * what it lacks when the first page needs it.
 * @throws ENCODER_UNAVAILABLE, DISK_FULL
 */
export const prepareLocalEncoder = async (settings: Settings): Promise<void> => {
  if (!settings.PARLEY_EMBEDDINGS?.startsWith('local:')) return;
  const { lackingEncoder, supplyEncoder } = await import('../retrieval/index.ts');
  const lacking = lackingEncoder(settings);
  if (lacking?.megabytes === undefined) return;
  if (settings.PARLEY_MODELS_FETCH === 'yes' || (await consents(lacking))) await supplyEncoder(settings);
};

/** `doctor --fix`: the command itself is the consent. */
export const fixLocalEncoder = async (settings: Settings): Promise<void> => {
  const { lackingEncoder, supplyEncoder } = await import('../retrieval/index.ts');
  const lacking = lackingEncoder(settings);
  if (lacking?.megabytes === undefined) return;
  printError(downloadNotice(lacking));
  await supplyEncoder(settings);
};

const downloadNotice = ({ name, files, packages, folder, megabytes, from }: Lacking): string => {
  const what = [...(files.length > 0 ? ['the model'] : []), ...packages].join(', ');
  return `${name} needs ${what}: ${megabytes} MB from ${from}, once, into ${folder}.`;
};

const consents = async (lacking: Lacking): Promise<boolean> => {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return false;
  printError(downloadNotice(lacking));
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question('Fetch it now? [y/N] ')).trim());
  } catch {
    return false; // Ctrl-C or Ctrl-D at the question
  } finally {
    terminal.close();
  }
};
