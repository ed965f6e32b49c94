import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

/** Adds a setting to a file of settings, below what stands there; the file is made where there is none. */
export const addSetting = (envFile: string, name: string, value: string): void => {
  const before = existsSync(envFile) ? readFileSync(envFile, 'utf8') : '';
  const gap = before === '' || before.endsWith('\n') ? '' : '\n';
  appendFileSync(envFile, `${gap}${name}=${value}\n`);
};

/** Names whose values this process has from the file: what the environment says already, the file does not change. */
const fromFile = new Set<string>();

/** Puts the settings of a file into the environment, where they are not there yet; a file that is not there has none. */
export const loadEnvFile = (envFile = '.env'): void => {
  if (!existsSync(envFile)) return;
  for (const [name, value] of Object.entries(parseEnv(readFileSync(envFile, 'utf8')))) {
    if (process.env[name] !== undefined || value === undefined) continue;
    process.env[name] = value;
    fromFile.add(name);
  }
};

/** Whether a setting's value came from the file. */
export const isFromFile = (name: string): boolean => fromFile.has(name);
