import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

/**
 * Runs the quick tests, or those of another `--project`, while every core has other work: `npm run test:busy -- [--times N]
 * [vitest's arguments]`. A test that passes only on a quiet machine waits for time where it should wait for an event.
 */
const args = process.argv.slice(2);
const at = args.indexOf('--times');
const times = at < 0 ? 1 : Number(args.splice(at, 2)[1]);
if (!Number.isInteger(times) || times < 1) {
  console.error('--times takes a whole number of 1 or more.');
  process.exit(2);
}

if (!args.some((arg) => arg.startsWith('--project'))) args.push('--project', 'quick-*');

const busy = Array.from({ length: availableParallelism() }, () =>
  spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
);
process.once('exit', () => {
  for (const child of busy) child.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
for (let run = 1; run <= times; run += 1) {
  const started = performance.now();
  const [code] = await once(spawn(process.execPath, [vitest, 'run', ...args], { stdio: 'inherit' }), 'close');
  console.log(
    `busy run ${run} of ${times}: ${code === 0 ? 'green' : 'red'} after ${Math.round((performance.now() - started) / 1000)} s`,
  );
  if (code !== 0) process.exit(1);
}
process.exit(0);
