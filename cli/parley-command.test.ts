import { expect, it } from 'vitest';
import { commandOf } from './parley-command.ts';

it.each([
  ['/srv/team/node_modules/parley/dist/cli', 'npx parley'],
  ['C:\\team\\node_modules\\parley\\dist\\cli', 'npx parley'],
  ['/parley/dist/cli', 'parley'],
  ['/home/ann/parley/cli', 'npm run -s parley --'],
])('is typed in %s as %s', (folder, command) => {
  expect(commandOf(folder)).toBe(command);
});
