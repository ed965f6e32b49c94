import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { ParleyError } from './errors.ts';

/** Appends a setting to an env file and creates the file if needed. */
export const addSetting = (envFile: string, name: string, value: string): void => {
  const before = existsSync(envFile) ? readFileSync(envFile, 'utf8') : '';
  const gap = before === '' || before.endsWith('\n') ? '' : '\n';
  appendFileSync(envFile, `${gap}${name}=${value}\n`);
};

/** Names that were set from the file; existing environment variables take precedence. */
const fromFile = new Set<string>();

/**
 * Loads an env file into the environment without overwriting. Does nothing if there is no file.
 * @throws BAD_SETTING if it cannot be read, is not UTF-8, has a line that sets nothing, or a value in typographic quotes
 */
export const loadEnvFile = (envFile = '.env'): void => {
  if (!existsSync(envFile)) return;
  for (const [name, value] of Object.entries(parseEnv(readEnvFile(envFile)))) {
    if (process.env[name] !== undefined || value === undefined) continue;
    // White space at an end comes along when a key is copied; no setting means it.
    process.env[name] = value.trim();
    fromFile.add(name);
  }
};

/** True if a setting's value came from the file. */
export const isFromFile = (name: string): boolean => fromFile.has(name);

/** The text of an env file without a byte order mark, which would become part of the first name. */
const readEnvFile = (envFile: string): string => {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(envFile));
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const reason = code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? 'it is not UTF-8' : code;
    throw new ParleyError('BAD_SETTING', {
      message: `${envFile} cannot be read (${reason}).`,
      remedy: 'Save it as a plain text file in UTF-8, with one NAME=value a line.',
      cause,
    });
  }
  const line = lineThatSetsNothing(text);
  if (line !== undefined)
    throw new ParleyError('BAD_SETTING', {
      message: `Line ${line} of ${envFile} sets nothing.`,
      remedy: 'Write it as NAME=value, or put # before it.',
    });
  const quoted = text.split(LINE_END).findIndex((one) => TYPOGRAPHIC.test(one));
  if (quoted >= 0)
    throw new ParleyError('BAD_SETTING', {
      message: `Line ${quoted + 1} of ${envFile} has typographic quotes around its value, which would become part of it.`,
      remedy: `Write the value without quotes, or in "straight" ones.`,
    });
  return text;
};

const LINE_END = /\r\n|\n|\r/;
/** A value in quotes as text programs set them. */
const TYPOGRAPHIC = /^\s*(?:export\s+)?[\w.-]+\s*=\s*[“”„«‘’‚]/u;

/** A quoted value may go on over several lines; this is its beginning without its end. */
const OPEN_QUOTE = /^\s*(?:export\s+)?[\w.-]+\s*=\s*(["'`])/;

/**
 * The number of the first line that is neither a setting nor a comment. Node's parser skips such a line, so that a setting with
 * a colon or a space in place of `=` would be missing without a word.
 */
const lineThatSetsNothing = (text: string): number | undefined => {
  let quote: string | undefined;
  for (const [index, line] of text.split(LINE_END).entries()) {
    if (quote !== undefined) {
      if (line.includes(quote)) quote = undefined;
      continue;
    }
    if (/^\s*(?:#|$)/.test(line)) continue;
    if (!/^\s*(?:export\s+)?[\w.-]+\s*=/.test(line)) return index + 1;
    const opening = OPEN_QUOTE.exec(line);
    if (opening && !line.slice(opening[0].length).includes(opening[1]!)) quote = opening[1];
  }
  return undefined;
};
