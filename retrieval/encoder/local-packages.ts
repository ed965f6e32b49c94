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
 * The packages of local encoders with exact versions, which are optional peer dependencies. Most teams do not need them, and
 * onnxruntime-node contains the binaries of all platforms: a download of 114 MB, 300 MB on disk.
 */
export const PACKAGES: Readonly<Record<string, string>> = {
  '@huggingface/tokenizers': tokenizers,
  'onnxruntime-node': onnxruntime,
};

/** The packages as arguments for npm, such as `onnxruntime-node@1.30.0`. */
export const PACKAGE_SPECS = Object.entries(PACKAGES).map(([name, version]) => `${name}@${version}`);

/**
 * Finds the packages in Parley's own `node_modules` or in the folder of `installPackages`.
 * @returns a file from which they can be resolved, or undefined if neither place has all of them
 */
export const findPackages = (folder: string): string | undefined => {
  const beside = import.meta.filename;
  if (Object.keys(PACKAGES).every((name) => packageJson(name, beside))) return beside;
  // Ignores other versions, which an older version of Parley installed: `installPackages` replaces them.
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
    return undefined; // it throws if the package is not installed
  }
};

/**
 * Installs the packages into a separate folder with npm. This follows npm's settings for registries, a later `npm ci` does
 * not remove the packages, and Parley's own modules stay unchanged. Runs no install scripts and keeps only this platform's
 * binaries (47 MB of 300).
 *
 * @throws ENCODER_UNAVAILABLE (no npm, registry unreachable, no binary for this platform), DISK_FULL. The folder is then
 *   unchanged
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
      // Another process was faster.
      if (!findPackages(folder)) throw error;
    });
  } catch (error) {
    throw asInstallError(error, dirname(folder));
  } finally {
    await rm(part, { recursive: true, force: true });
  }
};

const NPM_OPTIONS = '--ignore-scripts --no-audit --no-fund --no-package-lock --no-save --loglevel=error'.split(' ');
/** Length of the end of npm's output that is kept for the error message. */
const KEPT_CHARACTERS = 2000;

const runNpm = (folder: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const options = ['install', '--prefix', folder, ...NPM_OPTIONS];
    // Under `npm run`, the environment has npm's file. Otherwise uses npm from the PATH, which is a script on Windows.
    const cli = process.env.npm_execpath?.endsWith('npm-cli.js') ? process.env.npm_execpath : undefined;
    const [command, given] = cli ? [process.execPath, [cli, ...options]] : ['npm', options];
    const windows = !cli && process.platform === 'win32';
    const npm = spawn(command, given, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], shell: windows });
    let stderr = '';
    npm.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-KEPT_CHARACTERS);
    });
    npm.once('error', reject);
    npm.once('close', (code) => (code === 0 ? resolve() : reject(new NpmFailed(stderr))));
  });

class NpmFailed extends Error {}

/** Deletes the binaries of other platforms. @throws ENCODER_UNAVAILABLE if there are none for this platform */
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

/** The first line of npm's output that explains the error. The path of npm's log comes after it. */
const lastLine = (stderr: string): string =>
  stderr
    .split('\n')
    .map((line) => line.replace(/^npm (error|warn) ?/, '').trim())
    .filter((line) => line !== '' && !/complete log|^code |^errno /.test(line))[0] ?? 'it did not say why.';
