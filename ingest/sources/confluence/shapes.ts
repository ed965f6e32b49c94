import { z } from 'zod';

// The parts of Confluence Cloud's answers that are used. Fields are as the published OpenAPI descriptions have them:
// developer.atlassian.com/cloud/confluence/rest/v2 and /rest/v1.

const links = z.object({ next: z.string().nullish(), base: z.string().nullish(), webui: z.string().nullish() });

/** The schema of a page of results of Confluence Cloud's API. */
export const listOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ results: z.array(row).default([]), _links: links.nullish() });

export const spaceSchema = z.object({ id: z.string(), key: z.string(), name: z.string().default('') });

/** Principals are users, groups and (where roles are in use) roles; whom a role stands for is not told here. */
export const spacePermissionSchema = z.object({
  principal: z.object({ type: z.string(), id: z.string() }).nullish(),
  operation: z.object({ key: z.string(), targetType: z.string() }).nullish(),
});

export const contentSchema = z.object({
  id: z.string(),
  title: z.string().default(''),
  status: z.string().optional(),
  spaceId: z.string().nullish(),
  parentId: z.string().nullish(),
  parentType: z.string().nullish(),
  version: z.object({ number: z.number(), createdAt: z.string().nullish() }).nullish(),
  _links: links.nullish(),
});

export const bodySchema = contentSchema.extend({
  body: z.object({ view: z.object({ value: z.string() }).nullish() }).nullish(),
});

export const userSchema = z.object({ accountId: z.string(), email: z.string().nullish() });

const peopleSchema = z.object({
  results: z.array(userSchema),
  size: z.number().optional(),
  limit: z.number().optional(),
});
const groupsSchema = z.object({
  results: z.array(z.object({ id: z.string(), name: z.string() })),
  size: z.number().optional(),
  limit: z.number().optional(),
});

export const restrictionSchema = z.object({ restrictions: z.object({ user: peopleSchema, group: groupsSchema }) });
export type Restriction = z.infer<typeof restrictionSchema>;

export const foundSchema = z.object({
  id: z.string(),
  type: z.string(),
  title: z.string().default(''),
  version: z.object({ number: z.number(), when: z.string().nullish() }).nullish(),
  /** Of a comment or an attachment: the page that it is on. */
  container: z.object({ id: z.coerce.string() }).nullish(),
  extensions: z.object({ fileSize: z.number().nullish(), mediaType: z.string().nullish() }).nullish(),
  restrictions: z.object({ read: restrictionSchema.nullish() }).nullish(),
  _links: links.nullish(),
});
export type Found = z.infer<typeof foundSchema>;

export const commentSchema = foundSchema.extend({
  body: z.object({ view: z.object({ value: z.string() }).nullish() }).nullish(),
});
