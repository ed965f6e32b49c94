import { readFileSync } from 'node:fs';

// Prints the optional packages that a clone has, as `npm install` takes them: the image installs the same versions.
const { devDependencies, peerDependenciesMeta } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
);
const wanted = Object.keys(peerDependenciesMeta).filter((name) => name in devDependencies);
console.log(wanted.map((name) => `${name}@${devDependencies[name]}`).join(' '));
