import { ParleyError } from '../../core/errors.ts';

/** A strategy's name and the options that differ from its defaults. */
export interface NamedStrategy {
  name: string;
  /** Values by dotted path, such as `noise.steps` -> "0.4". */
  options: ReadonlyMap<string, string>;
}

/**
 * Reads `crp:evaluation=false+noise.steps=0.4`: a strategy with options, for ablations and robustness curves. A plain name
 * has none.
 * @throws BAD_USAGE for a part that is not `option=value`
 */
export const readStrategy = (text: string): NamedStrategy => {
  const colon = text.indexOf(':');
  if (colon === -1) return { name: text, options: new Map() };
  const options = text
    .slice(colon + 1)
    .split('+')
    .map((part): [string, string] => {
      const equals = part.indexOf('=');
      if (equals > 0) return [part.slice(0, equals), part.slice(equals + 1)];
      throw new ParleyError('BAD_USAGE', {
        message: `"${part}" of the strategy ${text} is not an option.`,
        remedy: 'Write NAME:option=value+option=value, such as crp:evaluation=false.',
      });
    });
  return { name: text.slice(0, colon), options: new Map(options) };
};

/**
 * Applies options to a strategy's defaults. Each option must name an existing default and have its type.
 * @throws BAD_USAGE with the option and the list of those available
 */
export const withOptions = <Options extends object>(
  defaults: Options,
  options: ReadonlyMap<string, string>,
): Options => {
  const made = structuredClone(defaults) as Record<string, unknown>;
  for (const [path, text] of options) {
    const keys = path.split('.');
    const last = keys.pop()!;
    let at: unknown = made;
    for (const key of keys) at = isRecord(at) && Object.hasOwn(at, key) ? at[key] : undefined;
    const value = isRecord(at) && Object.hasOwn(at, last) ? read(text, at[last]) : undefined;
    if (value === undefined) {
      throw new ParleyError('BAD_USAGE', {
        message: `${path}=${text} is not an option of that strategy.`,
        remedy: `Its options are ${JSON.stringify(defaults)}.`,
      });
    }
    (at as Record<string, unknown>)[last] = value;
  }
  return made as Options;
};

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Parses the text as the type of the default; undefined if the text is invalid. */
const read = (text: string, like: unknown): unknown => {
  if (typeof like === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined;
  if (typeof like === 'number') return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined;
  if (typeof like === 'string') return text;
  if (Array.isArray(like)) return text.split('/');
  return undefined;
};
