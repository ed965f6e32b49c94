import type { Command } from 'commander';
import { ParleyError } from '../core/errors.ts';
import type { StoreCheck } from '../runtime/doctor/deep/index.ts';
import type { Finding } from '../runtime/doctor/index.ts';
import { withGuidePaths } from './guide-paths.ts';
import { print, printJson, progressLine } from './output.ts';
import { interruptible } from './with-parley.ts';

export const register = (program: Command): void => {
  program
    .command('doctor')
    .description('Checks every setting and connection, and says what to do about what is wrong.')
    .option('--json', 'print the findings as JSON')
    .option('--fix', 'first download what a local encoder lacks (its model and packages, 205 MB; docs/search.md)')
    .option(
      '--deep',
      'also write a record and remove it, compare what every store keeps of each page, and look for work that is stuck',
    )
    .action(async (options: { json?: boolean; fix?: boolean; deep?: boolean }) => {
      if (options.fix) await fix();
      const [{ examine }, { readBotSettings }, { chatChecks }] = await Promise.all([
        import('../runtime/doctor/index.ts'),
        import('../bots/settings.ts'),
        import('../bots/checks.ts'),
      ]);
      const findings = await examine(() => readBotSettings(), chatChecks);
      // If the settings cannot be read, which is a single finding, no stores can be opened.
      if (options.deep && findings.length > 1) findings.push(...(await runDeepChecks()));
      if (options.json) printJson(findings);
      else
        for (const { state, what, detail, remedy } of findings)
          print(withGuidePaths(`${marks[state]} ${what}: ${detail}${remedy ? ` ${remedy}` : ''}`));
      if (findings.some(({ state }) => state === 'broken')) process.exitCode = 1;
    });
};

/** Runs the checks of `--deep`. Ctrl-C ends them after the current batch, a second Ctrl-C at once. */
const runDeepChecks = async (): Promise<Finding[]> => {
  const [{ examineStores }, { readStatus }, { workFindings }, { readBotSettings }] = await Promise.all([
    import('../runtime/doctor/deep/index.ts'),
    import('../bots/operations/status.ts'),
    import('../bots/operations/work-findings.ts'),
    import('../bots/settings.ts'),
  ]);
  const settings = readBotSettings();
  const progress = progressLine();
  const work: StoreCheck = async (stores) => workFindings(await readStatus(stores, settings));
  return interruptible((signal) =>
    examineStores(settings, { work }, { signal, onProgress: progress.show })
      .catch((error: unknown) => {
        if (!signal.aborted) throw error;
        throw new ParleyError('CANCELLED', {
          message: 'Stopped before all pages were compared; nothing was changed.',
          remedy: 'The same command begins again.',
          cause: error,
        });
      })
      .finally(() => progress.clear()),
  );
};

const fix = async (): Promise<void> => {
  const [{ readSettings }, { fixLocalEncoder }] = await Promise.all([
    import('../core/settings.ts'),
    import('./local-encoder.ts'),
  ]);
  await fixLocalEncoder(readSettings());
};

const marks = { ok: 'ok    ', off: 'off   ', broken: 'broken' } as const;
