import { readFileSync } from 'node:fs';
import path from 'node:path';

// `npm run licences`: lists the licences of every package that Parley installs or may install, and fails on one that is not
// known to fit Apache-2.0. The lock file says which packages there are.
const FITTING = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BSD',
  'PSF-2.0',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'CC-BY-4.0',
  'Unlicense',
  'Python-2.0',
  'OFL-1.1',
  'Zlib',
  'MPL-2.0',
]);

interface LockedPackage {
  license?: string;
  dev?: boolean;
}

const root = path.dirname(import.meta.dirname);
const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, LockedPackage>;
};

/** True when one of the licences that a package offers, or all that it asks for together, fit. */
export const fits = (licence: string): boolean =>
  licence
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => FITTING.has(one)));

if (import.meta.main) {
  const byLicence = Map.groupBy(
    Object.entries(packages).filter(([place]) => place !== ''),
    ([place, { license }]) => license ?? licenceIn(place) ?? 'none stated',
  );
  for (const [licence, members] of [...byLicence].sort(([, a], [, b]) => b.length - a.length)) {
    const names = members.map(([place]) => place.replace(/^.*node_modules\//, ''));
    console.log(
      `${String(members.length).padStart(5)}  ${licence}${members.length <= 8 ? `: ${names.join(', ')}` : ''}`,
    );
  }
  const unfit = [...byLicence].filter(([licence]) => !fits(licence));
  for (const [licence, members] of unfit)
    console.error(`does not fit, or is not known: ${licence} (${members.map(([place]) => place).join(', ')})`);
  process.exitCode = unfit.length > 0 ? 1 : 0;
}

function licenceIn(place: string): string | undefined {
  const read = (file: string) => readFileSync(path.join(root, place, file), 'utf8');
  try {
    const manifest = JSON.parse(read('package.json')) as { license?: unknown };
    if (typeof manifest.license === 'string') return manifest.license;
    // Old packages carry the text alone (jsuri, which the server client of Confluence's tests brings).
    return /^Permission is hereby granted, free of charge, to any person/m.test(read('LICENSE')) ? 'MIT' : undefined;
  } catch {
    return undefined;
  }
}
