import { EVERYONE, type Scope } from './document.ts';

/** Separates a scope from a source. No scope of a page, a person or a platform contains it. */
const SEPARATOR = '\u001f';

/** A scope restricted to one source. */
export const restrictedScope = (scope: Scope, sourceId: string): Scope => `${scope}${SEPARATOR}${sourceId}`;

/**
 * The scopes with which a document is stored: its own, and each of them restricted to its source. Selecting sources
 * thereby becomes selecting scopes, which every store filters inside its queries.
 */
export const scopesInSource = (scopes: readonly Scope[], sourceId: string): Scope[] => {
  const own = namedScopes(scopes);
  return [...own, ...own.map((scope) => restrictedScope(scope, sourceId))];
};

/**
 * Restricts scopes to the given sources; all if there are none. A scope already restricted stays if its source is among
 * them, and is dropped otherwise.
 */
export const scopesWithin = (scopes: readonly Scope[], sources: readonly string[] | undefined): Scope[] => {
  if (sources === undefined || sources.length === 0) return [...scopes];
  const chosen = new Set(sources);
  return scopes.flatMap((scope) => {
    const at = scope.indexOf(SEPARATOR);
    if (at === -1) return sources.map((source) => restrictedScope(scope, source));
    return chosen.has(scope.slice(at + SEPARATOR.length)) ? [scope] : [];
  });
};

/** True for a scope that is restricted to this source. */
export const isRestrictedTo = (scope: Scope, sourceId: string): boolean => scope.endsWith(`${SEPARATOR}${sourceId}`);

/**
 * The only scope of a set whose source was forgotten, in place of the scopes that named it. Nobody holds it.
 * @param set the number of the set, which no other set has
 */
export const forgottenScope = (set: number): Scope => `${SEPARATOR}forgotten${SEPARATOR}${set}`;

/** The scope without its source restriction. */
export const scopeName = (scope: Scope): Scope => scope.split(SEPARATOR, 1)[0] ?? scope;

/** The scopes without a source restriction. */
export const namedScopes = (scopes: readonly Scope[]): Scope[] => scopes.filter((scope) => !scope.includes(SEPARATOR));

/**
 * Scopes of content that requires access to two documents, restricted to the sources of the first. Somebody who sees
 * each document by a different scope is excluded, because one list of scopes cannot express that; it shows less, never
 * more.
 */
export const scopesOfBoth = (own: readonly Scope[], other: readonly Scope[]): Scope[] => {
  const [first, second] = [namedScopes(own), namedScopes(other)];
  const both = first.includes(EVERYONE)
    ? second
    : second.includes(EVERYONE)
      ? first
      : first.filter((scope) => second.includes(scope));
  const sources = new Set(
    own.flatMap((scope) =>
      scope.includes(SEPARATOR) ? [scope.slice(scope.indexOf(SEPARATOR) + SEPARATOR.length)] : [],
    ),
  );
  return [...both, ...[...sources].flatMap((source) => both.map((scope) => restrictedScope(scope, source)))];
};
