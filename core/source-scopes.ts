import { EVERYONE, type Scope, type Source } from './document.ts';

/** Stands between a scope and a source; no scope that a page, a person or a platform names has it. */
const IN = '\u001f';

/** The part of a scope that lies in one source. */
const narrowed = (scope: Scope, sourceId: string): Scope => `${scope}${IN}${sourceId}`;

/**
 * The scopes that a document of a source is stored with: its own, and each of them narrowed to its source. A choice of
 * sources is thereby a choice of scopes: every store filters by it inside its queries, as it does by who may see what, and
 * one list says both.
 */
export const scopesInSource = (scopes: readonly Scope[], sourceId: string): Scope[] => {
  const own = namedScopes(scopes);
  return [...own, ...own.map((scope) => narrowed(scope, sourceId))];
};

/**
 * What these scopes see of these sources; of every source when none is chosen. A scope that is narrowed already stays where
 * its source is among them, and goes where it is not.
 */
export const scopesWithin = (scopes: readonly Scope[], sources: readonly string[] | undefined): Scope[] => {
  if (sources === undefined || sources.length === 0) return [...scopes];
  const chosen = new Set(sources);
  return scopes.flatMap((scope) => {
    const at = scope.indexOf(IN);
    if (at === -1) return sources.map((source) => narrowed(scope, source));
    return chosen.has(scope.slice(at + IN.length)) ? [scope] : [];
  });
};

/**
 * True where somebody with these scopes may know of a source: where they may see a page with the source's own scopes, which
 * are `everyone` when it has none.
 */
export const mayKnowSource = (
  { id, scopes: own }: Pick<Source, 'id' | 'scopes'>,
  scopes: readonly Scope[],
): boolean => {
  const held = new Set(scopes);
  return scopesInSource(own.length > 0 ? own : [EVERYONE], id).some((scope) => held.has(scope));
};

/** The scope as a page, a person or a platform names it, without the source that it may be narrowed to. */
export const scopeName = (scope: Scope): Scope => scope.split(IN, 1)[0] ?? scope;

/** The scopes that have a name of their own, without those narrowed to a source. */
export const namedScopes = (scopes: readonly Scope[]): Scope[] => scopes.filter((scope) => !scope.includes(IN));

/**
 * The scopes of what may be seen by those alone who may see two documents, narrowed to the sources of the first. Somebody
 * who sees each of the two by another scope is left out: one list of scopes cannot say that, and less is shown, never more.
 */
export const scopesOfBoth = (own: readonly Scope[], other: readonly Scope[]): Scope[] => {
  const [first, second] = [namedScopes(own), namedScopes(other)];
  const both = first.includes(EVERYONE)
    ? second
    : second.includes(EVERYONE)
      ? first
      : first.filter((scope) => second.includes(scope));
  const sources = new Set(
    own.flatMap((scope) => (scope.includes(IN) ? [scope.slice(scope.indexOf(IN) + IN.length)] : [])),
  );
  return [...both, ...[...sources].flatMap((source) => both.map((scope) => narrowed(scope, source)))];
};
