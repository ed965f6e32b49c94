import type { Scope } from '../../core/document.ts';
import { asParleyError } from '../../core/errors.ts';
import type { Directory } from '../access/directory.ts';
import { type Audience, NOBODY, type RuleSet, ruleSet, scopesOfRules, type ToldGroups } from '../access/rules.ts';
import type { Item, PageAccess } from '../inputs/item.ts';
import type { ApiConnector, ApiContext, ApiPlace, UnchangedRest } from './api-connector.ts';
import type { KnownPage } from './connector.ts';
import { readWithGroups } from './tell-groups.ts';

/** Ids of rules: of a page that nobody may see, and of a page with the scopes that the user named for its source. */
const CLOSED = 'closed';
const AS_NAMED = 'as-named';

/**
 * Reads a place with its permissions. Every page gets the scopes of its rules, and the directory stores the members of each
 * group. If the reading breaks off before the groups are read, the stored members stay.
 */
export async function* readMirrored(
  connector: Pick<ApiConnector, 'read' | 'group'>,
  place: ApiPlace,
  context: ApiContext,
  directory: Directory,
): AsyncGenerator<Item> {
  const groups = new Map<string, { people: readonly string[]; groups: readonly string[] }>();
  const rules = new Map<string, RuleSet['rules']>();
  /** Ids of pages that were yielded or deleted. Collected only if the connector may report the rest as unchanged. */
  const told = context.memory === undefined ? undefined : new Set<string>();
  /** Groups of all rules, including those of pages that are unchanged. */
  const namedGroups = () => new Set([...rules.values()].flat().flatMap((rule) => rule.groups));
  let complete = true;
  try {
    for await (const item of readWithGroups(connector, place, context, namedGroups)) {
      if (item.kind === 'group') {
        const before = groups.get(item.id);
        groups.set(item.id, {
          people: [...(before?.people ?? []), ...item.people],
          groups: [...(before?.groups ?? []), ...(item.groups ?? [])],
        });
      } else if (item.kind === 'page') {
        told?.add(item.id);
        const { audience, ...page } = item;
        const { scopes, access } = shownTo(audience, place.location, context.scopes ?? [], rules);
        const metadata = { ...page.metadata, hash: page.hash };
        yield { ...page, metadata, ...(scopes && { scopes }), access };
        if (audience === 'unknown') yield closedPage(page.id, page.input);
      } else if (item.kind === 'rest-unchanged') {
        yield* unchangedRest(item, place, context, told ?? new Set(), directory, rules);
      } else {
        if (item.kind === 'deleted') told?.add(item.input);
        else if (item.id !== undefined) told?.add(item.id);
        if (item.kind === 'failure' && item.id === undefined) complete = false;
        yield item;
      }
    }
  } catch (error) {
    const { code, message, remedy } = asParleyError(error);
    if (code === 'CANCELLED') throw error;
    complete = false;
    yield { kind: 'failure', failure: { input: place.location, code, message, remedy } };
  }
  if (!context.dryRun) await directory.put(place.location, { groups: groups satisfies ToldGroups, rules, complete });
}

/** True if the rules of a page's source could be read. */
const isOpen = ({ rules }: PageAccess): boolean => rules !== CLOSED && !rules.startsWith(AS_NAMED);

/** The stored hash and rules of a page. Undefined for a page of another place. */
const storedOf = ({ metadata }: KnownPage, { location }: ApiPlace) => {
  const { hash, access } = (metadata ?? {}) as { hash?: string; access?: PageAccess };
  return access?.place === location ? { hash, access } : undefined;
};

/**
 * True if a feed of changes is enough to update this place: every stored page has its hash, and rules that could be read. A
 * closed page may become visible again without a change of its own, so that it needs a full listing.
 */
export const mayGoOn = (place: ApiPlace, { known }: Pick<ApiContext, 'known'>): boolean =>
  [...known.values()].every((stamp) => {
    const stored = storedOf(stamp, place);
    return !stored || (stored.hash !== undefined && isOpen(stored.access));
  });

/** Yields the stored pages that were not yielded yet, unchanged, and repeats the failures of the last run. */
async function* unchangedRest(
  { extract }: UnchangedRest,
  place: ApiPlace,
  { known, failures = [] }: Pick<ApiContext, 'known' | 'failures'>,
  told: ReadonlySet<string>,
  directory: Directory,
  rules: Map<string, RuleSet['rules']>,
): AsyncGenerator<Item> {
  const failed = new Map(failures.flatMap((failure) => (failure.id === undefined ? [] : [[failure.id, failure]])));
  for (const [id, stamp] of known) {
    const stored = storedOf(stamp, place);
    if (!stored || told.has(id)) continue;
    const { access, hash = '' } = stored;
    const set = rules.get(access.rules) ?? (await directory.rules(place.location, access.rules));
    if (set) rules.set(access.rules, set);
    const shown = set
      ? { scopes: scopesOfRules(place.location, { id: access.rules, rules: set }), access }
      : { scopes: [NOBODY], access: { place: place.location, rules: CLOSED } };
    if (failed.has(id)) continue;
    const { url, metadata } = stamp;
    yield { kind: 'page', input: url ?? id, id, url, hash, metadata, ...shown, extract: () => extract(id) };
  }
  for (const [id, failure] of failed) if (!told.has(id)) yield { kind: 'failure', id, failure };
}

const shownTo = (
  audience: Audience,
  place: string,
  named: readonly Scope[],
  known: Map<string, RuleSet['rules']>,
): { scopes?: readonly Scope[]; access: PageAccess } => {
  if (audience === 'not-told')
    return {
      scopes: named.length > 0 ? named : [NOBODY],
      access: { place, rules: [AS_NAMED, ...named].join(' ') },
    };
  const set = typeof audience === 'string' ? undefined : ruleSet(audience);
  if (set === undefined) return { scopes: [NOBODY], access: { place, rules: CLOSED } };
  known.set(set.id, set.rules);
  return { scopes: scopesOfRules(place, set), access: { place, rules: set.id } };
};

/** A failure with the page's id, so that it appears in the report and does not keep other pages from being deleted. */
const closedPage = (id: string, input: string): Item => ({
  kind: 'failure',
  id,
  failure: {
    input,
    code: 'PLATFORM_REFUSED',
    message: 'Who may see this page could not be read, so nobody sees it here.',
    remedy: '`parley connect` says which right is missing; the next sync opens it again.',
  },
});
