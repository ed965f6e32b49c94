import { z } from 'zod';

// Fields as Notion's reference has them (developers.notion.com/reference, version 2022-06-28). What is not listed is ignored.

const richTextSchema = z.array(
  z.object({
    plain_text: z.string(),
    href: z.string().nullish(),
    annotations: z
      .object({ bold: z.boolean(), italic: z.boolean(), code: z.boolean(), strikethrough: z.boolean() })
      .partial()
      .optional(),
  }),
);
export type RichText = z.infer<typeof richTextSchema>;

const parentSchema = z.looseObject({
  type: z.string(),
  page_id: z.string().optional(),
  database_id: z.string().optional(),
  data_source_id: z.string().optional(),
  block_id: z.string().optional(),
});
export type Parent = z.infer<typeof parentSchema>;

const named = z.object({ name: z.string() });

/** The value of a page's property. A type that is not here has no words of its own. */
const propertySchema = z.looseObject({
  type: z.string(),
  title: richTextSchema.optional().catch(undefined),
  rich_text: richTextSchema.optional().catch(undefined),
  number: z.number().nullish().catch(undefined),
  select: named.nullish().catch(undefined),
  status: named.nullish().catch(undefined),
  multi_select: z.array(named).optional().catch(undefined),
  checkbox: z.boolean().optional().catch(undefined),
  date: z.object({ start: z.string(), end: z.string().nullish() }).nullish().catch(undefined),
  people: z
    .array(z.object({ name: z.string().nullish() }))
    .optional()
    .catch(undefined),
  url: z.string().nullish().catch(undefined),
  email: z.string().nullish().catch(undefined),
  phone_number: z.string().nullish().catch(undefined),
});
export type Property = z.infer<typeof propertySchema>;

export const pageSchema = z.object({
  object: z.literal('page'),
  id: z.string(),
  url: z.string(),
  last_edited_time: z.string(),
  archived: z.boolean().optional(),
  in_trash: z.boolean().optional(),
  parent: parentSchema,
  properties: z.record(z.string(), propertySchema),
});
export type NotionPage = z.infer<typeof pageSchema>;

/** What a block holds is under its type's name: `{ type: 'paragraph', paragraph: { rich_text } }`. */
export const contentSchema = z.looseObject({
  rich_text: richTextSchema.optional(),
  caption: richTextSchema.optional(),
  checked: z.boolean().optional(),
  language: z.string().optional(),
  url: z.string().optional(),
  title: z.string().optional(),
  expression: z.string().optional(),
  cells: z.array(richTextSchema).optional(),
  has_column_header: z.boolean().optional(),
  external: z.object({ url: z.string() }).optional(),
});

export const blockSchema = z.looseObject({
  id: z.string(),
  type: z.string(),
  has_children: z.boolean(),
  parent: parentSchema.optional(),
});
export type Block = z.infer<typeof blockSchema>;

/** A list's answer with where the next one begins. */
export const listOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ results: z.array(row), has_more: z.boolean(), next_cursor: z.string().nullish() });

export const commentSchema = z.object({ rich_text: richTextSchema });
/** A place that holds pages: of interest is what holds it. */
export const holderSchema = z.object({ id: z.string(), parent: parentSchema });
