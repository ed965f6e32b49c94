import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { namedScopes, scopeName, scopesInSource, scopesWithin } from './source-scopes.ts';

const share = (a: readonly string[], b: readonly string[]) => a.some((scope) => b.includes(scope));
const name = fc.string({ minLength: 1, maxLength: 6, unit: 'grapheme-ascii' });
const names = fc.uniqueArray(name, { minLength: 1, maxLength: 4 });

describe('a choice of sources', () => {
  it('shows a document exactly when its source is chosen and the asker may see it', () => {
    fc.assert(
      fc.property(names, name, names, names, (scopes, source, asker, chosen) => {
        const stored = scopesInSource(scopes, source);
        expect(share(stored, scopesWithin(asker, chosen))).toBe(chosen.includes(source) && share(scopes, asker));
        expect(share(stored, scopesWithin(asker, undefined))).toBe(share(scopes, asker));
      }),
    );
  });

  it('is idempotent, and its names can be read back', () => {
    fc.assert(
      fc.property(names, name, (scopes, source) => {
        const once = scopesInSource(scopes, source);
        expect(scopesInSource(once, source)).toEqual(once);
        expect(namedScopes(once)).toEqual(scopes);
      }),
    );
  });

  it('does not let a page claim another source', () => {
    const [own] = scopesWithin(['everyone'], ['handbook']);
    expect(share(scopesInSource([own!, 'private'], 'forged'), scopesWithin(['everyone'], ['handbook']))).toBe(false);
  });

  it('narrows an earlier choice to the sources in both', () => {
    fc.assert(
      fc.property(names, name, names, names, names, (scopes, source, asker, chosen, again) => {
        const twice = scopesWithin(scopesWithin(asker, chosen), again);
        expect(share(scopesInSource(scopes, source), twice)).toBe(
          chosen.includes(source) && again.includes(source) && share(scopes, asker),
        );
        expect(twice.every((scope) => asker.includes(scopeName(scope)))).toBe(true);
      }),
    );
  });

  it('without sources means all of them', () => {
    expect(scopesWithin(['everyone'], [])).toEqual(['everyone']);
  });
});
