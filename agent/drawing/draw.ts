import { readdir, readFile, writeFile } from 'node:fs/promises';
import { STRATEGIES, type Strategy } from '../strategies/index.ts';
import { readWirings } from './read-graph.ts';
import { strategiesPage } from './strategies-page.ts';
import { toSvg } from './svg.ts';

const ROOT = new URL('../../', import.meta.url);
const FOLDERS = 'agent/strategies/';

/** All files generated from the strategies, by their path in the repository. */
export const drawings = async (): Promise<Map<string, string>> => {
  const [wirings, places] = await Promise.all([readWirings(), drawingPlaces()]);
  const page = strategiesPage(
    wirings.map((wiring) => ({ ...wiring, drawing: `../${places.get(wiring.strategy.name)}` })),
  );
  return new Map([
    ['docs/drawings.md', page],
    ['langgraph.json', await langgraphJson()],
    ...wirings.map((wiring) => [places.get(wiring.strategy.name) ?? '', toSvg(wiring)] as const),
  ]);
};

/** Path of each strategy's drawing, in the folder that defines it. */
const drawingPlaces = async (): Promise<Map<string, string>> => {
  const places = new Map<string, string>();
  const files = await readdir(new URL(FOLDERS, ROOT), { recursive: true });
  for (const file of files.filter((one) => /^[^/]+\/strateg(?:y|ies)\.ts$/.test(one))) {
    const folder = file.slice(0, file.indexOf('/'));
    const defined = (await import(new URL(FOLDERS + file, ROOT).href)) as Record<string, Strategy>;
    for (const { name } of Object.values(defined))
      places.set(name, `${FOLDERS}${folder}/${name === folder ? 'drawing' : name}.svg`);
  }
  return places;
};

/** The langgraph.json with each strategy, exported by runtime/studio.ts. */
const langgraphJson = async (): Promise<string> => {
  const config = JSON.parse(await readFile(new URL('langgraph.json', ROOT), 'utf8')) as object;
  const exported = (name: string) => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  const graphs = Object.fromEntries(STRATEGIES.map(({ name }) => [name, `./runtime/studio.ts:${exported(name)}`]));
  return `${JSON.stringify({ ...config, graphs }, null, 2)}\n`.replace(/\[\s+"\."\s+\]/, '["."]');
};

if (import.meta.main) {
  for (const [path, text] of await drawings()) await writeFile(new URL(path, ROOT), text);
}
