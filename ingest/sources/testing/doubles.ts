import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DoubleConnector } from './connector.contract.ts';

/** Starts the double of a service. @param rows how many rows a list gives at most, whatever is asked for */
export type StartDouble = (rows?: number) => Promise<DoubleConnector>;

/** The doubles that are there, by connector: `NAME/testing/double-NAME.ts` beside this folder, whose `start…` starts one. */
export const findDoubles = async (): Promise<Map<string, StartDouble>> => {
  const sources = path.resolve(import.meta.dirname, '..');
  const found = new Map<string, StartDouble>();
  for (const name of readdirSync(sources)) {
    const file = path.join(sources, name, 'testing', `double-${name}.ts`);
    if (!existsSync(file)) continue;
    const module = (await import(pathToFileURL(file).href)) as Record<string, unknown>;
    const start = Object.entries(module).find(([name]) => name.startsWith('start'))?.[1];
    if (typeof start === 'function') found.set(name, start as StartDouble);
  }
  return found;
};
