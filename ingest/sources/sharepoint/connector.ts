import { z } from 'zod';
import { ParleyError } from '../../../core/errors.ts';
import { extractWholeHtml } from '../../extract/html.ts';
import type { ExtractedPage } from '../../extract/page.ts';
import { contentHash } from '../../inputs/item.ts';
import { readerFor } from '../../sandbox/index.ts';
import type { Api } from '../api.ts';
import type { ApiConnector, ApiContext, ApiPlace, Audience, MirroredItem, MirroredPage } from '../api-connector.ts';
import { eachPage, withQuery } from '../paging.ts';
import { mayGoOn } from '../read-mirrored.ts';
import { hasStatus, onStatus } from '../refusals.ts';
import { readAudience, readGroup } from './permissions.ts';
import {
  driveSchema,
  ITEM_FIELDS,
  type Item,
  itemSchema,
  type Library,
  listOf,
  listSchema,
  nextLink,
  sitePageSchema,
  siteSchema,
} from './shapes.ts';

const HOST = 'https://graph.microsoft.com';
/** Files that are larger are passed over. */
const MAX_FILE_BYTES = 50_000_000;
/** However little the delta tells, everything is listed anew after so long, in milliseconds. */
const LIST_AGAIN_MS = 24 * 3_600_000;

const memorySchema = z.object({
  /** By library: where its delta goes on, and its folders with what each is in. */
  libraries: z.record(z.string(), z.object({ delta: z.string(), folders: z.record(z.string(), z.string()) })),
  listedAt: z.number(),
});
type Memory = z.infer<typeof memorySchema>;

/**
 * SharePoint and OneDrive by Microsoft Graph: the files of all libraries of a site, and its pages. Somebody's OneDrive is a site
 * as well.
 *
 * The delta of each library tells what changed, permissions among it (learn.microsoft.com/onedrive/developer/rest-api/concepts/scan-guidance).
 * An item that has a sharing facet has permissions of its own, everything else those of what it is in. A folder that is shared
 * in another way, moved or deleted has its library listed anew.
 */
export const connector: ApiConnector = {
  name: 'sharepoint',
  title: 'SharePoint and OneDrive',
  example: 'sharepoint:https://acme.sharepoint.com/sites/Handbook',
  headers: {
    prefer: 'hierarchicalsharing, deltashowsharingchanges, deltashowremovedasdeleted, deltatraversepermissiongaps',
  },
  locate(input) {
    const [, origin, path = ''] =
      /^(https?:\/\/[^/]+)(?:\/((?:sites|teams|personal)\/[^/?#]+))?(?:[/?#].*)?$/.exec(input) ?? [];
    if (origin === undefined) return undefined;
    const { host, origin: own } = new URL(origin);
    const isMicrosoft = /\.sharepoint\.(?:com|us|cn|de)$/.test(host);
    return {
      base: isMicrosoft ? `${HOST}/v1.0` : `${own}/v1.0`,
      location: `sharepoint:${own}${path && `/${path}`}`,
      sourceId: `sharepoint-${path.split('/')[1] ?? host.split('.')[0]}`.toLowerCase(),
    };
  },
  async *read(place, context) {
    const site = await readSite(place, context.api);
    const before = memorySchema.safeParse(context.memory).data;
    const goesOn = before && Date.now() - before.listedAt < LIST_AGAIN_MS && mayGoOn(place, context);
    if (goesOn && (yield* readChanged(site, before, context))) return;
    yield* readAll(site, context);
  },
  group: (id, _place, { api }) => readGroup(api, id),
  setup: {
    steps: [
      'In https://entra.microsoft.com, App registrations, register an app for Parley.',
      'Under API permissions add these application permissions of Microsoft Graph and grant admin consent: Sites.Read.All (or Sites.FullControl.All, without which Graph does not report changes of sharing), GroupMember.Read.All, User.Read.All.',
      'Under Certificates and secrets make a client secret.',
      'Write the tenant’s id, the app’s client id and the secret into the credentials file.',
    ],
    credentials: ({ base }) =>
      `${new URL(base).host}: { oauth: { token_url: https://login.microsoftonline.com/TENANT/oauth2/v2.0/token, client_id: …, client_secret: "\${GRAPH_SECRET}", scope: https://graph.microsoft.com/.default } }`,
    rights: [
      {
        right: 'Sites.Read.All',
        why: 'to list and read files and pages',
        where: 'API permissions of the app, with admin consent',
        async check(place, api) {
          const { name, libraries } = await readSite(place, api);
          return `${name}: ${libraries.map((library) => library.name).join(', ')}`;
        },
      },
      {
        right: 'Sites.FullControl.All',
        why: 'to see who may see each item, and when that changes',
        where: 'API permissions of the app, with admin consent',
        async check(place, api) {
          const site = await readSite(place, api);
          const rules = await rootRules(site, api);
          return `${rules.reduce((sum, { people, groups }) => sum + (people?.length ?? 0) + (groups?.length ?? 0), 0)} people and groups at its top`;
        },
      },
      {
        right: 'GroupMember.Read.All and User.Read.All',
        why: 'to know who is in a group',
        where: 'API permissions of the app, with admin consent',
        async check(place, api) {
          const groups = (await rootRules(await readSite(place, api), api)).flatMap((rule) => rule.groups ?? []);
          const group = groups.find((id) => /^[\w-]+$/.test(id) && id !== 'organisation');
          if (group === undefined) return 'no group of the directory is named at its top';
          return `${(await readGroup(api, group))?.people.length ?? 0} addresses`;
        },
      },
    ],
  },
};

interface Site {
  id: string;
  name: string;
  libraries: Library[];
}

/** The site with its libraries, that of its pages among them. */
const readSite = async ({ location }: ApiPlace, api: Api): Promise<Site> => {
  const { hostname, pathname } = new URL(location.slice('sharepoint:'.length));
  const address = pathname === '/' ? `/sites/${hostname}` : `/sites/${hostname}:${pathname}`;
  const site = await api.get(siteSchema, address).catch((error: unknown) => {
    if (!hasStatus(error, [404])) throw error;
    throw new ParleyError('INPUT_NOT_FOUND', {
      message: `There is no site ${location.slice('sharepoint:'.length)} that the app may see.`,
      remedy: 'Correct the address; nothing was deleted.',
    });
  });
  const { id, displayName } = site.value;
  const libraries = new Map<string, Library>();
  for await (const { value } of eachPage(api, listOf(driveSchema), `/sites/${id}/drives?$select=id,name`, nextLink))
    for (const drive of value) libraries.set(drive.id, { ...drive, isPages: false });
  for await (const { value } of eachPage(
    api,
    listOf(listSchema),
    `/sites/${id}/lists?$select=id,list&$expand=drive($select=id,name)`,
    nextLink,
  ))
    for (const { list, drive } of value)
      if (list?.template === 'webPageLibrary' && drive) libraries.set(drive.id, { ...drive, isPages: true });
  return { id, name: displayName || id, libraries: [...libraries.values()] };
};

const rootRules = async ({ id, libraries }: Site, api: Api) => {
  const rules = [];
  for (const { id: drive, name } of libraries) {
    const audience = await readAudience(api, drive, 'root', id, name);
    if (audience === 'unknown')
      throw new ParleyError('PLATFORM_REFUSED', {
        message: `Graph does not tell the app who may see ${name}.`,
        remedy: 'Grant it Sites.FullControl.All.',
      });
    if (typeof audience !== 'string') rules.push(...audience);
  }
  return rules;
};

/** Follows a delta to its end. @returns the items, the last state of each, and where to go on the next time */
const readDelta = async (api: Api, first: string): Promise<{ items: Map<string, Item>; delta: string }> => {
  const items = new Map<string, Item>();
  let delta = '';
  for await (const page of eachPage(api, listOf(itemSchema), first, nextLink)) {
    for (const item of page.value) items.set(item.id, item);
    delta = page['@odata.deltaLink'] ?? delta;
  }
  return { items, delta };
};

const idOf = (library: string, item: string): string => `sharepoint/${library}/${item}`;

const isReadable = ({ isPages }: Library, { name, file, size }: Item): boolean => {
  if (!file) return false;
  return isPages ? /\.aspx$/i.test(name) : size <= MAX_FILE_BYTES && readerFor({ name }) !== undefined;
};

const pageOf = (item: Item, site: Site, library: Library, audience: Audience, api: Api): MirroredPage => {
  const id = idOf(library.id, item.id);
  return {
    kind: 'page',
    input: item.webUrl,
    id,
    url: item.webUrl,
    hash: contentHash(id, item.name, item.cTag),
    audience,
    extract: () => readText(item, site, library, api),
  };
};

/** A file by the reader of its format, a page of the site by its web parts of text. */
const readText = async (item: Item, site: Site, library: Library, api: Api): Promise<ExtractedPage> => {
  const { name, webUrl: url, lastModifiedDateTime: updated } = item;
  if (library.isPages) return readSitePage(item, site, api);
  const html = /\.x?html?$/i.test(name);
  const { bytes, contentType } = await api.file(`/drives/${library.id}/items/${item.id}/content`, { html });
  const reader = readerFor({ name });
  if (reader === undefined) throw new Error(`${name} has a reader.`);
  const page = await reader(bytes, { url, contentType });
  return { ...page, title: name, metadata: { ...page.metadata, ...(updated && { updated }) } };
};

const readSitePage = async (
  { name, webUrl: url, sharepointIds, lastModifiedDateTime: updated }: Item,
  site: Site,
  api: Api,
): Promise<ExtractedPage> => {
  const id = sharepointIds?.listItemUniqueId ?? '';
  const address = `/sites/${site.id}/pages/${id}/microsoft.graph.sitePage?$expand=canvasLayout`;
  const { title, description, canvasLayout } = (await api.get(sitePageSchema, address)).value;
  const columns = [
    ...(canvasLayout?.horizontalSections ?? []).flatMap((section) => section.columns ?? []),
    ...(canvasLayout?.verticalSection ? [canvasLayout.verticalSection] : []),
  ];
  const html = columns.flatMap(({ webparts }) => (webparts ?? []).flatMap(({ innerHtml }) => innerHtml || []));
  const page = extractWholeHtml([description ? `<p>${description}</p>` : '', ...html].join('\n') || `<p>${title}</p>`, {
    url,
  });
  return { ...page, title: title || name, metadata: { ...page.metadata, ...(updated && { updated }) } };
};

/** Lists every library, and keeps where its delta stands. */
async function* readAll(site: Site, { api, remember, signal }: ApiContext): AsyncGenerator<MirroredItem> {
  const libraries: Memory['libraries'] = {};
  for (const library of site.libraries) {
    const first = withQuery(`/drives/${library.id}/root/delta`, { $select: ITEM_FIELDS });
    const { items, delta } = await readDelta(api, first);
    const audienceOf = createAudiences(items, site, library, api);
    const folders: Record<string, string> = {};
    for (const item of items.values()) {
      signal?.throwIfAborted();
      if (item.deleted) continue;
      if (item.folder || item.root) folders[item.id] = item.parentReference?.id ?? '';
      if (isReadable(library, item)) yield pageOf(item, site, library, await audienceOf(item), api);
    }
    libraries[library.id] = { delta, folders };
  }
  remember({ libraries, listedAt: Date.now() }, { despiteUnreadable: true });
}

/** The audience of what has a sharing facet, asked for once; everything else has that of what it is in. */
const createAudiences = (items: ReadonlyMap<string, Item>, site: Site, library: Library, api: Api) => {
  const own = new Map<string, Promise<Audience>>();
  return (item: Item): Promise<Audience> => {
    let at = item;
    const passed = new Set([at.id]);
    while (!at.shared && !at.root) {
      const above = items.get(at.parentReference?.id ?? '');
      // What it is in is not in the list, or is in itself: then the item is asked for alone.
      if (!above || passed.has(above.id)) {
        at = item;
        break;
      }
      passed.add(above.id);
      at = above;
    }
    const asked = own.get(at.id) ?? readAudience(api, library.id, at.id, site.id, library.name);
    own.set(at.id, asked);
    return asked;
  };
};

/** Reads what the deltas tell. @returns false when they tell too little, before anything was yielded */
async function* readChanged(
  site: Site,
  before: Memory,
  { api, known, remember, signal }: ApiContext,
): AsyncGenerator<MirroredItem, boolean> {
  const libraries: Memory['libraries'] = {};
  const changed: { library: Library; item: Item }[] = [];
  if (Object.keys(before.libraries).length !== site.libraries.length) return false;
  for (const library of site.libraries) {
    const known = before.libraries[library.id];
    const read = known && (await readDelta(api, known.delta).catch(resync));
    if (!read) return false;
    const folders = { ...known.folders };
    for (const item of read.items.values()) {
      if (mayReachFurther(item, folders)) return false;
      if (item.folder || item.root) folders[item.id] = item.parentReference?.id ?? '';
      else changed.push({ library, item });
    }
    libraries[library.id] = { delta: read.delta || known.delta, folders };
  }
  for (const { library, item } of changed) {
    signal?.throwIfAborted();
    const id = idOf(library.id, item.id);
    if (!item.deleted && isReadable(library, item))
      yield pageOf(item, site, library, await readAudience(api, library.id, item.id, site.id, library.name), api);
    else if (known.has(id)) yield { kind: 'deleted', input: id };
  }
  yield {
    kind: 'rest-unchanged',
    async extract(id) {
      const [, drive = '', item = ''] = id.split('/');
      const library = site.libraries.find((one) => one.id === drive) ?? { id: drive, name: drive, isPages: false };
      const address = withQuery(`/drives/${drive}/items/${item}`, { $select: ITEM_FIELDS });
      return readText((await api.get(itemSchema, address)).value, site, library, api);
    },
  };
  remember({ libraries, listedAt: before.listedAt }, { despiteUnreadable: true });
  return true;
}

/** Graph no longer knows the token of a delta that is old: 410, "resync required". */
const resync = onStatus([410], undefined);

/** A folder that is shared in another way, moved or deleted; a change of what is in it names it too. */
const mayReachFurther = (item: Item, folders: Readonly<Record<string, string>>): boolean => {
  const before = folders[item.id];
  if (item.deleted) return before !== undefined;
  if (!item.folder && !item.root) return false;
  const isShared = /^true$/i.test(String(item['@microsoft.graph.sharedChanged'] ?? ''));
  return isShared || (before !== undefined && before !== (item.parentReference?.id ?? ''));
};
