import { InvalidArgumentError } from 'commander';
import type { Budget } from '../core/answer.ts';
import { EVERYONE, type Scope } from '../core/document.ts';
import { ParleyError } from '../core/errors.ts';
import { readInterval } from '../core/interval.ts';
import { namedScopes } from '../core/source-scopes.ts';
import { areLanguages } from '../ingest/formats/ocr/languages.ts';
import type { Stores } from '../stores/index.ts';

/** Parses a repeatable option such as `--scope a --scope b` into a list. */
export const collect = (value: string, previous: string[] = []): string[] => [...previous, value];

/** Parses an option such as `--k 10`. @throws InvalidArgumentError unless it is an integer of 1 or more */
export const positiveInteger = (value: string): number => {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1) throw new InvalidArgumentError('It takes a whole number of 1 or more');
  return number;
};

/** Parses an option such as `--max-by-words 0.05`. @throws InvalidArgumentError unless it is from 0 to 1 */
export const share = (value: string): number => {
  const number = Number(value);
  if (!(number >= 0 && number <= 1)) throw new InvalidArgumentError('It takes a share from 0 to 1');
  return number;
};

/** Parses `--budget tokens=8000,calls=12,seconds=30`, in which each part is optional. @throws InvalidArgumentError */
export const budgetOption = (value: string): Partial<Budget> => {
  const budget: Partial<Budget> = {};
  for (const part of value.split(',')) {
    const [name, amount] = part.split('=');
    const number = Number(amount);
    if ((name !== 'tokens' && name !== 'calls' && name !== 'seconds') || !(number > 0)) {
      throw new InvalidArgumentError('It takes tokens=N,calls=N,seconds=N, any of them, each above zero');
    }
    budget[name] = number;
  }
  return budget;
};

/** Checks an interval such as `--every 15m` and returns it unchanged. @throws InvalidArgumentError */
export const interval = (value: string): string => {
  try {
    readInterval(value);
  } catch (error) {
    throw new InvalidArgumentError((error as ParleyError).remedy);
  }
  return value;
};

/** Parses `--languages de,pt-BR` or `all`. @throws InvalidArgumentError unless each is a tag of a language */
export const languageTags = (value: string): string[] => {
  const tags = value.split(',').map((tag) => tag.trim());
  if (!tags.every((tag) => tag === 'all' || /^[a-z]{2,3}(?:[-_]\w{2,4})?$/i.test(tag)))
    throw new InvalidArgumentError('It takes tags of languages such as de or de,pt-BR, or all');
  return tags;
};

/** The languages of `--ocr` without a value. */
export const DEFAULT_OCR = 'eng';
export const OCR_HELP =
  'read the text in pictures and scanned PDFs too, some seconds a page: its languages, such as eng+deu (eng), or off';

/** Checks `--ocr`: Tesseract's language codes such as `eng+deu`, or `off`. @throws InvalidArgumentError */
export const ocrLanguages = (value: string): string => {
  if (value !== 'off' && !areLanguages(value))
    throw new InvalidArgumentError('It takes codes of languages such as eng or eng+deu, or off');
  return value;
};

/** Parses a list such as `a,b`. @throws InvalidArgumentError for an empty name */
export const names = (value: string): string[] => {
  const list = value.split(',').map((name) => name.trim());
  if (list.some((name) => name === '')) throw new InvalidArgumentError('It takes names with commas between');
  return list;
};

/** Returns a parser for numbers by name such as `seed=7,size=2000`. Without `known` names, any name is allowed. */
export const numbers =
  (...known: string[]) =>
  (value: string): Record<string, number> =>
    Object.fromEntries(
      value.split(',').map((part) => {
        const [name = '', amount = ''] = part.split('=');
        if (
          (known.length > 0 && !known.includes(name)) ||
          name === '' ||
          amount === '' ||
          !Number.isFinite(Number(amount))
        )
          throw new InvalidArgumentError(
            `It takes ${known.length > 0 ? known.map((one) => `${one}=N`).join(',') : 'name=N,name=N'}`,
          );
        return [name, Number(amount)];
      }),
    );

/**
 * The scopes of a command: those in its options, and `everyone`.
 * @throws UNKNOWN_SCOPE if no document has one of the scopes
 */
export const askedScopes = async (stores: Stores, named: readonly string[] = []): Promise<Scope[]> => {
  if (named.length === 0) return [EVERYONE];
  const known = new Set([EVERYONE, ...namedScopes(await stores.documents.scopes())]);
  const unknown = named.filter((scope) => !known.has(scope));
  if (unknown.length > 0) {
    throw new ParleyError('UNKNOWN_SCOPE', {
      message: `No document has the scope ${unknown.join(', ')}.`,
      remedy: `Scopes in use are ${[...known].sort().join(', ')}.`,
    });
  }
  return [...new Set([EVERYONE, ...named])];
};

/**
 * The sources of a command's options; undefined means all.
 * @throws UNKNOWN_SOURCE if one of them does not exist
 */
export const askedSources = async (stores: Stores, named: readonly string[] = []): Promise<string[] | undefined> => {
  if (named.length === 0) return undefined;
  const known = (await stores.documents.sources()).map(({ id }) => id);
  const unknown = named.filter((source) => !known.includes(source));
  if (unknown.length > 0) {
    throw new ParleyError('UNKNOWN_SOURCE', {
      message: `There is no source ${unknown.join(', ')}.`,
      remedy: known.length > 0 ? `Sources are ${known.sort().join(', ')}.` : 'Ingest one with `parley ingest`.',
    });
  }
  return [...new Set(named)];
};
