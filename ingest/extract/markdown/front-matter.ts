import { parse as parseYaml } from 'yaml';
import { z } from 'zod';
import { ParleyError } from '../../../core/errors.ts';
import { isoDate } from '../metadata.ts';

const words = z.union([z.string(), z.number()]).transform(String);
const names = z.union([words, z.object({ name: words }).transform(({ name }) => name)]);
/** A field of another form than its name promises is for another program, and no reason to refuse the page. */
const lenient = <T extends z.ZodType>(type: T) => type.optional().catch(undefined);

const person = lenient(z.union([names, z.array(names).transform((all) => all.join(', '))]));
const date = lenient(
  z
    .union([z.string(), z.date().transform((value) => value.toISOString())])
    .transform((value) => isoDate(value))
    .refine((value) => value !== undefined),
);
const list = z
  .union([words.transform((value) => value.split(/[,\s]+/)), z.array(words)])
  .transform((items) => items.filter(Boolean));

/** Names of fields by which builders and editors say when a page was written and changed, the surest first. */
const PUBLISHED = ['date', 'published', 'publishDate', 'pubDate', 'created', 'created_at'] as const;
const UPDATED = [
  'updated_at',
  'updated',
  'last_updated',
  'lastmod',
  'lastUpdated',
  'last_modified_at',
  'last_modified',
  'modified',
  'dateModified',
] as const;
type DateField = (typeof PUBLISHED)[number] | (typeof UPDATED)[number];

const dates = Object.fromEntries([...PUBLISHED, ...UPDATED].map((name) => [name, date])) as Record<
  DateField,
  typeof date
>;

/** The fields of the front matter. Other keys are ignored; who may read a page (`scopes`) never is. */
const frontMatterSchema = z.looseObject({
  ...dates,
  title: lenient(words),
  author: person,
  authors: person,
  last_update: lenient(z.looseObject({ date })),
  description: lenient(words),
  lang: lenient(words),
  language: lenient(words),
  url: lenient(words),
  canonical: lenient(words),
  scopes: z.preprocess((value) => value ?? undefined, list.optional()),
});

/** What the front matter says of a page, and all of its fields by their names. */
export interface FrontMatter {
  title?: string | undefined;
  author?: string | undefined;
  published?: string | undefined;
  updated?: string | undefined;
  description?: string | undefined;
  language?: string | undefined;
  url?: string | undefined;
  scopes?: string[] | undefined;
  fields: Readonly<Record<string, unknown>>;
}

/**
 * Parts the front matter from a page: YAML between lines of `---`, or TOML between lines of `+++`, as Hugo and Zola write it.
 *
 * @throws INPUT_UNREADABLE when what stands between the lines of `---` is no YAML, or does not say who may read the page.
 */
export const splitFrontMatter = (source: string): { matter: FrontMatter; body: string } => {
  const none = { matter: { fields: {} }, body: source };
  const toml = /^\+\+\+[ \t]*\n([\s\S]*?\n)?\+\+\+[ \t]*(?:\n|$)/.exec(source);
  const match = toml ?? /^---[ \t]*\n([\s\S]*?\n)?(?:---|\.\.\.)[ \t]*(?:\n|$)/.exec(source);
  if (match === null) return none;
  try {
    const fields = toml === null ? (parseYaml(match[1] ?? '') ?? {}) : tomlFields(match[1] ?? '');
    // Not front matter: a page may start with a rule and have another one below.
    if (typeof fields !== 'object' || Array.isArray(fields)) return none;
    return { matter: read(fields as Record<string, unknown>), body: source.slice(match[0].length) };
  } catch (cause) {
    throw new ParleyError('INPUT_UNREADABLE', {
      message: `The front matter cannot be read: ${cause instanceof z.ZodError ? z.prettifyError(cause) : (cause as Error).message.split('\n')[0]}.`,
      remedy: 'Correct the YAML between the two --- lines, or remove it.',
      cause,
    });
  }
};

const read = (fields: Record<string, unknown>): FrontMatter => {
  const matter = frontMatterSchema.parse(fields);
  const first = (all: readonly DateField[]) => all.map((name) => matter[name]).find((value) => value !== undefined);
  return {
    title: matter.title,
    author: matter.author ?? matter.authors,
    published: first(PUBLISHED),
    updated: first(UPDATED) ?? matter.last_update?.date ?? first(PUBLISHED),
    description: matter.description,
    language: matter.lang ?? matter.language,
    url: matter.url ?? matter.canonical,
    scopes: matter.scopes?.length ? matter.scopes : undefined,
    fields,
  };
};

/** The fields of TOML before its first table. A value in a line is one of YAML too; others are for the builder. */
const tomlFields = (toml: string): Record<string, unknown> => {
  const fields: Record<string, unknown> = {};
  const [own = ''] = toml.split(/^\s*\[/m);
  for (const [, name = '', value = ''] of own.matchAll(/^[ \t]*([\w-]+)[ \t]*=[ \t]*(\S[^\n]*)$/gm)) {
    try {
      fields[name] = parseYaml(value);
    } catch {
      // A value of several lines.
    }
  }
  return fields;
};
