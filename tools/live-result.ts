import { z } from 'zod';

/** The parts of a tool's result that are read (MCP 2025-11-25, "Tools", and earlier ones). Others are passed over. */
const resultSchema = z.looseObject({
  content: z.array(z.looseObject({ type: z.string() })).default([]),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().optional(),
});
const resource = z.looseObject({ uri: z.string(), text: z.string().optional() });
const block = z.union([
  z.looseObject({ type: z.literal('text'), text: z.string() }),
  z.looseObject({ type: z.literal('resource'), resource }),
  z.looseObject({
    type: z.literal('resource_link'),
    uri: z.string(),
    name: z.string(),
    title: z.string().optional(),
    description: z.string().optional(),
  }),
]);

/** Thrown for what a tool itself says: an error, or nothing that can be read as text. The connection still works. */
export class LiveToolError extends Error {
  override name = 'LiveToolError';
}

/**
 * The words of a tool's result: its texts, the texts of resources in it, links with their description, or else its
 * structured content. Pictures, sounds and binary files are left out.
 * @returns an empty text if the tool said nothing
 * @throws LiveToolError if the tool reports an error, or answers with pictures, sounds or files alone
 */
export const wordsOfResult = (given: unknown): string => {
  const { content, structuredContent, isError } = resultSchema.parse(given);
  const words = content.map(wordsOfBlock);
  const text = words
    .filter((part) => part !== undefined && part.trim() !== '')
    .join('\n')
    .trim();
  if (isError) throw new LiveToolError(text === '' ? 'it reported an error without words' : text);
  if (text !== '') return text;
  // Servers repeat a picture or a file in the structured content, so that is read only where it stands alone.
  const unread = content.filter((_, at) => words[at] === undefined);
  if (unread.length > 0)
    throw new LiveToolError(`it answered with what is not read here (${unread.map(({ type }) => type).join(', ')})`);
  return saysNothing(structuredContent) ? '' : JSON.stringify(structuredContent);
};

/** The text of one part; undefined if it cannot be read as text. */
const wordsOfBlock = (part: unknown): string | undefined => {
  const read = block.safeParse(part);
  if (!read.success) return undefined;
  if (read.data.type === 'text') return read.data.text;
  if (read.data.type === 'resource') return read.data.resource.text;
  const { title, name, description, uri } = read.data;
  return `${title ?? name}${description ? `: ${description}` : ''} (${uri})`;
};

/** True for nothing, an empty object, and the `{"result": …}` in which servers wrap an empty text or nothing. */
const saysNothing = (value: unknown): boolean =>
  typeof value !== 'object' || value === null || Object.values(value).every((inner) => inner === null || inner === '');
