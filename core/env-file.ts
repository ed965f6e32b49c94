import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

/** Appends a setting to an env file and creates the file if needed. */
export const addSetting = (envFile: string, name: string, value: string): void => {
  const before = existsSync(envFile) ? readFileSync(envFile, 'utf8') : '';
  const gap = before === '' || before.endsWith('\n') ? '' : '\n';
  appendFileSync(envFile, `${gap}${name}=${value}\n`);
};

/** Names that were set from the file; existing environment variables take precedence. */
const fromFile = new Set<string>();

/** Loads an env file into the environment without overwriting. Does nothing if there is no file. */
export const loadEnvFile = (envFile = '.env'): void => {
  if (!existsSync(envFile)) return;
  for (const [name, value] of Object.entries(parseEnv(readFileSync(envFile, 'utf8')))) {
    if (process.env[name] !== undefined || value === undefined) continue;
    process.env[name] = value;
    fromFile.add(name);
  }
};

/** True if a setting's value came from the file. */
export const isFromFile = (name: string): boolean => fromFile.has(name);
