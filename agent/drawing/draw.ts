import { readdir, readFile, writeFile } from 'node:fs/promises';
import { STRATEGIES, type Strategy } from '../strategies/index.ts';
import { drawingsPage } from './drawings-page.ts';
import { readWirings } from './read-graph.ts';
import { toSvg } from './svg.ts';

const ROOT = new URL('../../', import.meta.url);
const FOLDERS = 'agent/strategies/';

/** All files generated from the strategies, by their path in the repository. */
export const drawings = async (): Promise<Map<string, string>> => {
  const [wirings, places] = await Promise.all([readWirings(), drawingPlaces()]);
  const page = drawingsPage(
    wirings.map((wiring) => ({ ...wiring, drawing: `../${places.get(wiring.strategy.name)}` })),
  );
  return new Map([
    ['docs/drawings.md', page],
    ['langgraph.json', await langgraphJson()],
    [STUDIO, studioModule()],
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

/** The module with a graph of each strategy. A LangGraph server finds a graph by the name of an export. */
const STUDIO = 'runtime/studio.ts';

const exportNameOf = ({ name }: Strategy): string => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

const langgraphJson = async (): Promise<string> => {
  const config = JSON.parse(await readFile(new URL('langgraph.json', ROOT), 'utf8')) as object;
  const graphs = Object.fromEntries(
    STRATEGIES.map((strategy) => [strategy.name, `./${STUDIO}:${exportNameOf(strategy)}`]),
  );
  return `${JSON.stringify({ ...config, graphs }, null, 2)}\n`.replace(/\[\s+"\."\s+\]/, '["."]');
};

const studioModule = (): string =>
  [
    '// The graphs that langgraph.json names. `npm run draw` writes this file; a test compares it with the strategies.',
    "import { studioGraph } from './studio-graph.ts';",
    '',
    ...STRATEGIES.map((strategy) => `export const ${exportNameOf(strategy)} = studioGraph('${strategy.name}');`),
    '',
  ].join('\n');

if (import.meta.main) {
  for (const [path, text] of await drawings()) await writeFile(new URL(path, ROOT), text);
}
