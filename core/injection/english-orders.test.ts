import { describe, expect, it } from 'vitest';
import { ENGLISH_RULES, englishRules } from './english-orders.ts';
import { foldedForReading, withoutAccents } from './visible-text.ts';

describe('rules for English orders', () => {
  it.each(ENGLISH_RULES.map(({ example }, at) => [example, at] as const))('has a rule for: %s', (example, at) => {
    const plain = withoutAccents(foldedForReading(example));
    expect(englishRules[at]?.pattern.test(plain)).toBe(true);
  });
});
