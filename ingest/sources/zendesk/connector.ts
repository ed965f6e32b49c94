import { z } from 'zod';
import { ParleyError } from '../../../core/errors.ts';
import { extractWholeHtml } from '../../extract/html.ts';
import { contentHash } from '../../inputs/item.ts';
import type { Api } from '../api.ts';
import type {
  AccessRule,
  ApiConnector,
  ApiContext,
  ApiPlace,
  Audience,
  MirroredItem,
  MirroredPage,
} from '../api-connector.ts';
import { eachPage } from '../paging.ts';
import { mayGoOn } from '../read-mirrored.ts';
import { createSegments, type Segments, STAFF } from './segments.ts';
import {
  type Article,
  articleAnswerSchema,
  articlesSchema,
  countSchema,
  exportSchema,
  type Segment,
} from './shapes.ts';

/** However well the counts agree, everything is listed anew after so long, in milliseconds. */
const LIST_AGAIN_MS = 24 * 3_600_000;
/** Seconds by which the export reaches back further than the last reading: clocks differ, and the last minute is left out. */
const OVERLAP_SECONDS = 300;
/** Created is what does not change while a list is read. */
const LIST = '/api/v2/help_center/articles?page[size]=100&sort_by=created_at&sort_order=asc';
const COUNT = '/api/v2/help_center/articles?per_page=1';

const memorySchema = z.object({
  readAt: z.number(),
  listedAt: z.number(),
  isPublic: z.boolean(),
  drafts: z.array(z.number()),
});
type Memory = z.infer<typeof memorySchema>;

/** Segments are read once in a reading: their members are asked for with the api of their place. */
const segmentsOf = new WeakMap<Api, Segments>();
const segmentsFor = (api: Api): Segments => {
  const segments = segmentsOf.get(api) ?? createSegments(api);
  segmentsOf.set(api, segments);
  return segments;
};

/**
 * Zendesk Guide: the published articles of a help center, seen by whom their user segments admit. Drafts are left out, and so
 * are tickets: who sees one depends on roles, groups and private notes in ways that the API tells in part.
 *
 * A sync asks the incremental export for what changed. It tells no archived articles: the help center counts its articles, and
 * where the count is another one than what is stored, all are listed.
 */
export const connector: ApiConnector = {
  name: 'zendesk',
  title: 'Zendesk Guide',
  example: 'zendesk:https://acme.zendesk.com',
  locate(input) {
    if (!/^https?:\/\/[^/]+(?:\/hc(?:\/.*)?)?\/?$/.test(input) || !URL.canParse(input)) return undefined;
    const { origin, host } = new URL(input);
    return { base: origin, location: `zendesk:${origin}`, sourceId: host };
  },
  async *read(place, context) {
    const { api, memory, remember } = context;
    const readAt = Date.now();
    const rules = await readRules(api);
    const before = memorySchema.safeParse(memory).data;
    const isRecent = before && before.isPublic === rules.isPublic && readAt - before.listedAt < LIST_AGAIN_MS;
    if (isRecent && mayGoOn(place, context)) {
      const drafts = yield* readChanged(before, rules, place, context);
      if (drafts) return remember({ ...before, readAt, drafts });
    }
    const drafts = yield* readAll(rules, place, context);
    remember({ readAt, listedAt: readAt, isPublic: rules.isPublic, drafts } satisfies Memory);
  },
  group: (id, _place, { api }) => segmentsFor(api).members(id),
  setup: {
    steps: [
      'Choose an account that is a Guide admin, an agent of its own at best: it alone sees every article and the user segments.',
      'As an admin, open Admin Center, Apps and integrations, Zendesk API, allow token access and add a token.',
    ],
    credentials: ({ base }) =>
      `${new URL(base).host}: { basic: { user: "parley@acme.example/token", password: "\${ZENDESK_TOKEN}" } }`,
    rights: [
      {
        right: 'Read articles (Guide admin)',
        why: 'to list them, with those that are for some only',
        where: 'Admin Center, People, Team members: Knowledge, Admin',
        check: async (_place, api) => `${(await api.get(countSchema, COUNT)).value.count} articles`,
      },
      {
        right: 'Read user segments',
        why: 'so that people see here what they see there',
        where: 'the same role',
        async check(_place, api) {
          const isPublic = await api.isPublic(countSchema, COUNT);
          const segments = await createSegments(api).definitions();
          const names = [...segments.values()].map(({ name }) => name).join(', ');
          return `${names || 'no segment'}; strangers ${isPublic ? 'may open' : 'may not open'} the help center`;
        },
      },
      {
        right: 'Read users, with e-mail addresses',
        why: 'to know who is in a segment',
        where: 'Admin Center, People, Team members: Support, at least Agent who may view all users',
        async check(_place, api) {
          const { people, hidden = 0 } = (await createSegments(api).members(STAFF)) ?? { people: [] };
          if (people.length === 0)
            throw new ParleyError('PLATFORM_REFUSED', {
              message: `Zendesk tells the address of none of ${hidden} agents.`,
              remedy: 'Use the token of an account that may view all users.',
            });
          return `${people.length} agents and admins with a verified address`;
        },
      },
    ],
  },
};

/** What the audience of an article is made from. */
interface Rules {
  /** A stranger is given articles: the help center as a whole asks nobody to sign in. */
  isPublic: boolean;
  segments: ReadonlyMap<string, Segment>;
}

const readRules = async (api: Api): Promise<Rules> => ({
  isPublic: await api.isPublic(countSchema, COUNT),
  segments: await segmentsFor(api).definitions(),
});

/**
 * Any of the segments, or everyone. A help center that strangers may not open can be limited as a whole, and the API does not
 * say to whom: then only agents and admins count.
 */
const audienceOf = ({ user_segment_ids, user_segment_id }: Article, { isPublic, segments }: Rules): Audience => {
  const ids = user_segment_ids?.length ? user_segment_ids : [user_segment_id ?? []].flat();
  const names = ids.map((id) => segments.get(String(id))?.name || id).join(', ');
  const own: AccessRule =
    ids.length > 0
      ? { says: `the user segment ${names}`, groups: ids.map(String) }
      : { says: 'an article for everyone', everyone: true };
  return isPublic ? [own] : [own, { says: 'a help center that strangers may not open', groups: [STAFF] }];
};

const idOf = ({ base }: ApiPlace, id: number | string) => `zendesk/${new URL(base).host}/${id}`;

const articlePage = (article: Article, rules: Rules, place: ApiPlace): MirroredPage => {
  const { html_url: url, title, updated_at, edited_at } = article;
  const id = idOf(place, article.id);
  return {
    kind: 'page',
    input: url,
    id,
    url,
    hash: contentHash(id, title, edited_at ?? updated_at, url),
    audience: audienceOf(article, rules),
    extract: async () => textOf(article),
  };
};

const textOf = ({ title, body, html_url: url, edited_at, updated_at }: Article) => {
  const extracted = extractWholeHtml(body ?? '', { url });
  return { ...extracted, title, metadata: { ...extracted.metadata, updated: edited_at ?? updated_at } };
};

/** Every article. @returns the ids of drafts */
async function* readAll(
  rules: Rules,
  place: ApiPlace,
  { api, signal }: ApiContext,
): AsyncGenerator<MirroredItem, number[]> {
  const drafts: number[] = [];
  for await (const { articles } of eachPage(api, articlesSchema, LIST, ({ value }) => value.links?.next))
    for (const article of articles) {
      signal?.throwIfAborted();
      if (article.draft) drafts.push(article.id);
      else yield articlePage(article, rules, place);
    }
  return drafts;
}

/** What changed. @returns the ids of drafts; undefined, before anything was yielded, where the count says that all are to be listed */
async function* readChanged(
  before: Memory,
  rules: Rules,
  place: ApiPlace,
  { api, known }: ApiContext,
): AsyncGenerator<MirroredItem, number[] | undefined> {
  const changed = new Map<number, Article>();
  const since = Math.max(0, Math.floor(before.readAt / 1000) - OVERLAP_SECONDS);
  const first = `/api/v2/help_center/incremental/articles?start_time=${since}`;
  // The last part names itself as the next one.
  const parts = eachPage(api, exportSchema, first, ({ value }) =>
    value.articles.length < 1000 ? undefined : value.next_page,
  );
  for await (const { articles } of parts) for (const article of articles) changed.set(article.id, article);
  const drafts = new Set(before.drafts);
  const prefix = idOf(place, '');
  const there = new Set(
    [...known.keys()].filter((id) => id.startsWith(prefix)).map((id) => Number(id.slice(prefix.length))),
  );
  for (const { id, draft } of changed.values()) {
    drafts[draft ? 'add' : 'delete'](id);
    there.add(id);
  }
  for (const id of drafts) there.add(id);
  if ((await api.get(countSchema, COUNT)).value.count !== there.size) return undefined;
  for (const article of changed.values())
    if (article.draft) yield { kind: 'deleted', input: idOf(place, article.id) };
    else yield articlePage(article, rules, place);
  yield {
    kind: 'rest-unchanged',
    async extract(id) {
      const address = `/api/v2/help_center/articles/${id.slice(prefix.length)}`;
      return textOf((await api.get(articleAnswerSchema, address)).value.article);
    },
  };
  return [...drafts];
}
