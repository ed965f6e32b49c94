import { run } from '../run.ts';

/** What a command printed, and its exit code. */
export interface CommandResult {
  status: number;
  stdout: string;
  stderr: string;
}

/** Settings of Parley's and of providers, which a test must not take from the machine that it runs on. */
export const OWN_SETTINGS = /^(PARLEY_|CHROMA|NEO4J|POSTGRES|SLACK|DISCORD|OPENAI|EMBEDDINGS|PORT$)/;

/**
 * Runs a command line in this process, in a folder and with settings of its own, one at a time: a process for each command
 * costs a second. What only a process shows (signals, a kill, a closed pipe) is tested with one.
 */
export const runCommand = async (
  args: readonly string[],
  { cwd, env }: { cwd: string; env: Record<string, string> },
): Promise<CommandResult> => {
  const before = { env: process.env, cwd: process.cwd(), exitCode: process.exitCode };
  const { stdout, stderr } = process;
  const writes = { stdout: stdout.write, stderr: stderr.write };
  const result: CommandResult = { status: 0, stdout: '', stderr: '' };
  process.env = {
    ...Object.fromEntries(Object.entries(before.env).filter(([name]) => !OWN_SETTINGS.test(name))),
    ...env,
  };
  process.chdir(cwd);
  process.exitCode = undefined;
  const keep =
    (name: 'stdout' | 'stderr') =>
    (text: string | Uint8Array, ...more: unknown[]): boolean => {
      result[name] += text;
      // Whoever waits for what is written to be gone goes on.
      const written = more.at(-1);
      if (typeof written === 'function') setImmediate(() => written());
      return true;
    };
  stdout.write = keep('stdout');
  stderr.write = keep('stderr');
  try {
    result.status = await run(args);
  } finally {
    Object.assign(stdout, { write: writes.stdout });
    Object.assign(stderr, { write: writes.stderr });
    process.env = before.env;
    process.chdir(before.cwd);
    process.exitCode = before.exitCode;
  }
  return result;
};
