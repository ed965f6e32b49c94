import type { Scope } from '../../core/document.ts';
import { asParleyError } from '../../core/errors.ts';
import type { Directory } from '../access/directory.ts';
import { type Audience, NOBODY, type RuleSet, ruleSet, scopesOfRules, type ToldGroups } from '../access/rules.ts';
import type { Item, PageAccess } from '../inputs/item.ts';
import type { ApiConnector, ApiContext, ApiPlace } from './api-connector.ts';

/** The id of the rules of a page that nobody may see, or that goes by the scopes of its source. */
const CLOSED = 'closed';
const AS_NAMED = 'as-named';

/**
 * Reads a place with its permissions: every page gets the scopes that its rules make, and the directory learns who is in which
 * group. What was known of groups stays where the reading breaks off before they were told.
 */
export async function* readMirrored(
  connector: Pick<ApiConnector, 'read'>,
  place: ApiPlace,
  context: ApiContext,
  directory: Directory,
): AsyncGenerator<Item> {
  const groups = new Map<string, { people: readonly string[]; groups: readonly string[] }>();
  const rules = new Map<string, RuleSet['rules']>();
  let complete = true;
  try {
    for await (const item of connector.read(place, context)) {
      if (item.kind === 'group') {
        const before = groups.get(item.id);
        groups.set(item.id, {
          people: [...(before?.people ?? []), ...item.people],
          groups: [...(before?.groups ?? []), ...(item.groups ?? [])],
        });
      } else if (item.kind === 'page') {
        const { audience, ...page } = item;
        const { scopes, access } = shownTo(audience, place.location, context.scopes ?? [], rules);
        yield { ...page, ...(scopes && { scopes }), access };
        if (audience === 'unknown') yield closedPage(page.id, page.input);
      } else {
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

const shownTo = (
  audience: Audience,
  place: string,
  named: readonly Scope[],
  known: Map<string, RuleSet['rules']>,
): { scopes?: readonly Scope[]; access: PageAccess } => {
  if (audience === 'not-told' && named.length > 0)
    return { scopes: named, access: { place, rules: `${AS_NAMED} ${named.join(' ')}` } };
  const set = typeof audience === 'string' ? undefined : ruleSet(audience);
  if (set === undefined) return { scopes: [NOBODY], access: { place, rules: CLOSED } };
  known.set(set.id, set.rules);
  return { scopes: scopesOfRules(place, set), access: { place, rules: set.id } };
};

/** With the page's id, so that it is listed and nothing else of the place is held back. */
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
