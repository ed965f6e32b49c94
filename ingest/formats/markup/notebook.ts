import { z } from 'zod';
import { decode } from '../../extract/decode.ts';
import { extractMarkdownText } from '../../extract/markdown/markdown.ts';
import { createPageBuilder } from '../../extract/page-builder.ts';
import { fencedCode } from '../../extract/write-markdown.ts';
import { damaged } from '../errors.ts';
import type { Reader } from '../reader.ts';

const lines = z.union([z.string(), z.array(z.string()).transform((parts) => parts.join(''))]);
const outputSchema = z.looseObject({
  text: lines.optional(),
  data: z.looseObject({ 'text/plain': lines.optional() }).optional(),
});
const cellSchema = z.looseObject({
  cell_type: z.string(),
  source: lines.optional(),
  /** The code, up to version 3. */
  input: lines.optional(),
  level: z.number().optional(),
  outputs: z.array(outputSchema).optional(),
});
const notebookSchema = z.looseObject({
  cells: z.array(cellSchema).optional(),
  worksheets: z.array(z.looseObject({ cells: z.array(cellSchema) })).optional(),
  metadata: z
    .looseObject({
      title: z.string().optional(),
      kernelspec: z.looseObject({ language: z.string().optional() }).optional(),
      language_info: z.looseObject({ name: z.string().optional() }).optional(),
    })
    .optional(),
});

/** Maximum lines of one output that are read: a training log contains nothing new after them. */
const MAX_OUTPUT_LINES = 50;

/** Reads a Jupyter notebook (nbformat 3 and 4): texts, code, and printed output without pictures. */
export const readNotebook: Reader = (bytes) => {
  let json: unknown;
  try {
    json = JSON.parse(decode(bytes));
  } catch (cause) {
    throw damaged('Jupyter', cause);
  }
  const parsed = notebookSchema.safeParse(json);
  const cells = parsed.data?.cells ?? parsed.data?.worksheets?.flatMap((sheet) => sheet.cells);
  if (cells === undefined) throw damaged('Jupyter', new Error('it holds no cells'));
  const { metadata } = parsed.data ?? {};
  const language = metadata?.language_info?.name ?? metadata?.kernelspec?.language ?? '';
  const page = createPageBuilder();
  let title = metadata?.title ?? '';
  for (const { cell_type: kind, source, input, level, outputs } of cells) {
    const text = (source ?? input ?? '').trimEnd();
    if (kind === 'markdown') {
      const part = extractMarkdownText(text);
      title ||= part.title;
      page.page(part);
      for (const link of part.links) page.link(link);
    } else if (kind === 'heading') page.heading(level ?? 1, text);
    else if (kind === 'code') {
      if (text !== '') page.block(fencedCode(text, language), text);
      for (const output of outputs ?? []) {
        const printed = (output.text ?? output.data?.['text/plain'] ?? '').trimEnd();
        // Skips an object that is printed only as its type and address.
        if (printed === '' || /^<[\w.]+[^>]* at 0x[\da-f]+>$/.test(printed)) continue;
        const some = printed.split('\n').slice(0, MAX_OUTPUT_LINES).join('\n');
        page.block(fencedCode(some, ''), some);
      }
    } else if (text !== '') page.block(fencedCode(text, ''), text);
  }
  return page.build(title);
};
