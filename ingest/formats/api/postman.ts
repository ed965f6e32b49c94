import type { PageBuilder } from '../../extract/page-builder.ts';
import { fencedCode } from '../../extract/write-markdown.ts';
import { type JsonObject, listOf, objectOf, textOf } from './values.ts';
import { writeLine, writeTable, writeText } from './write-tables.ts';

/** Maximum folders inside of one another, and characters of an example that are read. */
const MAX_DEPTH = 20;
const MAX_BODY_CHARS = 4000;
/** Values under such names sign somebody in. They are left out. */
const SECRET = /auth|token|secret|passw|api[-_ ]?key|cookie|session|signature|credential/i;

/** Writes a collection of Postman: each request below its folders, with its address, its parameters and an example of its body. */
export const writePostman = (collection: JsonObject, page: PageBuilder): void => writeItems(collection.item, 2, page);

const writeItems = (items: unknown, level: number, page: PageBuilder): void => {
  for (const one of listOf(items)) {
    const item = objectOf(one);
    page.heading(level, textOf(item.name) || 'Without a name');
    writeText(page, described(item.description), level);
    if (item.request !== undefined) writeRequest(item.request, level, page);
    else if (level < MAX_DEPTH) writeItems(item.item, level + 1, page);
  }
};

const described = (value: unknown): string => textOf(value) || textOf(objectOf(value).content);

const writeRequest = (given: unknown, level: number, page: PageBuilder): void => {
  const request = typeof given === 'string' ? { url: given } : objectOf(given);
  const url = objectOf(request.url);
  const address = (textOf(request.url) || textOf(url.raw)).replace(/([?&])([^=&]*)=([^&]*)/g, (whole, sign, name) =>
    SECRET.test(name) ? `${sign}${name}=…` : whole,
  );
  writeLine(page, `${textOf(request.method) || 'GET'} ${address}`);
  writeText(page, described(request.description), level);
  const { mode, raw, urlencoded, formdata, graphql } = objectOf(request.body);
  const rows = [
    ['path', url.variable],
    ['query', url.query],
    ['header', request.header],
    ['form', mode === 'formdata' ? formdata : mode === 'urlencoded' ? urlencoded : undefined],
  ].flatMap(([place, list]) =>
    listOf(list).map((one) => {
      const { key, value, description } = objectOf(one);
      return [textOf(key), String(place), SECRET.test(textOf(key)) ? '' : textOf(value), described(description)];
    }),
  );
  writeTable(
    page,
    ['Parameter', 'In', 'Example', 'Description'],
    rows.filter(([key]) => key !== ''),
  );
  const body = (mode === 'graphql' ? textOf(objectOf(graphql).query) : textOf(raw)).slice(0, MAX_BODY_CHARS);
  if (body !== '')
    page.block(fencedCode(withoutSecrets(body), mode === 'graphql' ? 'graphql' : ''), withoutSecrets(body));
};

const withoutSecrets = (body: string): string =>
  body.replace(/"([^"\n]{1,60})"(\s*:\s*)"[^"\n]*"/g, (whole, name: string, colon: string) =>
    SECRET.test(name) ? `"${name}"${colon}"…"` : whole,
  );
