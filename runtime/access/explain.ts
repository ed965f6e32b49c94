import { EVERYONE, type Scope } from '../../core/document.ts';
import { ParleyError } from '../../core/errors.ts';
import { namedScopes, scopeName } from '../../core/source-scopes.ts';
import { admitsPerson, createDirectory } from '../../ingest/access/directory.ts';
import { NOBODY, type RuleSet } from '../../ingest/access/rules.ts';
import type { PageAccess } from '../../ingest/inputs/item.ts';
import type { Stores } from '../../stores/index.ts';
import { type Asker, admits, createAccess, firstWorkspaces, groupsOf } from './access.ts';
import type { LookUpPerson } from './caller.ts';
import type { AccessPolicy, Audience, SourceGroup } from './policy.ts';
import { audiencesOf, groupsByFile, namedGroups } from './source-groups.ts';

/** Explains who may see a page. */
export interface AccessExplanation {
  document: { id: string; title: string };
  source: string;
  /** The page's scopes. */
  pageScopes: Scope[];
  /** The rules of the page's place, if its connector mirrors them; empty if they could not be read. */
  sourceRules?: RuleSet['rules'];
  /** A sentence for the user, if the place has no rules that list people or groups. */
  sourceSays?: string;
  /** The entries of `source-groups` for groups in these rules. */
  sourceGroups?: SourceGroup[];
  /** The audiences that may see the page by those groups alone. A workspace's audience includes its channels. */
  opened?: Audience[];
  rule?: { line: number; audiences: readonly Audience[] };
  person?: { id: string; sees: boolean; because: string };
}

/**
 * Explains which rules decide who may see a page, and whether a given person may. It uses `createAccess` with the same stores,
 * so that the explanation cannot differ from what the person really sees.
 *
 * @param page a document's id, URL or complete title
 * @param person an e-mail address, `slack:T1/U1` or `discord:3000`
 * @throws UNKNOWN_ID if there is no such page
 */
export const explainAccess = async (
  stores: Pick<Stores, 'documents' | 'keyValues'>,
  policy: AccessPolicy,
  page: string,
  { person, lookUp = async () => undefined }: { person?: string; lookUp?: LookUpPerson } = {},
): Promise<AccessExplanation> => {
  const { id, sourceId, title, scopes, metadata } = await findPage(stores, page);
  const directory = createDirectory(stores.keyValues);
  const mirrored = metadata?.access as PageAccess | undefined;
  const isAsNamed = mirrored?.rules.startsWith('as-named') ?? true;
  const sourceRules =
    mirrored && !isAsNamed ? ((await directory.rules(mirrored.place, mirrored.rules)) ?? []) : undefined;
  const rule = policy.sources.get(sourceId);
  const given = mirrored && sourceRules ? namedGroups(policy.sourceGroups, mirrored.place, sourceRules) : [];
  const explained: AccessExplanation = {
    document: { id, title },
    source: sourceId,
    pageScopes: namedScopes(scopes),
    ...(sourceRules && { sourceRules }),
    ...(mirrored && !sourceRules?.length && { sourceSays: placeSentence(isAsNamed, scopes) }),
    ...(given.length > 0 && { sourceGroups: given, opened: audiencesOf(given, sourceRules ?? []) }),
    ...(rule && { rule: { line: rule.line, audiences: rule.audiences } }),
  };
  if (!person) return explained;
  const allowed = policy.workspaces ?? (await firstWorkspaces(stores.keyValues));
  const asker = (await lookUp(person)) ?? assumedMember(allowed, person, policy.workspaces === undefined);
  const platform = asker.id.slice(0, asker.id.indexOf(':'));
  // Without a file the first workspace to connect is the team's: until one has, that is the one asked about. Naming it here
  // keeps a question from claiming that place.
  const isOpen = policy.workspaces === undefined && !allowed.some((one) => one.startsWith(`${platform}:`));
  const asked = asker.memberships.map(({ workspaceId }) => `${platform}:${workspaceId}`);
  const workspaces = isOpen ? [...allowed, ...asked] : allowed;
  const access = createAccess({ platform, policy: { ...policy, workspaces }, stores });
  const own = asker.email ? await access.withinRules(await directory.scopesOf(asker.email)) : [];
  const held = [...new Set([...(await access.scopesOfPerson(asker)), ...own])];
  const byFile = groupsByFile(policy.sourceGroups, held, platform);
  const groups = mirrored
    ? [
        ...(asker.email ? await directory.groupsOf(mirrored.place, asker.email) : []),
        ...(byFile.get(mirrored.place) ?? []),
      ]
    : [];
  return {
    ...explained,
    person: {
      id: person,
      sees: held.some((scope) => scopes.includes(scope)),
      because: sourceReason(explained, asker, groups) ?? reasonFor(explained, asker, held, policy),
    },
  };
};

/** A sentence on the access to a page whose place has no rules that list people or groups. */
const placeSentence = (isAsNamed: boolean, scopes: readonly Scope[]): string => {
  if (!isAsNamed) return scopes.includes(NOBODY) ? UNREADABLE_RULES : 'its source shows it to everyone';
  return scopes.includes(NOBODY)
    ? 'its source does not tell who may see it, and --scope named nobody when it was read, so nobody does'
    : 'its source does not tell who may see it; --scope named them when it was read';
};

const UNREADABLE_RULES = 'who may see the page could not be read from its source, so nobody does';

/** Stands for the id of a workspace that has not connected yet. */
const FIRST_TO_CONNECT = 'the-first-to-connect';

/**
 * A person who was not looked up, assumed to be a full member of their workspace without groups.
 * @param workspaces the allowed ones
 * @param mayConnect true if a workspace that connects later may still be the first of its platform
 */
const assumedMember = (workspaces: readonly string[], person: string, mayConnect: boolean): Asker => {
  const isEmail = person.includes('@');
  const platform = isEmail ? (workspaces[0]?.split(':')[0] ?? 'slack') : person.slice(0, person.indexOf(':'));
  const named = /^slack:([^/]+)\//.exec(person)?.[1];
  const first = workspaces.find((one) => one.startsWith(`${platform}:`))?.slice(platform.length + 1);
  const workspace = named ?? first ?? (mayConnect ? FIRST_TO_CONNECT : undefined);
  return {
    id: isEmail ? `${platform}:${workspace ?? ''}/?` : person,
    ...(isEmail && { email: person }),
    standing: 'member',
    memberships: workspace ? [{ workspaceId: workspace, channelIds: [] }] : [],
  };
};

/** How the rules of the place decide on a person; undefined if there are none or the access file's rule decides. */
const sourceReason = (
  { sourceRules, rule, pageScopes }: AccessExplanation,
  { email = '' }: Asker,
  groups: readonly string[],
): string | undefined => {
  if (!sourceRules || pageScopes.includes(EVERYONE)) return undefined;
  if (sourceRules.length === 0) return UNREADABLE_RULES;
  const held = new Set(groups);
  const refusing = sourceRules.find((one) => !admitsPerson(one, email, held));
  if (refusing) return `${refusing.says} does not admit them: ${ruleText(refusing)}`;
  if (rule && !rule.audiences.includes('as-the-source-says')) return undefined;
  return `they are admitted by ${sourceRules.map((one) => `${one.says} (${ruleText(one)})`).join(' and ')}`;
};

/** The people and groups of a rule as text, with at most five people. */
export const ruleText = ({ people, groups }: RuleSet['rules'][number]): string => {
  const named = people.length > 5 ? [...people.slice(0, 5), `${people.length - 5} more`] : people;
  return [...groups.map((group) => `group ${group}`), ...named].join(', ') || 'nobody whose address is known';
};

const reasonFor = (
  { source, pageScopes, rule }: AccessExplanation,
  asker: Asker,
  held: readonly Scope[],
  policy: AccessPolicy,
): string => {
  const own = new Set(held.map(scopeName));
  if (own.size === 0) return 'they are a stranger: of no allowed workspace, or not a member of it';
  if (rule && !admits(rule.audiences, [...own]))
    return `the rule of ${source} (line ${rule.line}) is ${rule.audiences.join(', ')}`;
  const shared = pageScopes.find((scope) => own.has(scope));
  if (!shared) return `the page is for ${pageScopes.join(', ')}, and they hold ${[...own].join(', ')}`;
  const groups = groupsOf(policy, asker.id.slice(0, asker.id.indexOf(':')), asker).map(({ name }) => name);
  const group = rule?.audiences.find((audience) => groups.includes(audience.slice('group:'.length)));
  if (group) return `they are in ${group} (rule of ${source}, line ${rule?.line})`;
  return shared === EVERYONE ? 'the page is for everyone who may see its source' : `they hold ${shared}`;
};

const findPage = async ({ documents }: Pick<Stores, 'documents'>, page: string) => {
  const scopes = await documents.scopes();
  const byId = await documents.document(page, scopes);
  if (byId) return byId;
  for await (const stamp of documents.stamps()) {
    if (stamp.url !== page && stamp.title !== page) continue;
    const found = await documents.document(stamp.id, scopes);
    if (found) return found;
  }
  throw new ParleyError('UNKNOWN_ID', {
    message: `There is no page with the id, address or title "${page}".`,
    remedy: 'Look it up with `parley search`; its rows give documentId.',
  });
};
