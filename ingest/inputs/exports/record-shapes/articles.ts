import { z } from 'zod';
import { DRAFT, number, type RecordShape, rowsAt, text } from './shape.ts';

export const zendesk: RecordShape = {
  what: 'articles of Zendesk',
  head: /^\s*(?:\{[^[{]{0,1000}"articles?"\s*:\s*)?\[?\s*\{[\s\S]{0,3000}?"(?:html_)?url"\s*:\s*"https?:\/\/[^"\s/]{1,200}\/(?:hc|api\/v2\/help_center)\//,
  records: rowsAt(
    z.object({
      id: number,
      title: text,
      name: text,
      body: text,
      html_url: text,
      draft: z.boolean().nullish(),
      user_segment_id: z.unknown().optional(),
      user_segment_ids: z.array(z.unknown()).nullish(),
      edited_at: text,
      updated_at: text,
    }),
    ['articles', 'article'],
    (row) => ({
      id: row.id,
      title: row.title || row.name || '',
      parts: [{ html: row.body ?? '' }],
      url: row.html_url ?? undefined,
      updated: row.edited_at ?? row.updated_at ?? undefined,
      whyNot: row.draft
        ? DRAFT
        : row.user_segment_id || (row.user_segment_ids ?? []).length > 0
          ? 'an article that a part of the readers alone may see; `parley connect zendesk` keeps to who may'
          : undefined,
    }),
  ),
};

export const intercom: RecordShape = {
  what: 'articles of Intercom',
  head: /^\s*\{(?=[\s\S]{0,8000}"type"\s*:\s*"article")(?=[\s\S]{0,16000}"(?:workspace_id|parent_type|default_locale)"\s*:)/,
  records: rowsAt(
    z.object({
      type: z.literal('article'),
      id: number,
      title: text,
      body: text,
      url: text,
      state: text,
      updated_at: z.number().nullish(),
    }),
    ['data'],
    (row) => ({
      id: row.id,
      title: row.title ?? '',
      parts: [{ html: row.body ?? '' }],
      url: row.url ?? undefined,
      updated: row.updated_at ? new Date(row.updated_at * 1000).toISOString() : undefined,
      whyNot: row.state === 'draft' ? DRAFT : undefined,
    }),
  ),
};

export const freshdesk: RecordShape = {
  what: 'articles of Freshdesk',
  head: /^\s*(?:\[\s*)?\{(?=[\s\S]{0,16000}"description_text"\s*:)(?=[\s\S]{0,16000}"(?:folder_id|hits|thumbs_up)"\s*:)/,
  records: rowsAt(
    z.object({ id: number, title: z.string(), description: text, status: z.number().nullish(), updated_at: text }),
    ['articles', 'article'],
    (row) => ({
      id: row.id,
      title: row.title,
      parts: [{ html: row.description ?? '' }],
      updated: row.updated_at ?? undefined,
      whyNot: row.status === 1 ? DRAFT : undefined,
    }),
  ),
};

export const serviceNow: RecordShape = {
  what: 'articles of ServiceNow',
  head: /^\s*\{\s*"(?:records|result)"\s*:\s*\[?\s*\{(?=[\s\S]{0,16000}"short_description"\s*:)(?=[\s\S]{0,16000}"kb_\w+"\s*:)/,
  records: rowsAt(
    z.object({
      sys_id: z.string(),
      number: text,
      short_description: z.string(),
      text,
      wiki: text,
      workflow_state: text,
      sys_updated_on: text,
      can_read_user_criteria: text,
    }),
    ['records', 'result'],
    (row) => ({
      id: row.sys_id,
      title: [row.number, row.short_description].filter(Boolean).join(': '),
      parts: [{ html: row.text || row.wiki || '' }],
      updated: row.sys_updated_on?.replace(' ', 'T'),
      whyNot:
        row.workflow_state && row.workflow_state !== 'published'
          ? DRAFT
          : row.can_read_user_criteria
            ? 'an article that not everybody may see'
            : undefined,
    }),
  ),
};

export const wordPress: RecordShape = {
  what: 'pages of WordPress',
  head: /^\s*(?:\[\s*)?\{(?=[\s\S]{0,16000}"content"\s*:\s*\{\s*"rendered"\s*:)/,
  records: rowsAt(
    z.object({
      id: number,
      title: z.object({ rendered: z.string() }),
      content: z.object({ rendered: z.string(), protected: z.boolean().nullish() }),
      link: text,
      status: text,
      modified_gmt: text,
    }),
    [],
    (row) => ({
      id: row.id,
      title: row.title.rendered,
      parts: [{ html: row.content.rendered }],
      url: row.link ?? undefined,
      updated: row.modified_gmt ? `${row.modified_gmt}Z` : undefined,
      whyNot: row.content.protected
        ? 'a page behind a password'
        : row.status && row.status !== 'publish'
          ? DRAFT
          : undefined,
    }),
  ),
};
