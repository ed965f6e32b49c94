import { z } from 'zod';

// The parts of Confluence Data Center's answers that are used, as developer.atlassian.com/server/confluence/rest/v1020 has
// them. Links are paths below the context path (`/confluence`) of the site.

const links = z.object({ next: z.string().nullish(), webui: z.string().nullish(), download: z.string().nullish() });

/** The schema of a page of results of the REST API of Confluence Data Center. */
export const listOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ results: z.array(row).default([]), size: z.number().optional(), _links: links.nullish() });

export const spaceSchema = z.object({ key: z.string(), name: z.string().default('') });

/** `GET /rest/api/space/{key}/permissions`, since 9.1: groups by name, people by key, `anonymous`. */
export const permissionSchema = z.object({
  operation: z.object({ targetType: z.string(), operationKey: z.string() }).nullish(),
  subject: z.object({ type: z.string(), name: z.string().nullish(), userKey: z.string().nullish() }).nullish(),
});

/** A person as lists tell them; `email` in `admin/users/list/active` since 10.2, `status` where it is expanded. */
export const personSchema = z.object({
  username: z.string().nullish(),
  userKey: z.string().nullish(),
  email: z.string().nullish(),
  status: z.string().nullish(),
});
export type Person = z.infer<typeof personSchema>;

/** `GET /rest/mobile/1.0/profile/{username}`. */
export const profileSchema = z.object({ email: z.string().nullish() });

export const groupSchema = z.object({ name: z.string() });

const heldBy = <Row extends z.ZodType>(row: Row) =>
  z.object({ results: z.array(row).default([]), limit: z.number().optional(), size: z.number().optional() });

export const restrictionSchema = z.object({
  restrictions: z.object({ user: heldBy(personSchema).nullish(), group: heldBy(groupSchema).nullish() }).nullish(),
});
export type Restriction = z.infer<typeof restrictionSchema>;

export const contentSchema = z.object({
  id: z.coerce.string(),
  type: z.string().default('page'),
  title: z.string().default(''),
  status: z.string().optional(),
  version: z.object({ number: z.number(), when: z.string().nullish() }).nullish(),
  /** What is above a page, the topmost first. */
  ancestors: z.array(z.object({ id: z.coerce.string(), title: z.string().default('') })).nullish(),
  space: z.object({ key: z.string() }).nullish(),
  restrictions: z.object({ read: restrictionSchema.nullish() }).nullish(),
  /** Of a comment or an attachment: the page that it is on. */
  container: z.object({ id: z.coerce.string() }).nullish(),
  extensions: z.object({ fileSize: z.number().nullish() }).nullish(),
  body: z.object({ view: z.object({ value: z.string() }).nullish() }).nullish(),
  _links: links.nullish(),
});
export type Content = z.infer<typeof contentSchema>;
