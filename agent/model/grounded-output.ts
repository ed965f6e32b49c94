import { visibleText } from '../../core/injection/visible-text.ts';
import { addressKey, findAddresses, namedBy } from '../../core/text/addresses.ts';
import { words } from '../../core/text/words.ts';
import type { Message } from './model.ts';

/** Replaces an address that no source contains. */
export const ADDRESS_LEFT_OUT = '(address left out)';
/** Replaces a code that no source contains. */
const CODE_LEFT_OUT = '(code left out)';

/** Code-like words: letters with digits, or at least six capitals, such as an access code. */
const CODE_LIKE =
  /(?<![\p{L}\p{N}])(?:\p{L}+\p{N}[\p{L}\p{N}]{3,}|\p{L}{3,}\p{N}[\p{L}\p{N}]*|\p{Lu}{6,})(?![\p{L}\p{N}])/gu;

/** The code-like words of a text that do not occur in another text. */
export const inventedCodes = (text: string, held: ReadonlySet<string>): string[] =>
  (text.match(CODE_LIKE) ?? []).filter((code) => !words(code).every((word) => held.has(word)));

/**
 * Removes from a model's output invisible characters and any address or code that its prompt does not contain. Applies
 * to every output, so that queries, traces and progress are clean too: with
 * codes left in queries, what a withheld page orders reached a trace. Output of a prompt without sources is the
 * model's own knowledge and stays unchanged.
 */
export const groundedOutput = <Output>(output: Output, messages: readonly Message[]): Output => {
  const prompt = messages.map(({ content }) => content).join('\n');
  if (!prompt.includes('<sources>') && !prompt.includes('<facts>')) return output;
  let known: { addresses: Set<string>; words: Set<string> } | undefined;
  const read = () => {
    known ??= {
      addresses: new Set(findAddresses(prompt).flatMap(({ address }) => namedBy(address))),
      words: new Set(words(prompt)),
    };
    return known;
  };
  const cleaned = (text: string): string => {
    let clean = visibleText(text);
    for (const { address } of findAddresses(clean))
      if (!read().addresses.has(addressKey(address))) clean = clean.replaceAll(address, ADDRESS_LEFT_OUT);
    if (CODE_LIKE.test(clean))
      for (const code of inventedCodes(clean, read().words)) clean = clean.replaceAll(code, CODE_LEFT_OUT);
    CODE_LIKE.lastIndex = 0;
    return clean;
  };
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return cleaned(value);
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, walk(inner)]));
  };
  return walk(output) as Output;
};
