import { run } from '../run.ts';

/** The output and exit code of a command. */
export interface CommandResult {
  status: number;
  stdout: string;
  stderr: string;
}

/** Environment variables of Parley and of providers, which tests must not take from the machine. */
export const OWN_SETTINGS = /^(PARLEY_|CHROMA|NEO4J|POSTGRES|SLACK|DISCORD|OPENAI|EMBEDDINGS|PORT$)/;

/**
 * Runs a command in this process with its own folder and settings, one at a time, because a process per command
 * takes a second. Tests of signals, kills and closed pipes use a process.
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
      // Calls the write callback, because callers wait until their text is flushed.
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
