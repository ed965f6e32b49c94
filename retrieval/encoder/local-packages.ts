import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import nodeModule from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ParleyError } from '../../core/errors.ts';
import manifest from '../../package.json' with { type: 'json' };

const { '@huggingface/tokenizers': tokenizers, 'onnxruntime-node': onnxruntime } = manifest.peerDependencies;

/**
 * What a local encoder runs on, by exact version: two of Parley's optional peers. Most teams do without them, and
 * onnxruntime-node has every platform's binaries in one package: 114 MB to download, 300 MB on disk.
 */
export const PACKAGES: Readonly<Record<string, string>> = {
  '@huggingface/tokenizers': tokenizers,
  'onnxruntime-node': onnxruntime,
};

/** `onnxruntime-node@1.30.0 …`, as npm takes them. */
export const PACKAGE_SPECS = Object.entries(PACKAGES).map(([name, version]) => `${name}@${version}`);

/**
 * Where the packages can be loaded from: beside Parley, or the folder that `installPackages` made.
 * @returns a file beside which they resolve, or undefined when neither place has all of them
 */
export const findPackages = (folder: string): string | undefined => {
  const beside = import.meta.filename;
  if (Object.keys(PACKAGES).every((name) => packageJson(name, beside))) return beside;
  // An older Parley's are not asked: they are replaced by those that this one was tried with.
  const own = join(folder, 'package.json');
  const right = ([name, version]: [string, string]) => {
    const found = packageJson(name, own);
    return found !== undefined && (JSON.parse(readFileSync(found, 'utf8')) as { version: string }).version === version;
  };
  return Object.entries(PACKAGES).every(right) ? own : undefined;
};

const packageJson = (name: string, from: string): string | undefined => {
  try {
    return nodeModule.findPackageJSON(name, pathToFileURL(from));
  } catch {
    return undefined; // it throws where there is none
  }
};

/**
 * Installs the packages into a folder of their own by npm, so that it is npm's settings that say from where, no later
 * `npm ci` takes them away, and Parley's own modules stay as they are. Runs no install script, and keeps this platform's
 * binaries only (47 MB of 300).
 *
 * @throws ENCODER_UNAVAILABLE (no npm, out of reach, no binary for this platform), DISK_FULL; the folder is then as before
 */
export const installPackages = async (folder: string): Promise<void> => {
  const part = `${folder}.part-${process.pid}`;
  try {
    await mkdir(part, { recursive: true });
    await writeFile(join(part, 'package.json'), JSON.stringify({ private: true, dependencies: PACKAGES }, null, 2));
    await runNpm(part);
    await keepThisPlatform(part);
    await rm(folder, { recursive: true, force: true });
    await rename(part, folder).catch((error: unknown) => {
      // Another process was quicker.
      if (!findPackages(folder)) throw error;
    });
  } catch (error) {
    throw asInstallError(error, dirname(folder));
  } finally {
    await rm(part, { recursive: true, force: true });
  }
};

const NPM_OPTIONS = '--ignore-scripts --no-audit --no-fund --no-package-lock --no-save --loglevel=error'.split(' ');
/** What npm said last, for the error. */
const KEPT_CHARACTERS = 2000;

const runNpm = (folder: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const options = ['install', '--prefix', folder, ...NPM_OPTIONS];
    // Under `npm run` npm names its own file; otherwise it is the one on the path, on Windows a script.
    const cli = process.env.npm_execpath?.endsWith('npm-cli.js') ? process.env.npm_execpath : undefined;
    const [command, given] = cli ? [process.execPath, [cli, ...options]] : ['npm', options];
    const windows = !cli && process.platform === 'win32';
    const npm = spawn(command, given, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], shell: windows });
    let said = '';
    npm.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-KEPT_CHARACTERS);
    });
    npm.once('error', reject);
    npm.once('close', (code) => (code === 0 ? resolve() : reject(new NpmFailed(said))));
  });

class NpmFailed extends Error {}

/** Deletes the binaries of other platforms. @throws ENCODER_UNAVAILABLE where this one has none */
const keepThisPlatform = async (folder: string): Promise<void> => {
  const bin = join(folder, 'node_modules', 'onnxruntime-node', 'bin');
  const { platform, arch } = process;
  for (const napi of await readdir(bin)) {
    if (!existsSync(join(bin, napi, platform, arch))) {
      throw new ParleyError('ENCODER_UNAVAILABLE', {
        message: `onnxruntime-node ${PACKAGES['onnxruntime-node']} has nothing for ${platform} ${arch}.`,
        remedy: 'Use an embeddings server, such as PARLEY_EMBEDDINGS=ollama:all-minilm.',
      });
    }
    for (const system of await readdir(join(bin, napi)))
      for (const processor of await readdir(join(bin, napi, system)))
        if (system !== platform || processor !== arch)
          await rm(join(bin, napi, system, processor), { recursive: true });
  }
};

const asInstallError = (error: unknown, folder: string): unknown => {
  if (error instanceof ParleyError) return error;
  const { code, message, syscall } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || message.includes('ENOSPC')) {
    return new ParleyError('DISK_FULL', {
      message: `The encoder’s packages do not fit into ${folder}: they take 350 MB while they are unpacked, 50 MB then.`,
      remedy: 'Make room, or set PARLEY_MODELS to a folder elsewhere.',
      cause: error,
    });
  }
  const why = error instanceof NpmFailed ? lastLine(message) : message;
  return new ParleyError('ENCODER_UNAVAILABLE', {
    message:
      code === 'ENOENT' && syscall?.startsWith('spawn')
        ? 'There is no npm here to install the encoder’s packages with.'
        : `npm could not install the encoder’s packages into ${folder}: ${why}`,
    remedy: `Install them beside Parley yourself: \`npm install --no-save --ignore-scripts ${PACKAGE_SPECS.join(' ')}\`.`,
    cause: error,
  });
};

/** The line of npm's that says what went wrong; where its log lies comes after it. */
const lastLine = (said: string): string =>
  said
    .split('\n')
    .map((line) => line.replace(/^npm (error|warn) ?/, '').trim())
    .filter((line) => line !== '' && !/complete log|^code |^errno /.test(line))[0] ?? 'it did not say why.';
