import type { Command } from 'commander';
import { calibrateCommand } from './cases/calibrate.ts';
import { editCommands } from './cases/edit.ts';
import { fileCommands } from './cases/files.ts';
import { listCommands } from './cases/list.ts';
import { runCommands } from './cases/runs.ts';

/** `parley cases`: its commands, in the order of its help. */
export const register = (program: Command): void => {
  const command = program
    .command('cases')
    .description('Questions that people judged, with their gold answers: what evals ask again.');

  listCommands(command);
  editCommands(command);
  fileCommands(command);
  runCommands(command);
  calibrateCommand(command);
};
