import { asParleyError, ParleyError } from '../../../core/errors.ts';
import { counted } from '../../../core/text/counted.ts';
import type { ExtractedPage } from '../../extract/page.ts';
import type { FailedItem } from '../../inputs/item.ts';
import type { Api } from '../api.ts';
import type { ApiConnector, ApiContext, ApiPlace, MirroredItem } from '../api-connector.ts';
import { attachmentItem, pageItem, pageText } from '../confluence-items.ts';
import { movedPage } from '../moved-page.ts';
import { hasStatus, NOT_SEEN } from '../refusals.ts';
import { createPeople, readGroup } from './people.ts';
import { bodySchema, commentSchema, contentSchema, spaceSchema } from './shapes.ts';
import { createAudiences, type ListedContent, listSpace, listV2, type Space, searchV1, spaceRule } from './space.ts';

/**
 * Confluence Cloud: pages and blog posts of one space or of all, with their comments, and attachments that Parley reads.
 *
 * A sync lists the space without texts and reads what has another version or other comments. Confluence has no feed of
 * changed permissions or deletions, and the lists tell both. A page that is no longer listed is asked for by its id
 * before it counts as deleted, since a page that is moved while a list is read can be missing from it.
 */
export const connector: ApiConnector = {
  name: 'confluence',
  title: 'Confluence',
  example: 'confluence:https://acme.atlassian.net/wiki/spaces/ENG, or …/wiki for every space',
  locate(input) {
    const [, origin, key] =
      /^(https?:\/\/[^/]+)\/wiki(?:\/spaces\/([\w~.-]+))?(?:\/(?:overview|pages)?.*)?$/.exec(input) ?? [];
    if (origin === undefined) return undefined;
    const base = `${new URL(origin).origin}/wiki`;
    return {
      base,
      location: key ? `confluence:${base}/spaces/${key}` : `confluence:${base}`,
      sourceId: key ? `confluence-${key}` : new URL(origin).host,
    };
  },
  async *read(place, context) {
    const { api, known } = context;
    const people = createPeople(api);
    const listed = new Set<string>();
    const spaces = await spacesOf(place, api);
    for (const space of spaces)
      for await (const item of readSpace(space, place, context, people)) {
        if (item.kind === 'page') listed.add(item.id);
        yield item;
      }
    yield* confirmMissing(
      place,
      [...known.keys()].filter((id) => !listed.has(id)),
      new Set(spaces.map(({ id }) => id)),
      api,
    );
  },
  group: (id, _place, { api }) => readGroup(api, id),
  setup: {
    steps: [
      'Choose an account that sees what Parley is to read. A service account of its own is best; pages that it does not see are not read.',
      'Signed in as that account, open https://id.atlassian.com/manage-profile/security/api-tokens and choose "Create API token".',
      'In Confluence, the account needs "View" of each space, and its restricted pages where they are to be read.',
    ],
    credentials: ({ base }) =>
      `${new URL(base).host}: { basic: { user: parley@example.com, password: "\${CONFLUENCE_TOKEN}" } }`,
    rights: [
      {
        right: 'Can use Confluence, and View of the space',
        why: 'to list pages',
        where: 'Space settings, Space permissions',
        check: async (place, api) => counted((await spacesOf(place, api)).length, 'space'),
      },
      {
        right: 'Read the permissions of a space',
        why: 'so that people see here what they see there',
        where: 'Space settings, Space permissions: the account needs View',
        async check(place, api) {
          const [space] = await spacesOf(place, api);
          if (!space) return 'no space';
          const { rule, accounts } = await spaceRule(api, space);
          return `${space.key} is seen by ${counted(rule.groups?.length ?? 0, 'group')} and ${counted(accounts.length, 'person', 'people')} named alone`;
        },
      },
      {
        right: 'Browse groups and users, with their e-mail addresses',
        why: 'to know who is in a group; somebody whose address is hidden sees nothing by it',
        where: 'Global permissions; addresses: managed accounts, or "Contact" set to anyone in each profile',
        async check(place, api) {
          const [space] = await spacesOf(place, api);
          const [group] = space ? ((await spaceRule(api, space)).rule.groups ?? []) : [];
          if (group === undefined) return 'no group is named by the space';
          const { people, hidden = 0 } = (await readGroup(api, group)) ?? { people: [] };
          if (people.length === 0 && hidden > 0) throw noAddresses(hidden);
          return `${counted(people.length, 'address', 'addresses')}${hidden > 0 ? `, ${hidden} hidden` : ''}`;
        },
      },
    ],
  },
};

const noAddresses = (hidden: number) =>
  new ParleyError('PLATFORM_REFUSED', {
    message: `Confluence hides the e-mail addresses of all ${hidden} members that were asked for.`,
    remedy: 'Use an account of an admin of the organisation, or have people show their address to it.',
  });

const spacesOf = async ({ location, base }: ApiPlace, api: Api): Promise<Space[]> => {
  const key = location.slice(`confluence:${base}`.length).replace('/spaces/', '');
  const query = key ? `keys=${encodeURIComponent(key)}&limit=250` : 'status=current&limit=250';
  const spaces: Space[] = [];
  for await (const space of listV2(api, spaceSchema, `/api/v2/spaces?${query}`)) spaces.push(space);
  if (spaces.length > 0 || !key) return spaces;
  throw new ParleyError('INPUT_NOT_FOUND', {
    message: `There is no space ${key} that the account of the credentials may see.`,
    remedy: 'Give the account View in the settings of the space, or correct its key; nothing was deleted.',
  });
};

const idOf = ({ base }: ApiPlace, id: string) => `confluence/${new URL(base).host}/${id}`;

async function* readSpace(
  space: Space,
  place: ApiPlace,
  context: ApiContext,
  people: ReturnType<typeof createPeople>,
): AsyncGenerator<MirroredItem> {
  const { api } = context;
  const { rule, accounts } = await spaceRule(api, space);
  const listed = await listSpace(api, space, people);
  await people.lookUp([
    ...accounts,
    ...[...listed.restrictions.values()].flatMap(({ restrictions }) =>
      restrictions.user.results.map(({ accountId }) => accountId),
    ),
  ]);
  const named = accounts.flatMap((account) => people.email(account) ?? []);
  const audienceOf = createAudiences(api, listed, { ...rule, people: named }, people);
  context.onTotal?.(listed.content.size);
  for (const page of listed.content.values()) {
    context.signal?.throwIfAborted();
    const audience = await audienceOf(page);
    const url = `${place.base}${page.webui}`;
    const { title, version } = page;
    const comments = listed.comments.get(page.id) ?? [];
    yield pageItem({ id: idOf(place, page.id), url, audience }, { title, version: String(version), comments }, (has) =>
      readText(page, url, api, has),
    );
    for (const file of listed.attachments.get(page.id) ?? []) {
      const address = `/rest/api/content/${page.id}/child/attachment/${file.id}/download`;
      const of = { id: idOf(place, file.id), url: `${place.base}${file._links?.webui ?? page.webui}`, audience };
      yield* attachmentItem(of, file, address, api);
    }
  }
}

/** The page as it is shown, and what was said below it. */
const readText = async (page: ListedContent, url: string, api: Api, hasComments: boolean): Promise<ExtractedPage> => {
  const { value } = await api.get(bodySchema, `/api/v2/${page.kind}/${page.id}?body-format=view`);
  const shown = { title: value.title, html: value.body?.view?.value ?? '', url, updated: page.updatedAt };
  return pageText(shown, hasComments ? commentsOf(page, api) : undefined);
};

async function* commentsOf({ id }: ListedContent, api: Api): AsyncGenerator<string> {
  const cql = `container = ${id} and type = comment`;
  for await (const comment of searchV1(api, commentSchema, cql, 'body.view,version', 50))
    yield comment.body?.view?.value ?? '';
}

/** Asks for each known page that no list had: one that is there after all stays, and its new audience comes with the next sync. */
async function* confirmMissing(
  place: ApiPlace,
  ids: readonly string[],
  spaces: ReadonlySet<string>,
  api: Api,
): AsyncGenerator<MirroredItem> {
  for (const id of ids) {
    const number = id.slice(idOf(place, '').length);
    // An attachment goes with its page, or with the list that no longer has it.
    if (!/^\d+$/.test(number)) continue;
    const found = await askPage(api, number, spaces);
    if (found === 'gone') yield { kind: 'deleted', input: id };
    else if (found === 'moved') yield movedPage(id, place);
    else yield { ...found, id };
  }
}

/** What became of a page: gone, no longer visible or no longer current; moved within the place; or not to be told. */
const askPage = async (api: Api, id: string, spaces: ReadonlySet<string>): Promise<'gone' | 'moved' | FailedItem> => {
  for (const kind of ['pages', 'blogposts'] as const)
    try {
      const { value } = await api.get(contentSchema, `/api/v2/${kind}/${id}`);
      const isCurrent = (value.status ?? 'current') === 'current';
      return isCurrent && spaces.has(value.spaceId ?? '') ? 'moved' : 'gone';
    } catch (error) {
      if (hasStatus(error, NOT_SEEN)) continue;
      const { code, message, remedy } = asParleyError(error);
      if (code === 'CANCELLED') throw error;
      return { kind: 'failure', failure: { input: id, code, message, remedy } };
    }
  return 'gone';
};
