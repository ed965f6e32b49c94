/**
 * How `parley` is typed where Parley runs from a folder: an installed package has no npm scripts in the folder where it is
 * started, and the image has the compiled files and the command, but no source for npm's script to run.
 */
export const commandOf = (folder: string): string => {
  if (/[\\/]node_modules[\\/]/.test(folder)) return 'npx parley';
  return /[\\/]dist[\\/]/.test(folder) ? 'parley' : 'npm run -s parley --';
};
