import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { readWirings } from './read-graph.ts';
import { strategiesPage } from './strategies-page.ts';
import { toSvg } from './svg.ts';

/** Every file of the drawings, by its path under docs/. */
export const drawings = async (): Promise<Map<string, string>> => {
  const wirings = await readWirings();
  return new Map([
    ['strategies.md', strategiesPage(wirings)],
    ...wirings.map((wiring) => [`images/strategies/${wiring.name}.svg`, toSvg(wiring)] as const),
  ]);
};

export const DOCS = fileURLToPath(new URL('../../docs/', import.meta.url));

if (import.meta.main) {
  await mkdir(`${DOCS}images/strategies`, { recursive: true });
  for (const [path, text] of await drawings()) await writeFile(DOCS + path, text);
}
