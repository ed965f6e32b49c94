import { execFile } from 'node:child_process';
import { ParleyError } from '../../../core/errors.ts';

/**
 * What holds for every run of git, whatever the repository's and the machine's configuration say: no hook, no monitor, no
 * pager and no question at the terminal; only https and ssh, redirects refused (each could lead inside), submodules left alone,
 * and a server that drips slower than 1 kB/s for 30 s given up.
 */
const SAFE = [
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['core.pager', 'cat'],
  ['protocol.allow', 'never'],
  ['protocol.https.allow', 'always'],
  ['protocol.http.allow', 'always'],
  ['protocol.ssh.allow', 'always'],
  ['http.followRedirects', 'false'],
  ['http.lowSpeedLimit', '1000'],
  ['http.lowSpeedTime', '30'],
  ['submodule.recurse', 'false'],
  ['fetch.recurseSubmodules', 'false'],
  ['gc.auto', '0'],
].flatMap(([name, value]) => ['-c', `${name}=${value}`]);

/** Arguments and environment with which git is started safely. */
export const safely = (args: readonly string[]): { args: string[]; env: NodeJS.ProcessEnv } => {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_SSH_COMMAND: process.env.GIT_SSH_COMMAND ?? 'ssh -o BatchMode=yes -o ConnectTimeout=15',
  };
  // Set by a hook or a wrapper that Parley runs under, they would point git at another repository.
  for (const name of ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_OBJECT_DIRECTORY', 'GIT_ALLOW_PROTOCOL'])
    delete env[name];
  return { args: [...SAFE, ...args], env };
};

/** Minutes that one run may take. */
const PATIENCE = 10;

/**
 * Runs git and gives what it prints.
 * @throws BAD_SETTING when git is not installed, FETCH_FAILED with git's own last line when it fails, CANCELLED
 */
export const runGit = (given: readonly string[], { signal }: { signal?: AbortSignal } = {}): Promise<Buffer> => {
  const { args, env } = safely(given);
  const limits = { maxBuffer: 512 * 1024 * 1024, timeout: PATIENCE * 60_000 };
  return new Promise((resolve, reject) => {
    execFile('git', args, { env, signal, encoding: 'buffer', ...limits }, (error, stdout, stderr) => {
      if (error) reject(signal?.aborted ? error : gitFailure(error, stderr.toString()));
      else resolve(stdout);
    });
  });
};

const gitFailure = (error: Error & { code?: unknown; killed?: boolean }, stderr: string): ParleyError => {
  if (error.code === 'ENOENT')
    return new ParleyError('BAD_SETTING', {
      message: 'git is not installed here.',
      remedy: 'Install git, or ingest a folder that holds the files.',
      cause: error,
    });
  const said = stderr
    .split('\n')
    .filter((line) => /^(?:fatal|error|remote|ssh|ERROR)/i.test(line))
    .map((line) => line.replace(/^(?:fatal|error|remote): */i, '').trim())
    .filter(Boolean);
  return new ParleyError('FETCH_FAILED', {
    message: error.killed
      ? `git took longer than ${PATIENCE} minutes.`
      : `git: ${said[0] ?? 'it failed without a word'}`,
    remedy: 'Check the address and that this machine may read it (`git ls-remote ADDRESS`).',
    cause: error,
  });
};
