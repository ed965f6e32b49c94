import { asParleyError, ParleyError } from '../../../core/errors.ts';
import { counted } from '../../../core/text/counted.ts';
import type { ExtractedPage } from '../../extract/page.ts';
import type { Api } from '../api.ts';
import type { ApiConnector, ApiContext, ApiPlace, MirroredItem } from '../api-connector.ts';
import { attachmentItem, pageItem, pageText } from '../confluence-items.ts';
import { movedPage } from '../moved-page.ts';
import { withQuery } from '../paging.ts';
import { hasStatus, NOT_SEEN } from '../refusals.ts';
import { createAudiences, listSpace, spaceRule } from './listing.ts';
import { listAll } from './lists.ts';
import { createPeople, firstGroups, type People, readGroup } from './people.ts';
import { type Content, contentSchema, spaceSchema } from './shapes.ts';

/** People are asked for once in a reading: the groups are read with the api of their place. */
const peopleOf = new WeakMap<Api, People>();
const peopleFor = (api: Api): People => {
  const people = peopleOf.get(api) ?? createPeople(api);
  peopleOf.set(api, people);
  return people;
};

/**
 * Confluence Data Center 9.1 and later: pages and blog posts of one space or of all, with their comments, and attachments that
 * Parley reads.
 *
 * It differs from Cloud: there is no v2 and there are no account ids; a space has an endpoint for its permissions; groups are
 * named, and hold groups; e-mail addresses are told to administrators in a list, or profile by profile. A sync lists the space
 * without texts, as in Cloud, since there is no feed of deletions or permissions.
 */
export const connector: ApiConnector = {
  name: 'confluence-dc',
  title: 'Confluence Data Center',
  example: 'confluence-dc:https://wiki.acme.example/spaces/ENG, or without /spaces/ENG for every space',
  locate(input) {
    if (!URL.canParse(input) || !/^https?:/.test(input)) return undefined;
    const { origin, pathname, searchParams } = new URL(input);
    // A site may lie below a context path: `/confluence/spaces/ENG`, `/display/ENG/Page`, `/spaces/viewspace.action?key=ENG`.
    const [, context = '', named] =
      /^((?:\/[\w.-]+)*?)(?:\/(?:display|spaces|pages)(?:\/([^/]+).*)?)?\/?$/.exec(pathname) ?? [];
    const key = named?.endsWith('.action') ? (searchParams.get('key') ?? searchParams.get('spaceKey')) : named;
    const base = `${origin}${context}`;
    return {
      base,
      location: key ? `confluence-dc:${base}/spaces/${key}` : `confluence-dc:${base}`,
      sourceId: key ? `confluence-${key}` : new URL(base).host,
    };
  },
  async *read(place, context) {
    const { api, known } = context;
    const listed = new Set<string>();
    const keys = await spacesOf(place, api);
    for (const key of keys)
      for await (const item of readSpace(key, place, context)) {
        if (item.kind === 'page') listed.add(item.id);
        yield item;
      }
    for (const id of known.keys()) if (!listed.has(id)) yield* confirmMissing(id, place, new Set(keys), api);
  },
  group: (id, _place, { api }) => readGroup(api, peopleFor(api), id),
  setup: {
    steps: [
      'Choose an account that sees what Parley is to read. A service account of its own is best; pages that it does not see are not read.',
      'Signed in as that account, open your picture, Settings, Personal access tokens, and choose "Create token".',
      'The account needs View of each space, and to be an admin of the space, which reads its permissions. Confluence 9.1 or later tells them.',
      'From 10.2 a Confluence administrator reads all addresses in a list; any other account reads them profile by profile.',
    ],
    credentials: ({ base }) => `${new URL(base).host}: { bearer: "\${CONFLUENCE_TOKEN}" }`,
    rights: [
      {
        right: 'Can use Confluence, and View of the space',
        why: 'to list pages',
        where: 'Space tools, Permissions',
        check: async (place, api) => counted((await spacesOf(place, api)).length, 'space'),
      },
      {
        right: 'Admin of the space',
        why: 'so that people see here what they see there',
        where: 'Space tools, Permissions; the endpoint is there from Confluence 9.1 on',
        async check(place, api) {
          const [key] = await spacesOf(place, api);
          if (key === undefined) return 'no space';
          const { groups = [], people = [] } = await spaceRule(api, peopleFor(api), key);
          return `${key} is seen by ${counted(groups.length, 'group')} and ${counted(people.length, 'person', 'people')} named alone`;
        },
      },
      {
        right: 'View groups and people, with their e-mail addresses',
        why: 'to know who is in a group; somebody whose address is not told sees nothing by it',
        where: 'Administration, Global permissions (administrator), and Further configuration, User email visibility',
        async check(_place, api) {
          const [name] = await firstGroups(api);
          if (name === undefined) return 'there is no group';
          const { people = [], hidden = 0 } = (await readGroup(api, peopleFor(api), name)) ?? {};
          if (people.length === 0 && hidden > 0) throw noAddresses(hidden);
          return `${counted(people.length, 'address', 'addresses')} in ${name}${hidden > 0 ? `, ${hidden} not told` : ''}`;
        },
      },
    ],
  },
};

const noAddresses = (hidden: number) =>
  new ParleyError('PLATFORM_REFUSED', {
    message: `Confluence tells the e-mail address of none of the ${hidden} members that were asked for.`,
    remedy: 'Use the token of a Confluence administrator, or show addresses in the site under User email visibility.',
  });

const spacesOf = async ({ location, base }: ApiPlace, api: Api): Promise<string[]> => {
  const key = location.slice(`confluence-dc:${base}`.length).replace('/spaces/', '');
  const keys: string[] = [];
  const query = key ? { spaceKey: key } : { status: 'current' };
  for await (const space of listAll(api, spaceSchema, withQuery('/rest/api/space', query))) keys.push(space.key);
  if (keys.length > 0 || !key) return keys;
  throw new ParleyError('INPUT_NOT_FOUND', {
    message: `There is no space ${key} that the account of the credentials may see.`,
    remedy: 'Give the account View in the permissions of the space, or correct its key; nothing was deleted.',
  });
};

const idOf = ({ base }: ApiPlace, id: string) => `confluence-dc/${base.replace(/^https?:\/\//, '')}/${id}`;

async function* readSpace(key: string, place: ApiPlace, context: ApiContext): AsyncGenerator<MirroredItem> {
  const { api, signal } = context;
  const people = peopleFor(api);
  const rule = await spaceRule(api, people, key);
  const listed = await listSpace(api, key);
  const audienceOf = createAudiences(api, listed, rule, people);
  context.onTotal?.(listed.content.size);
  for (const page of listed.content.values()) {
    signal?.throwIfAborted();
    const audience = await audienceOf(page);
    const url = urlOf(place, page);
    const listedAs = {
      title: page.title,
      version: String(page.version?.number ?? 0),
      comments: listed.comments.get(page.id) ?? [],
    };
    yield pageItem({ id: idOf(place, page.id), url, audience }, listedAs, (has) => readText(page, url, api, has));
    for (const file of listed.attachments.get(page.id) ?? []) {
      const url = `${place.base}${file._links?.webui ?? page._links?.webui ?? ''}`;
      const download = file._links?.download;
      if (download) yield* attachmentItem({ id: idOf(place, file.id), url, audience }, file, download, api);
    }
  }
}

const urlOf = ({ base }: ApiPlace, { id, _links }: Content): string =>
  `${base}${_links?.webui ?? `/pages/viewpage.action?pageId=${id}`}`;

/** The page as it is shown, and what was said below it. */
const readText = async (page: Content, url: string, api: Api, hasComments: boolean): Promise<ExtractedPage> => {
  const { value } = await api.get(contentSchema, `/rest/api/content/${page.id}?expand=body.view`);
  const shown = { title: value.title, html: value.body?.view?.value ?? '', url, updated: page.version?.when };
  return pageText(shown, hasComments ? commentsOf(page, api) : undefined);
};

async function* commentsOf({ id }: Content, api: Api): AsyncGenerator<string> {
  const address = `/rest/api/content/${id}/child/comment?expand=body.view&depth=all`;
  for await (const { body } of listAll(api, contentSchema, address)) yield body?.view?.value ?? '';
}

/** Asks for a known page that no list had: one that is there after all was moved while they were read, and stays. */
async function* confirmMissing(
  id: string,
  place: ApiPlace,
  spaces: ReadonlySet<string>,
  api: Api,
): AsyncGenerator<MirroredItem> {
  const number = id.slice(idOf(place, '').length);
  // An attachment goes with its page, or with the list that no longer has it.
  if (!/^\d+$/.test(number)) return;
  try {
    const { value } = await api.get(contentSchema, `/rest/api/content/${number}?expand=space`);
    const isThere = (value.status ?? 'current') === 'current' && spaces.has(value.space?.key ?? '');
    if (!isThere) yield { kind: 'deleted', input: id };
    else if (value.type !== 'attachment') yield movedPage(id, place);
  } catch (error) {
    if (hasStatus(error, NOT_SEEN)) return yield { kind: 'deleted', input: id };
    const { code, message, remedy } = asParleyError(error);
    if (code === 'CANCELLED') throw error;
    yield { kind: 'failure', failure: { input: id, code, message, remedy } };
  }
}
