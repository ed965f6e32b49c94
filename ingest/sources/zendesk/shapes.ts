import { z } from 'zod';

// The parts of Zendesk's answers that are used: developer.zendesk.com/api-reference/help_center/help-center-api (articles,
// user segments) and /api-reference/ticketing (users, groups, organizations).

/** Lists with `page[size]` name their next part in `links.next`. */
const linked = { links: z.object({ next: z.string().nullish() }).nullish() };

const articleSchema = z.object({
  id: z.number(),
  title: z.string(),
  body: z.string().nullish(),
  html_url: z.string(),
  draft: z.boolean().default(false),
  updated_at: z.string(),
  edited_at: z.string().nullish(),
  /** Who may see it: any of the segments, or everyone where neither names one. Plans below Enterprise have one. */
  user_segment_id: z.number().nullish(),
  user_segment_ids: z.array(z.number()).nullish(),
});
export type Article = z.infer<typeof articleSchema>;

export const articlesSchema = z.object({ articles: z.array(articleSchema), ...linked });
export const articleAnswerSchema = z.object({ article: articleSchema });
/** A part of the list with page numbers tells how many there are. */
export const countSchema = z.object({ count: z.number() });
/** The incremental export: up to 1,000 articles, and `next_page` from the last one's time on. */
export const exportSchema = z.object({
  articles: z.array(articleSchema),
  next_page: z.string().nullish(),
  count: z.number(),
});

const segmentSchema = z.object({
  id: z.number(),
  name: z.string().default(''),
  user_type: z.string(),
  tags: z.array(z.string()).nullish(),
  or_tags: z.array(z.string()).nullish(),
  group_ids: z.array(z.number()).nullish(),
  organization_ids: z.array(z.number()).nullish(),
  added_user_ids: z.array(z.number()).nullish(),
});
export type Segment = z.infer<typeof segmentSchema>;
export const segmentsSchema = z.object({ user_segments: z.array(segmentSchema), ...linked });

export const userSchema = z.object({
  id: z.number(),
  email: z.string().nullish(),
  verified: z.boolean().nullish(),
  active: z.boolean().nullish(),
  suspended: z.boolean().nullish(),
  role: z.string(),
  tags: z.array(z.string()).nullish(),
});
export type User = z.infer<typeof userSchema>;
export const usersSchema = z.object({ users: z.array(userSchema), ...linked });
