import { z } from 'zod';

// The parts of Microsoft Graph's answers that are used. Fields are as its reference has them: learn.microsoft.com/graph/api/
// (site, drive, driveitem-delta, driveitem-list-permissions, basesitepage-list, sitepage-get, group-list-transitivemembers).

/** A part of a list; a delta names where to go on the next time once it is at its end. */
export const listOf = <Row extends z.ZodType>(row: Row) =>
  z.object({
    value: z.array(row).default([]),
    '@odata.nextLink': z.string().optional(),
    '@odata.deltaLink': z.string().optional(),
  });

/** For `eachPage`: the address of a list's next part. */
export const nextLink = ({ value }: { value: { '@odata.nextLink'?: string | undefined } }) => value['@odata.nextLink'];

export const siteSchema = z.object({ id: z.string(), displayName: z.string().nullish(), webUrl: z.string() });
export const driveSchema = z.object({ id: z.string(), name: z.string().default('') });
export type Library = z.infer<typeof driveSchema> & { isPages: boolean };
export const listSchema = z.object({
  list: z.object({ template: z.string().nullish() }).nullish(),
  drive: driveSchema.nullish(),
});

export const itemSchema = z.object({
  id: z.string(),
  name: z.string().default(''),
  webUrl: z.string().default(''),
  /** Changes with the content alone. */
  cTag: z.string().default(''),
  size: z.number().default(0),
  lastModifiedDateTime: z.string().optional(),
  parentReference: z.object({ id: z.string().nullish() }).nullish(),
  file: z.object({ mimeType: z.string().nullish() }).nullish(),
  folder: z.object({}).nullish(),
  root: z.object({}).nullish(),
  deleted: z.object({}).nullish(),
  /** With `Prefer: hierarchicalsharing`, also when it is empty: the item does not go by the permissions above it. */
  shared: z.object({}).nullish(),
  sharepointIds: z.object({ listItemUniqueId: z.string().nullish() }).nullish(),
  '@microsoft.graph.sharedChanged': z.union([z.string(), z.boolean()]).optional(),
});
export type Item = z.infer<typeof itemSchema>;
export const ITEM_FIELDS =
  'id,name,webUrl,cTag,size,lastModifiedDateTime,parentReference,file,folder,root,deleted,shared,sharepointIds';

const identitySchema = z.object({
  user: z.object({ email: z.string().nullish() }).nullish(),
  group: z.object({ id: z.string().nullish() }).nullish(),
  /** A group of the site: Owners, Members, Visitors. Graph does not tell who is in it. */
  siteGroup: z.object({ id: z.string().nullish(), displayName: z.string().nullish() }).nullish(),
  siteUser: z.object({ loginName: z.string().nullish(), email: z.string().nullish() }).nullish(),
});
export type Identity = z.infer<typeof identitySchema>;
export const permissionSchema = z.object({
  id: z.string(),
  roles: z.array(z.string()).default([]),
  expirationDateTime: z.string().nullish(),
  grantedToV2: identitySchema.nullish(),
  /** Of a link for some people: who they are. */
  grantedToIdentitiesV2: z.array(identitySchema).nullish(),
  link: z.object({ scope: z.string().nullish() }).nullish(),
});
export type Permission = z.infer<typeof permissionSchema>;

export const memberSchema = z.object({
  mail: z.string().nullish(),
  userPrincipalName: z.string().nullish(),
  accountEnabled: z.boolean().nullish(),
});

const columnSchema = z.object({ webparts: z.array(z.object({ innerHtml: z.string().nullish() })).nullish() });
export const sitePageSchema = z.object({
  title: z.string().nullish(),
  description: z.string().nullish(),
  canvasLayout: z
    .object({
      horizontalSections: z.array(z.object({ columns: z.array(columnSchema).nullish() })).nullish(),
      verticalSection: columnSchema.nullish(),
    })
    .nullish(),
});
