import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { ParleyError } from '../../../core/errors.ts';

/**
 * git, always in a temporary repository of Parley's own. git obeys the configuration, hooks, attributes and environment that it
 * finds, so a repository of somebody else is never its `GIT_DIR`: what Parley needs of one is copied in as data.
 */
export interface Git {
  /** The temporary repository: bare, and empty until something is fetched or copied into it. */
  folder: string;
  /**
   * Runs git and gives what it prints.
   * @throws BAD_SETTING when git is not installed, FETCH_FAILED with git's own line when it fails, CANCELLED
   */
  run(args: readonly string[], options?: RunOptions): Promise<Buffer>;
  /** Starts git as a process to talk to. */
  start(args: readonly string[]): ChildProcessByStdio<Writable, Readable, null>;
  /** Removes the temporary repository. */
  close(): Promise<void>;
}

export interface RunOptions {
  /** Settings for this run alone, as names and values; they are passed in the environment, where other users do not see them. */
  config?: readonly (readonly [string, string])[];
  /** The command with which git reaches ssh hosts. */
  ssh?: string;
  /** The folder whose files git compares with its index. */
  worktree?: string;
  timeoutMs?: number;
  signal?: AbortSignal;
}

/**
 * The whole configuration: only https and ssh (http for hosts that PARLEY_FETCH_ALLOW names), no redirect, as each could lead to
 * a private address, and a server that sends less than 1 kB/s for 30 s is given up. The rest switches off what could start a
 * program or reach further, should another version of git have other defaults.
 */
const CONFIG = `[core]
	repositoryFormatVersion = 1
	hooksPath = /dev/null
	fsmonitor = false
	pager = cat
	attributesFile = /dev/null
	excludesFile = /dev/null
[credential]
	helper =
[protocol]
	allow = never
[protocol "https"]
	allow = always
[protocol "http"]
	allow = always
[protocol "ssh"]
	allow = always
[http]
	followRedirects = false
	lowSpeedLimit = 1000
	lowSpeedTime = 30
[submodule]
	recurse = false
[fetch]
	recurseSubmodules = false
[transfer]
	bundleURI = false
[gc]
	auto = 0
[maintenance]
	auto = false
`;

/** What of Parley's environment git sees: where programs are, the ssh agent, and how this machine reaches the network. */
const KEPT_ENVIRONMENT = [
  ...['PATH', 'SYSTEMROOT', 'TMPDIR', 'SSH_AUTH_SOCK', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'GIT_SSL_CAINFO'],
  ...['http_proxy', 'https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY', 'no_proxy', 'NO_PROXY'],
];

const environment = (
  folder: string,
  { config: settings = [], ssh = 'false', worktree }: RunOptions,
): NodeJS.ProcessEnv => {
  const env: NodeJS.ProcessEnv = {};
  for (const name of KEPT_ENVIRONMENT) if (process.env[name] !== undefined) env[name] = process.env[name];
  for (const [at, [name, value]] of settings.entries()) {
    env[`GIT_CONFIG_KEY_${at}`] = name;
    env[`GIT_CONFIG_VALUE_${at}`] = value;
  }
  return {
    ...env,
    GIT_CONFIG_COUNT: String(settings.length),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_DIR: folder,
    ...(worktree !== undefined && { GIT_WORK_TREE: worktree }),
    // Without one of the user's: a .netrc there holds passwords, and older versions of git look for their settings there.
    HOME: folder,
    GIT_ALLOW_PROTOCOL: 'https:http:ssh',
    GIT_NO_LAZY_FETCH: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_SSH_COMMAND: ssh,
    LC_ALL: 'C',
  };
};

const TEN_MINUTES_MS = 10 * 60_000;
const MAX_OUTPUT_BYTES = 512 * 1024 * 1024;

/** Makes a temporary repository of Parley's own and git for it. Nothing of it is written by git's templates. */
export const openGit = async ({ sha256 = false }: { sha256?: boolean } = {}): Promise<Git> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-git-'));
  await Promise.all([
    mkdir(path.join(folder, 'objects')),
    mkdir(path.join(folder, 'refs')),
    writeFile(path.join(folder, 'HEAD'), 'ref: refs/heads/main\n'),
    writeFile(path.join(folder, 'config'), CONFIG + (sha256 ? '[extensions]\n\tobjectFormat = sha256\n' : '')),
  ]);
  return {
    folder,
    run: (args, options = {}) =>
      new Promise((resolve, reject) => {
        const { signal, timeoutMs: timeout = TEN_MINUTES_MS } = options;
        const env = environment(folder, options);
        const limits = { maxBuffer: MAX_OUTPUT_BYTES, timeout, signal };
        execFile('git', args, { cwd: folder, env, encoding: 'buffer', ...limits }, (error, stdout, stderr) => {
          if (error) reject(signal?.aborted ? error : gitFailure(error, stderr.toString(), timeout));
          else resolve(stdout);
        });
      }),
    start: (args) =>
      spawn('git', args, { cwd: folder, env: environment(folder, {}), stdio: ['pipe', 'pipe', 'ignore'] }),
    close: () => rm(folder, { recursive: true, force: true }),
  };
};

const gitFailure = (error: Error & { code?: unknown; killed?: boolean }, stderr: string, timeoutMs: number) => {
  if (error.code === 'ENOENT')
    return new ParleyError('BAD_SETTING', {
      message: 'git is not installed here.',
      remedy: 'Install git, or ingest a folder that holds the files.',
      cause: error,
    });
  if (/Host key verification failed/i.test(stderr))
    return new ParleyError('FETCH_REFUSED', {
      message: 'The ssh key of the host is not known here, or is not the one that is known.',
      remedy:
        'Compare its fingerprint with the one that the host publishes, then add its line to ~/.ssh/known_hosts or to known_hosts in the data folder (`ssh-keyscan HOST`).',
      cause: error,
    });
  const lines = stderr
    .split('\n')
    .filter((line) => /^(?:fatal|error|remote|ssh|ERROR)/i.test(line))
    .map((line) => line.replace(/^(?:fatal|error|remote): */i, '').trim())
    .filter(Boolean);
  return new ParleyError('FETCH_FAILED', {
    message: error.killed
      ? `git took longer than ${timeoutMs / 60_000} minutes.`
      : `git: ${lines[0] ?? 'it failed without a message'}`,
    remedy: 'Check the address and that this machine may read it (`git ls-remote ADDRESS`).',
    cause: error,
  });
};
