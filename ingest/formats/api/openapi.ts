import type { PageBuilder } from '../../extract/page-builder.ts';
import { describedBy, typeOf } from './schema.ts';
import { type JsonObject, listOf, objectOf, type ReferringDocument, textOf } from './values.ts';
import { writeBody, writeFields, writeLine, writeTable, writeText } from './write-tables.ts';

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];

/**
 * Writes an API as OpenAPI 3 or Swagger 2 describes it: how to sign in, each operation below its method and path, and each schema
 * as a table of its fields.
 */
export const writeOpenApi = (document: ReferringDocument, page: PageBuilder): void => {
  const { root } = document;
  const servers = [
    ...listOf(root.servers).map((server) => {
      const { url, description } = objectOf(server);
      return [textOf(url), textOf(description)].filter(Boolean).join(': ');
    }),
    textOf(root.host) === ''
      ? ''
      : `${textOf(listOf(root.schemes)[0]) || 'https'}://${textOf(root.host)}${textOf(root.basePath)}`,
  ].filter(Boolean);
  if (servers.length > 0) writeLine(page, `Base address: ${servers.join('; ')}`);
  writeSecurity(document, page);
  for (const [label, paths] of [
    ['', root.paths],
    ['Webhook ', root.webhooks],
  ] as const)
    for (const [path, given] of Object.entries(objectOf(paths))) {
      const item = document.follow(given);
      for (const method of METHODS)
        if (item[method] !== undefined)
          writeOperation(`${label}${method.toUpperCase()} ${path}`, objectOf(item[method]), item, document, page);
    }
  writeSchemas(objectOf(objectOf(root.components).schemas ?? root.definitions), document, page);
};

const writeOperation = (
  heading: string,
  operation: JsonObject,
  item: JsonObject,
  document: ReferringDocument,
  page: PageBuilder,
): void => {
  const summary = textOf(operation.summary) || textOf(item.summary);
  page.heading(2, summary === '' ? heading : `${heading}: ${summary}`);
  writeText(page, textOf(operation.description) || textOf(item.description), 2);
  const security = requirementsOf(operation.security);
  const lines = [
    ['Operation', textOf(operation.operationId)],
    ['Tags', listOf(operation.tags).map(textOf).join(', ')],
    ['Signed in with', security.filter(Boolean).join(' or ')],
  ].flatMap(([label, value]) => (value === '' ? [] : [`${label}: ${value}.`]));
  if (operation.deprecated === true) lines.unshift('Deprecated.');
  if (lines.length > 0) writeLine(page, lines.join(' '));
  const parameters = mergedParameters(item, operation, document);
  writeParameters(
    parameters.filter((one) => one.in !== 'body'),
    document,
    page,
  );
  for (const { schema, description } of parameters.filter((one) => one.in === 'body')) {
    writeText(page, textOf(description), 2);
    writeBody(page, 'Body', schema, document);
  }
  const body = document.follow(operation.requestBody);
  writeText(page, textOf(body.description), 2);
  // Bodies of several types nearly always have the same fields.
  const bodies = Object.entries(objectOf(body.content));
  const label = `Body${body.required === true ? ', required' : ''} (${bodies.map(([type]) => type).join(', ')})`;
  if (bodies[0] !== undefined) writeBody(page, label, objectOf(bodies[0][1]).schema, document);
  writeResponses(objectOf(operation.responses), document, page);
};

/** The ways to sign in, each with the rights that it needs: `oauth (write:pets)`. */
const requirementsOf = (security: unknown): string[] =>
  listOf(security).map((one) =>
    Object.entries(objectOf(one))
      .map(([name, scopes]) => {
        const rights = listOf(scopes).map(textOf).join(', ');
        return rights === '' ? name : `${name} (${rights})`;
      })
      .join(' and '),
  );

/** The parameters of an operation and those of its path that it does not state itself. */
const mergedParameters = (item: JsonObject, operation: JsonObject, document: ReferringDocument): JsonObject[] => {
  const merged = new Map<string, JsonObject>();
  for (const one of [...listOf(item.parameters), ...listOf(operation.parameters)]) {
    const parameter = document.follow(one);
    if (textOf(parameter.name) !== '') merged.set(`${textOf(parameter.in)} ${textOf(parameter.name)}`, parameter);
  }
  return [...merged.values()];
};

const writeParameters = (parameters: readonly JsonObject[], document: ReferringDocument, page: PageBuilder): void =>
  writeTable(
    page,
    ['Parameter', 'In', 'Type', 'Required', 'Description'],
    parameters.map((parameter) => {
      // Swagger 2 states the type beside the name.
      const schema = parameter.schema ?? objectOf(Object.values(objectOf(parameter.content))[0]).schema ?? parameter;
      const own = document.follow(schema);
      const said = textOf(parameter.description) || textOf(own.description);
      return [
        textOf(parameter.name),
        textOf(parameter.in),
        typeOf(schema, document),
        parameter.required === true ? 'yes' : '',
        describedBy({
          ...own,
          deprecated: parameter.deprecated === true || own.deprecated,
          description: said,
          title: '',
        }),
      ];
    }),
  );

const writeResponses = (responses: JsonObject, document: ReferringDocument, page: PageBuilder): void =>
  writeTable(
    page,
    ['Response', 'Description', 'Body'],
    Object.entries(responses)
      .filter(([status]) => !status.startsWith('x-'))
      .map(([status, given]) => {
        const { description, content, schema } = document.follow(given);
        const bodies =
          schema === undefined ? Object.values(objectOf(content)).map((one) => objectOf(one).schema) : [schema];
        const types = [...new Set(bodies.map((one) => typeOf(one, document)).filter(Boolean))];
        return [status, textOf(description), types.join(' or ')];
      }),
  );

const writeSecurity = (document: ReferringDocument, page: PageBuilder): void => {
  const { components, securityDefinitions } = document.root;
  const schemes = Object.entries(objectOf(objectOf(components).securitySchemes ?? securityDefinitions));
  if (schemes.length === 0) return;
  page.heading(2, 'Authentication');
  const always = requirementsOf(document.root.security).filter(Boolean);
  if (always.length > 0)
    writeLine(page, `Signed in with: ${always.join(' or ')}, where an operation says nothing else.`);
  writeTable(
    page,
    ['Scheme', 'Type', 'Where', 'Description'],
    schemes.map(([name, given]) => {
      const scheme = document.follow(given);
      const flows = Object.entries(objectOf(scheme.flows)).map(([flow, one]) => addressesOf(flow, objectOf(one)));
      return [
        name,
        [textOf(scheme.type), textOf(scheme.scheme)].filter(Boolean).join(', '),
        [textOf(scheme.in), textOf(scheme.name)].filter(Boolean).join(' '),
        [
          textOf(scheme.description),
          ...flows,
          ...(textOf(scheme.flow) === '' ? [] : [addressesOf(textOf(scheme.flow), scheme)]),
          textOf(scheme.openIdConnectUrl),
        ]
          .filter(Boolean)
          .join(' '),
      ];
    }),
  );
};

const addressesOf = (flow: string, { authorizationUrl, tokenUrl, scopes }: JsonObject): string =>
  [
    `${flow}:`,
    ...[authorizationUrl, tokenUrl].map(textOf),
    Object.entries(objectOf(scopes))
      .map(([scope, meaning]) => [scope, textOf(meaning)].filter(Boolean).join(' – '))
      .join('; '),
  ]
    .filter(Boolean)
    .join(' ');

/** Writes each schema: a table of its fields, or what its values are. */
export const writeSchemas = (schemas: JsonObject, document: ReferringDocument, page: PageBuilder): void => {
  for (const [name, given] of Object.entries(schemas)) {
    const schema = document.follow(given);
    page.heading(2, `Schema ${name}`);
    const type = typeOf(given, document);
    writeText(page, textOf(schema.description), 2);
    const stated = describedBy({ ...schema, description: '', title: '' });
    writeLine(page, [type === '' || type === 'object' ? '' : `${type}.`, stated].filter(Boolean).join(' '));
    writeFields(page, given, document);
  }
};
