import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { packageStores } from './package-links.ts';

/** A child process with piped input and output. */
export type PipedProcess = ChildProcessByStdio<Writable, Readable, Readable>;

/** The folder that contains `ingest/` and `core/`: the repository, or `dist/` after the build. */
const root = path.dirname(path.dirname(import.meta.dirname));

/** Maximum heap of a parser process, in MB. V8 ends a process that needs more. */
const MAX_HEAP_MB = 512;

/** The folders above the code, nearest first. */
const parents = (): string[] => {
  const found = [root];
  for (let at = root; path.dirname(at) !== at; at = path.dirname(at)) found.push(path.dirname(at));
  return found;
};

/**
 * Node's options for a process that reads untrusted files. It may read only Parley's code and the installed packages. No network
 * (Node 25 and later), file writes, child processes, worker threads, native addons or code from strings.
 */
export const sandboxOptions = (): string[] => {
  const code = ['ingest', 'core'].map((folder) => path.join(root, folder));
  const packages = parents().flatMap((folder) => [
    path.join(folder, 'node_modules'),
    path.join(folder, 'package.json'),
  ]);
  const stores = parents().flatMap((folder) => packageStores(path.join(folder, 'node_modules')));
  const readable = [...code, ...packages, ...stores].filter(existsSync).flatMap((file) => [file, realpathSync(file)]);
  return [
    '--permission',
    ...[...new Set(readable)].map((file) => `--allow-fs-read=${file}`),
    '--disallow-code-generation-from-strings',
    '--no-warnings',
    `--max-old-space-size=${MAX_HEAP_MB}`,
    '--max-semi-space-size=4',
    // There is a process for each core, so more than one thread beside it for collecting and compiling saves no time; three cost 8 MB.
    '--v8-pool-size=1',
  ];
};

let options: string[] | undefined;

/** Starts a parser process. It does not get the parent's environment, which contains secrets. */
export const spawnParser = (): PipedProcess => {
  options ??= sandboxOptions();
  // The same file type as this one: TypeScript from source, JavaScript once built.
  const program = path.join(import.meta.dirname, `parser-process${path.extname(import.meta.filename)}`);
  const { TZ, SystemRoot } = process.env;
  return spawn(process.execPath, [...options, program], {
    cwd: root,
    env: { ...(TZ && { TZ }), ...(SystemRoot && { SystemRoot }) } as NodeJS.ProcessEnv,
    stdio: ['pipe', 'pipe', 'pipe'],
    // In a session of its own, so that Ctrl-C in the terminal reaches only the parent, which finishes the current page.
    detached: process.platform !== 'win32',
  });
};

/** Ends parser processes if this process is killed. */
export interface OrphanGuard {
  /** Replaces the list of running processes. */
  guard(pids: readonly number[]): void;
}

/**
 * Starts a shell that waits until this process has ended and then ends the running parser processes. Without it, they end with
 * their input, but not in the middle of a long read. Windows ends child processes with their parent.
 */
export const createOrphanGuard = (): OrphanGuard => {
  let shell: ChildProcess | undefined;
  return {
    guard(pids) {
      if (process.platform === 'win32') return;
      if (shell === undefined) {
        const script = 'while read -r line; do pids=$line; done; [ -n "$pids" ] && kill -9 $pids';
        shell = spawn('/bin/sh', ['-c', script], { stdio: ['pipe', 'ignore', 'ignore'], detached: true, env: {} });
        shell.on('error', () => {});
        shell.stdin?.on('error', () => {});
        shell.unref();
        (shell.stdin as (Writable & { unref?(): void }) | null)?.unref?.();
      }
      shell.stdin?.write(`${pids.join(' ')}\n`);
    },
  };
};
