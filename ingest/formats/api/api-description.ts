import { parse } from 'yaml';
import { decode } from '../../extract/decode.ts';
import { createPageBuilder } from '../../extract/page-builder.ts';
import { damaged } from '../errors.ts';
import type { Reader } from '../reader.ts';
import { writeAsyncApi } from './asyncapi.ts';
import { writeOpenApi } from './openapi.ts';
import { writePostman } from './postman.ts';
import { objectOf, referringDocument, textOf } from './values.ts';
import { writeLine, writeText } from './write-tables.ts';

/** Reads the description of an API (OpenAPI 3, Swagger 2, AsyncAPI, a collection of Postman), as YAML or JSON. */
export const readApiDescription: Reader = (bytes) => {
  const root = objectOf(parsed(decode(bytes).replace(/^\uFEFF/, '')));
  const page = createPageBuilder();
  const info = objectOf(root.info);
  const isPostman = root.item !== undefined;
  const kind =
    textOf(root.openapi) || textOf(root.swagger) ? writeOpenApi : textOf(root.asyncapi) ? writeAsyncApi : undefined;
  if (kind === undefined && !isPostman) throw damaged('API description', new Error('it is no description of an API'));
  const version = textOf(info.version);
  if (version !== '') writeLine(page, `Version: ${version}`);
  writeText(page, textOf(info.description) || textOf(info.summary) || textOf(objectOf(info.description).content), 1);
  if (kind === undefined) writePostman(root, page);
  else kind(referringDocument(root), page);
  return page.build(textOf(info.title) || textOf(info.name));
};

const parsed = (text: string): unknown => {
  try {
    // YAML is a superset of JSON, and far slower.
    return /^\s*\{/.test(text) ? JSON.parse(text) : parse(text, { logLevel: 'error' });
  } catch (cause) {
    throw damaged('API description', cause);
  }
};
