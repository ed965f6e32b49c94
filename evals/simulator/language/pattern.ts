import { partsOf } from './fill.ts';

/** A template turned round: what it matches, and which slot each group is. */
export interface Pattern {
  match(text: string): Record<string, string> | undefined;
  /** Letters outside the slots: patterns with more are tried first. */
  weight: number;
}

const escaped = (literal: string): string => literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** The first letter of a sentence may be a capital or not. */
const eitherCase = (literal: string): string => {
  const first = literal[0];
  return first && /[a-z]/i.test(first)
    ? `[${first.toLowerCase()}${first.toUpperCase()}]${escaped(literal.slice(1))}`
    : escaped(literal);
};

/** Compiles a template: each slot takes what `slot` says for its name. */
export const pattern = (template: string, slot: (name: string) => string): Pattern => {
  const parts = partsOf(template);
  const names: string[] = [];
  let source = '^';
  parts.forEach((part, i) => {
    if (i % 2 === 0) source += i === 0 ? eitherCase(part) : escaped(part);
    else {
      names.push(part);
      source += `(${slot(part)})`;
    }
  });
  const expression = new RegExp(`${source}$`);
  const literals = parts.filter((_, i) => i % 2 === 0);
  const longest = literals.reduce((best, literal, i) => {
    const inner = i === 0 ? literal.slice(1) : literal;
    return inner.length > best.length ? inner : best;
  }, '');
  return {
    weight: literals.join('').length,
    match(text) {
      if (!text.includes(longest)) return undefined;
      const found = expression.exec(text);
      if (!found) return undefined;
      const slots: Record<string, string> = {};
      names.forEach((name, i) => {
        slots[name] = found[i + 1]!;
      });
      return slots;
    },
  };
};
