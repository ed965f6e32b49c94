import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ParleyError } from '../../core/errors.ts';
import { type FetchRetries, fetchModel } from './fetch-files.ts';
import { HOSTED } from './hosted-models.ts';
import { findPackages, installPackages, PACKAGE_SPECS } from './local-packages.ts';

/** What a local encoder's thread loads: files as Hugging Face lays them out (BERT, mean pooling, unit length), and code. */
export interface LocalModel {
  /** `local:all-MiniLM-L6-v2`. */
  name: string;
  onnx: string;
  tokenizer: string;
  tokenizerConfig: string;
  /** A file beside which the packages resolve. */
  packagesFrom: string;
}

/** Where local encoders lie, and whether and from where missing parts may be fetched. */
export interface LocalPlace {
  /** A folder a model, and `packages/`. */
  folder: string;
  /** The hub's address, or a mirror's. */
  base: string;
  consent: boolean;
  retries?: FetchRetries;
}

/** What is not here yet. */
export interface Lacking {
  name: string;
  files: string[];
  packages: readonly string[];
  /** Where missing parts go: PARLEY_MODELS. */
  folder: string;
  /** MB to download, the files' and the packages'; undefined when Parley may not fetch this model. */
  megabytes: number | undefined;
  /** Hosts and registries that would be asked, for the person who consents. */
  from: string;
}

/** The packages as npm sends them. */
const PACKAGES_MB = 114;

/** Absolute: npm and the thread resolve from elsewhere. */
const pathsOf = (name: string, place: LocalPlace) => {
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

/** What a local encoder needs and does not find, or undefined when it can start. Nothing is sent. */
export const lackingOf = (name: string, place: LocalPlace): Lacking | undefined => {
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
 * Fetches what a local encoder lacks, with a bar on stderr where that is a terminal. Whoever calls it has consent.
 * @param onProgress hears how many bytes of the model are there, of how many
 * @throws ENCODER_UNAVAILABLE naming what could not be had and why; DISK_FULL
 */
export const supply = async (
  name: string,
  place: LocalPlace,
  onProgress?: (done: number, total: number) => void,
): Promise<void> => {
  const { short, folder, packages, files } = pathsOf(name, place);
  if (!Object.values(files).every((file) => existsSync(file))) {
    const hosted = HOSTED[short];
    if (!hosted) throw notHere(lackingOf(name, place)!);
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

/** One supply a model and folder in this process: calls that come meanwhile wait for it. */
const supplying = new Map<string, Promise<void>>();

/**
 * Finds a local encoder's parts; fetches them first where they are missing and its owner has consented.
 * @throws ENCODER_UNAVAILABLE naming what is missing and how to have it; DISK_FULL
 */
export const readyLocalModel = async (name: string, place: LocalPlace): Promise<LocalModel> => {
  const lacking = lackingOf(name, place);
  const { files, folder, packages } = pathsOf(name, place);
  if (lacking) {
    if (!place.consent || lacking.megabytes === undefined) throw notHere(lacking);
    let supplied = supplying.get(folder);
    if (!supplied) {
      supplied = supply(name, place).finally(() => supplying.delete(folder));
      supplying.set(folder, supplied);
    }
    await supplied;
  }
  return { name, ...files, packagesFrom: findPackages(packages)! };
};

const notHere = ({ name, files, packages, folder, megabytes, from }: Lacking) => {
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

/** One line on stderr that overwrites itself; silent where that is no terminal. */
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
