import type { Command } from 'commander';
import { print, printJson } from './output.ts';

export const register = (program: Command): void => {
  program
    .command('doctor')
    .description('Checks every setting and connection, and says what to do about what is wrong.')
    .option('--json', 'print the findings as JSON')
    .option('--fix', 'first download what a local encoder lacks (its model and packages, 205 MB; docs/search.md)')
    .action(async (options: { json?: boolean; fix?: boolean }) => {
      if (options.fix) await fix();
      const [{ examine }, { readBotSettings }, { checkSlack }, { checkDiscord }] = await Promise.all([
        import('../runtime/doctor.ts'),
        import('../bots/settings.ts'),
        import('../bots/slack/index.ts'),
        import('../bots/discord/index.ts'),
      ]);
      const findings = await examine(() => readBotSettings(), { slack: checkSlack, discord: checkDiscord });
      if (options.json) printJson(findings);
      else
        for (const { state, what, detail, remedy } of findings)
          print(`${marks[state]} ${what}: ${detail}${remedy ? ` ${remedy}` : ''}`);
      if (findings.some(({ state }) => state === 'broken')) process.exitCode = 1;
    });
};

const fix = async (): Promise<void> => {
  const [{ readSettings }, { fixLocalEncoder }] = await Promise.all([
    import('../core/settings.ts'),
    import('./local-encoder.ts'),
  ]);
  await fixLocalEncoder(readSettings());
};

const marks = { ok: 'ok    ', off: 'off   ', broken: 'broken' } as const;
