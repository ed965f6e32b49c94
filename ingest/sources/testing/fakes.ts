import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FakeConnector } from './connector.contract.ts';

/** Starts the fake of a service. @param rows how many rows a list gives at most, whatever is asked for */
export type StartFake = (rows?: number) => Promise<FakeConnector>;

/** The fakes that are there, by connector: `NAME/testing/fake-NAME.ts` beside this folder, whose `start…` starts one. */
export const findFakes = async (): Promise<Map<string, StartFake>> => {
  const sources = path.resolve(import.meta.dirname, '..');
  const found = new Map<string, StartFake>();
  for (const name of readdirSync(sources)) {
    const file = path.join(sources, name, 'testing', `fake-${name}.ts`);
    if (!existsSync(file)) continue;
    const module = (await import(pathToFileURL(file).href)) as Record<string, unknown>;
    const start = Object.entries(module).find(([name]) => name.startsWith('start'))?.[1];
    if (typeof start === 'function') found.set(name, start as StartFake);
  }
  return found;
};
