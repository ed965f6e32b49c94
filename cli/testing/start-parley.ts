import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const thisVersion = fileURLToPath(new URL('../..', import.meta.url));

/** A `parley start` in a separate process. */
export interface StartedParley {
  child: ChildProcess;
  /** Its output and log so far. */
  heard: { out: string; log: string };
}

/** How long a start may take on a busy machine. */
const START_MS = 120_000;

/**
 * Starts `parley start --only …` with these settings and none of the machine's, and waits until it has printed `says`.
 * @param onSpawn receives the process before it is ready, for example to kill it during its start
 * @param root the folder of the program's files, if it is another version
 * @throws Error with its log if the process ends before that, or does not print it within two minutes
 */
export const startParley = async (
  only: string,
  settings: Readonly<Record<string, string | undefined>>,
  {
    cwd,
    says,
    onSpawn,
    root = thisVersion,
  }: { cwd: string; says: RegExp; onSpawn?: (child: ChildProcess) => void; root?: string },
): Promise<StartedParley> => {
  const { PATH, HOME } = process.env;
  const child = spawn(
    process.execPath,
    ['--max-semi-space-size=16', join(root, 'cli/main.ts'), 'start', '--only', only],
    {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH, HOME, ...settings },
    },
  );
  onSpawn?.(child);
  const heard = { out: '', log: '' };
  child.stderr.on('data', (text: Buffer) => {
    heard.log += text;
  });
  await new Promise<void>((resolve, reject) => {
    const end = (why: string) => {
      child.kill('SIGKILL');
      reject(new Error(`parley start --only ${only} ${why}: ${heard.out}${heard.log}`.slice(0, 4000)));
    };
    const timer = setTimeout(end, START_MS, 'was not ready in time');
    const ended = (code: number | null, signal: string | null) => end(`ended with ${code ?? signal}`);
    child.once('exit', ended);
    child.once('exit', () => clearTimeout(timer));
    child.stdout.on('data', (text: Buffer) => {
      heard.out += text;
      if (!says.test(heard.out)) return;
      clearTimeout(timer);
      child.off('exit', ended);
      resolve();
    });
  });
  return { child, heard };
};

/** Ends a started process and waits until it is gone. */
export const endProcess = async (child: ChildProcess, signal?: NodeJS.Signals): Promise<void> => {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await ended;
};
