import { z } from 'zod';
import { adfSchema } from '../adf.ts';

// The parts of Jira Cloud's answers that are used. Fields are as the published OpenAPI description has them:
// developer.atlassian.com/cloud/jira/platform/rest/v3.

const userSchema = z.object({
  accountId: z.string(),
  /** Absent or empty where its owner hides it. */
  emailAddress: z.string().nullish(),
  displayName: z.string().nullish(),
  active: z.boolean().nullish(),
});
export const usersSchema = z.object({ values: z.array(userSchema).default([]), isLast: z.boolean().optional() });

export const projectSchema = z.object({ id: z.string(), key: z.string(), name: z.string().default('') });
export type Project = z.infer<typeof projectSchema>;
export const projectListSchema = z.object({ values: z.array(projectSchema), isLast: z.boolean().optional() });
export const projectDetailSchema = projectSchema.extend({ lead: userSchema.nullish() });

/** Who holds a permission; `type` is one of the holder object's in "Get all permission schemes". */
export const holderSchema = z.object({
  type: z.string(),
  parameter: z.string().nullish(),
  value: z.string().nullish(),
});
export type Holder = z.infer<typeof holderSchema>;
export const permissionSchemeSchema = z.object({
  permissions: z.array(z.object({ permission: z.string().nullish(), holder: holderSchema.nullish() })).default([]),
});
export const roleSchema = z.object({
  actors: z
    .array(
      z.object({
        actorUser: z.object({ accountId: z.string().nullish() }).nullish(),
        actorGroup: z.object({ groupId: z.string().nullish() }).nullish(),
      }),
    )
    .default([]),
});
export const applicationRoleSchema = z.object({
  groupDetails: z.array(z.object({ groupId: z.string().nullish() })).default([]),
});

export const securitySchemeSchema = z.object({
  id: z.number(),
  levels: z.array(z.object({ id: z.string(), name: z.string().default('') })).default([]),
});
export const levelMembersSchema = z.object({
  values: z.array(z.object({ issueSecurityLevelId: z.coerce.string(), holder: holderSchema.nullish() })).default([]),
  isLast: z.boolean().optional(),
});

export const commentSchema = z.object({
  id: z.string(),
  author: userSchema.partial().nullish(),
  body: adfSchema.nullish(),
  updated: z.string().nullish(),
  /** Only a role or group of the project may see it. */
  visibility: z.object({ type: z.string() }).nullish(),
});
export type IssueComment = z.infer<typeof commentSchema>;
export const commentListSchema = z.object({ comments: z.array(commentSchema).default([]), total: z.number() });

const named = z.object({ name: z.string() }).nullish();
export const issueSchema = z.object({
  id: z.string(),
  key: z.string(),
  fields: z.object({
    summary: z.string().default(''),
    description: adfSchema.nullish(),
    updated: z.string().default(''),
    issuetype: named,
    status: named,
    priority: named,
    labels: z.array(z.string()).nullish(),
    assignee: userSchema.nullish(),
    reporter: userSchema.nullish(),
    project: z.object({ key: z.string() }).nullish(),
    security: z.object({ id: z.string(), name: z.string().default('') }).nullish(),
    comment: commentListSchema.nullish(),
    attachment: z.array(z.object({ id: z.string(), filename: z.string(), size: z.number().nullish() })).nullish(),
  }),
});
export type Issue = z.infer<typeof issueSchema>;
export const FIELDS =
  'summary,description,updated,issuetype,status,priority,labels,assignee,reporter,project,security,comment,attachment';
export const searchSchema = z.object({
  issues: z.array(issueSchema).default([]),
  nextPageToken: z.string().nullish(),
  isLast: z.boolean().optional(),
});
export const idSearchSchema = z.object({
  issues: z.array(z.object({ id: z.string() })).default([]),
  nextPageToken: z.string().nullish(),
});
