import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** @returns what speaks of another version than the tag, a line each */
export const disagreements = (tag: string): string[] => {
  const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
  const { version } = JSON.parse(read('package.json')) as { version: string };
  const chart = parse(read('deploy/helm/parley/Chart.yaml')) as { version: string; appVersion: string };
  const said = {
    'package.json': version,
    'version in Chart.yaml': chart.version,
    'appVersion in Chart.yaml': chart.appVersion,
  };
  return Object.entries(said)
    .filter(([, each]) => `v${each}` !== tag)
    .map(([where, each]) => `${where} says ${each}, the tag ${tag}`);
};

if (process.argv[1] === import.meta.filename) {
  const wrong = disagreements(process.argv[2] ?? '');
  for (const line of wrong) console.error(line);
  if (wrong.length > 0) process.exitCode = 1;
}
