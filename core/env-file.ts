import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** Adds a setting to a file of settings, below what stands there; the file is made where there is none. */
export const addSetting = (envFile: string, name: string, value: string): void => {
  const before = existsSync(envFile) ? readFileSync(envFile, 'utf8') : '';
  const gap = before === '' || before.endsWith('\n') ? '' : '\n';
  appendFileSync(envFile, `${gap}${name}=${value}\n`);
};
