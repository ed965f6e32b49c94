import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ParleyError } from '../../core/errors.ts';
import { type FetchRetries, fetchModel } from './fetch-files.ts';
import { HOSTED } from './hosted-models.ts';
import { findPackages, installPackages, PACKAGE_SPECS } from './local-packages.ts';

/** The files that a local encoder's thread loads, in the layout of the Hugging Face Hub, and where its packages are. */
export interface LocalModel {
  /** Such as `local:all-MiniLM-L6-v2`. */
  name: string;
  onnx: string;
  tokenizer: string;
  tokenizerConfig: string;
  /** A file from which the packages can be resolved. */
  packagesFrom: string;
}

/** Where local models are, and whether and from where missing files may be downloaded. */
export interface ModelLocation {
  /** PARLEY_MODELS: contains one folder per model, and `packages/`. */
  folder: string;
  /** URL of the hub or a mirror. */
  base: string;
  /** Whether Parley may download without asking. */
  consent: boolean;
  retries?: FetchRetries;
}

/** The missing files and packages of a local model. */
export interface MissingParts {
  name: string;
  files: string[];
  packages: readonly string[];
  /** Where they would be installed: PARLEY_MODELS. */
  folder: string;
  /** Size of the download in MB; undefined if Parley cannot download this model. */
  megabytes: number | undefined;
  /** The hosts and registries of the download, shown to the person who consents. */
  from: string;
}

/** Size of the packages' download in MB. */
const PACKAGES_MB = 114;

/** Absolute paths, because npm and the thread resolve paths from other folders. */
const pathsOf = (name: string, place: ModelLocation) => {
  const models = resolve(place.folder);
  const short = name.slice(name.indexOf(':') + 1);
  const folder = join(models, short);
  const at = (...path: string[]) => join(folder, ...path);
  return {
    short,
    folder,
    packages: join(models, 'packages'),
    files: {
      onnx: at('onnx', 'model.onnx'),
      tokenizer: at('tokenizer.json'),
      tokenizerConfig: at('tokenizer_config.json'),
    },
  };
};

/** Checks, without network access, which parts of a local model are missing. @returns undefined if none */
export const findMissingParts = (name: string, place: ModelLocation): MissingParts | undefined => {
  const { short, folder, files, packages } = pathsOf(name, place);
  const missing = Object.values(files).filter((file) => !existsSync(file));
  const installed = findPackages(packages) !== undefined;
  if (missing.length === 0 && installed) return undefined;
  const hosted = HOSTED[short];
  const here = hosted?.files.filter(({ path }) => !existsSync(join(folder, path))) ?? [];
  const bytes = here.reduce((sum, file) => sum + file.bytes, 0);
  return {
    name,
    files: missing,
    packages: installed ? [] : PACKAGE_SPECS,
    folder: place.folder,
    megabytes: missing.length > 0 && !hosted ? undefined : Math.round(bytes / 1e6) + (installed ? 0 : PACKAGES_MB),
    from: [...(missing.length > 0 ? [new URL(place.base).host] : []), ...(installed ? [] : ['npm'])].join(' and '),
  };
};

/**
 * Downloads the missing parts of a local model, with a progress bar if stderr is a terminal. The caller must have consent.
 * @param onProgress receives the bytes of the model that are present, and the total
 * @throws ENCODER_UNAVAILABLE with the part that could not be downloaded and the reason; DISK_FULL
 */
export const downloadMissingParts = async (
  name: string,
  place: ModelLocation,
  onProgress?: (done: number, total: number) => void,
): Promise<void> => {
  const { short, folder, packages, files } = pathsOf(name, place);
  if (!Object.values(files).every((file) => existsSync(file))) {
    const hosted = HOSTED[short];
    if (!hosted) throw notHere(findMissingParts(name, place)!);
    const { show, end } = progressBar();
    await fetchModel(
      hosted,
      folder,
      place.base,
      (done, total) => {
        show(`fetching ${short} ${bar(done, total)}`);
        onProgress?.(done, total);
      },
      place.retries,
    ).finally(end);
  }
  if (findPackages(packages)) return;
  const { show, end } = progressBar();
  const begun = performance.now();
  const say = () =>
    show(`npm installs the packages, ${PACKAGES_MB} MB: ${Math.round((performance.now() - begun) / 1000)} s`);
  say();
  const clock = setInterval(say, 1000);
  await installPackages(packages).finally(() => {
    clearInterval(clock);
    end();
  });
};

/** Downloads in progress by the model's folder. Concurrent calls in this process wait for the same download. */
const supplying = new Map<string, Promise<void>>();

/**
 * Finds the files and packages of a local model. Downloads missing ones first if the location has consent.
 * @throws ENCODER_UNAVAILABLE with the missing parts and how to get them; DISK_FULL
 */
export const prepareLocalModel = async (name: string, place: ModelLocation): Promise<LocalModel> => {
  const lacking = findMissingParts(name, place);
  const { files, folder, packages } = pathsOf(name, place);
  if (lacking) {
    if (!place.consent || lacking.megabytes === undefined) throw notHere(lacking);
    let supplied = supplying.get(folder);
    if (!supplied) {
      supplied = downloadMissingParts(name, place).finally(() => supplying.delete(folder));
      supplying.set(folder, supplied);
    }
    await supplied;
  }
  return { name, ...files, packagesFrom: findPackages(packages)! };
};

const notHere = ({ name, files, packages, folder, megabytes, from }: MissingParts) => {
  const parts = [
    ...(files.length > 0 ? [`${files.map((file) => file.slice(folder.length + 1)).join(', ')} in ${folder}`] : []),
    ...(packages.length > 0 ? [`the packages ${packages.join(', ')}`] : []),
  ];
  return new ParleyError('ENCODER_UNAVAILABLE', {
    message: `The encoder ${name} lacks ${parts.join(', and ')}${megabytes === undefined ? '' : ` (${megabytes} MB from ${from})`}.`,
    remedy:
      megabytes === undefined
        ? `Put its files there; Parley itself fetches only ${Object.keys(HOSTED).join(', ')}.`
        : 'Run `parley doctor --fix` to fetch them once, set PARLEY_MODELS_FETCH=yes to have it done when they are needed, or set PARLEY_MODELS to a folder that has them.',
    details: { lacking: true, mayBeFetched: megabytes !== undefined },
  });
};

const bar = (done: number, total: number): string => {
  const percent = Math.floor((100 * done) / total);
  return `[${'#'.repeat(percent / 5).padEnd(20, '.')}] ${percent} % of ${Math.round(total / 1e6)} MB`;
};

/** A line on stderr that overwrites itself. Prints nothing if stderr is not a terminal. */
const progressBar = () => {
  let shown = '';
  return {
    show(line: string): void {
      if (!process.stderr.isTTY || line === shown) return;
      shown = line;
      process.stderr.write(`\r\u001b[K${line.slice(0, (process.stderr.columns ?? 80) - 1)}`);
    },
    end(): void {
      if (shown) process.stderr.write('\n');
    },
  };
};
