import { z } from 'zod';

// The parts of GitLab's answers that are used. Fields are as its documentation has them: docs.gitlab.com/api/ (projects,
// groups, members, issues, merge_requests, notes, wikis) and docs.gitlab.com/api/graphql/reference for the counts.

export const projectSchema = z.object({
  id: z.number(),
  path_with_namespace: z.string(),
  web_url: z.string(),
  /** `public`, `internal` (whoever has an account there) or `private`. */
  visibility: z.string(),
  /** `enabled`: whoever sees the project; `private`: its members alone; `disabled`. */
  issues_access_level: z.string().default('private'),
  merge_requests_access_level: z.string().default('private'),
  wiki_access_level: z.string().default('private'),
});
export type Project = z.infer<typeof projectSchema>;
export const groupSchema = z.object({ id: z.number(), full_path: z.string() });

export const memberSchema = z.object({
  id: z.number(),
  access_level: z.number(),
  state: z.string().optional(),
  /** Told to admins, and to owners of a group for the users that it manages. */
  email: z.string().nullish(),
});
/** The address that somebody shows is one of their verified ones. */
export const userSchema = z.object({ id: z.number(), public_email: z.string().nullish(), email: z.string().nullish() });

const author = z.object({ id: z.number(), name: z.string().nullish() }).nullish();
export const postSchema = z.object({
  iid: z.number(),
  title: z.string(),
  description: z.string().nullish(),
  state: z.string(),
  updated_at: z.string(),
  web_url: z.string(),
  user_notes_count: z.number().default(0),
  confidential: z.boolean().nullish(),
  labels: z.array(z.string()).nullish(),
  author,
  assignees: z.array(z.object({ id: z.number() })).nullish(),
});
export type Post = z.infer<typeof postSchema>;

export const noteSchema = z.object({
  body: z.string(),
  /** GitLab wrote it: a label was added, a branch was merged. */
  system: z.boolean().default(false),
  /** For reporters alone. */
  internal: z.boolean().default(false),
  author,
});

export const wikiPageSchema = z.object({
  slug: z.string(),
  title: z.string(),
  content: z.string().default(''),
  format: z.string().default('markdown'),
});

export const countsSchema = z.object({
  data: z.object({
    project: z
      .object({ issues: z.object({ count: z.number() }), mergeRequests: z.object({ count: z.number() }) })
      .nullish(),
  }),
});
