import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { packageStores } from './package-links.ts';

/** A child process that answers on its standard output. */
export type PipedProcess = ChildProcessByStdio<Writable, Readable, Readable>;

/** The folder that holds `ingest/` and `core/`: the repository, or `dist/` once built. */
const root = path.dirname(path.dirname(import.meta.dirname));

/** Heap of a parser process, in MB; V8 ends a process that needs more. */
const MAX_HEAP_MB = 512;

/** Parents of the code, nearest first. */
const parents = (): string[] => {
  const found = [root];
  for (let at = root; path.dirname(at) !== at; at = path.dirname(at)) found.push(path.dirname(at));
  return found;
};

/**
 * The options under which Node runs untrusted files: it reads Parley's code and the installed packages and nothing else. No
 * network (Node 25 and later), no file writes, child processes, worker threads, native addons or code made from strings.
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
    '--max-semi-space-size=16',
  ];
};

let options: string[] | undefined;

/** Starts a parser process. It gets none of the parent's environment, in which secrets are kept. */
export const spawnParser = (): PipedProcess => {
  options ??= sandboxOptions();
  // The same file type as this one: TypeScript from source, JavaScript once built.
  const program = path.join(import.meta.dirname, `parser-process${path.extname(import.meta.filename)}`);
  const { TZ, SystemRoot } = process.env;
  return spawn(process.execPath, [...options, program], {
    cwd: root,
    env: { ...(TZ && { TZ }), ...(SystemRoot && { SystemRoot }) } as NodeJS.ProcessEnv,
    stdio: ['pipe', 'pipe', 'pipe'],
    // A session of its own: Ctrl-C in the terminal is for the parent, which finishes the page at hand.
    detached: process.platform !== 'win32',
  });
};

/** Ends parser processes when this one is killed. */
export interface OrphanGuard {
  /** The processes that are alive now. */
  guard(pids: readonly number[]): void;
}

/**
 * Starts a shell that waits for this process to end and then ends the parser processes that are alive. They end by themselves
 * once their input does, except in the middle of a long read. Windows ends child processes with their parent.
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
