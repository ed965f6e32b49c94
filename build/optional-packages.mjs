import { readFileSync, writeFileSync } from 'node:fs';

// For the image: makes the optional packages dependencies in the package.json of the working folder, so that
// `npm install --omit=dev` installs them too, at the versions of the lock file. The file in the repository stays as it is.
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
for (const name of Object.keys(manifest.peerDependenciesMeta)) {
  const version = manifest.devDependencies[name];
  if (version === undefined) continue;
  manifest.dependencies[name] = version;
  delete manifest.devDependencies[name];
  delete manifest.peerDependencies[name];
  delete manifest.peerDependenciesMeta[name];
}
writeFileSync('package.json', `${JSON.stringify(manifest, null, 2)}\n`);
