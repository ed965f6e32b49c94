import { createInterface } from 'node:readline/promises';
import type { Settings } from '../core/settings.ts';
import type { Lacking } from '../retrieval/index.ts';
import { complain } from './output.ts';

/**
 * Before pages go in: fetches what the local encoder of the settings lacks, with consent. PARLEY_MODELS_FETCH=yes is
 * consent; without it, a person at a terminal is asked. Where nobody can be asked, or the answer is no, nothing is sent,
 * and the encoder itself says what it lacks when the first page needs it.
 * @throws ENCODER_UNAVAILABLE, DISK_FULL
 */
export const readyLocalEncoder = async (settings: Settings): Promise<void> => {
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
  complain(sentence(lacking));
  await supplyEncoder(settings);
};

const sentence = ({ name, files, packages, folder, megabytes, from }: Lacking): string => {
  const what = [...(files.length > 0 ? ['the model'] : []), ...packages].join(', ');
  return `${name} needs ${what}: ${megabytes} MB from ${from}, once, into ${folder}.`;
};

const consents = async (lacking: Lacking): Promise<boolean> => {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return false;
  complain(sentence(lacking));
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question('Fetch it now? [y/N] ')).trim());
  } catch {
    return false; // Ctrl-C or Ctrl-D at the question
  } finally {
    terminal.close();
  }
};
