import type { PageBuilder } from '../../extract/page-builder.ts';
import { writeSchemas } from './openapi.ts';
import { type JsonObject, listOf, objectOf, type ReferringDocument, referredName, textOf } from './values.ts';
import { writeBody, writeLine, writeTable, writeText } from './write-tables.ts';

/**
 * Writes an API of messages as AsyncAPI 2 or 3 describes it: each operation below what it does on which channel, with its messages
 * and their fields, and each schema.
 */
export const writeAsyncApi = (document: ReferringDocument, page: PageBuilder): void => {
  const { root } = document;
  const servers = Object.entries(objectOf(root.servers)).map(([name, given]) => {
    const { url, host, protocol, description } = document.follow(given);
    return [name, textOf(url) || textOf(host), textOf(protocol), textOf(description)];
  });
  writeTable(page, ['Server', 'Address', 'Protocol', 'Description'], servers);
  for (const [name, given] of Object.entries(objectOf(root.channels))) {
    const channel = document.follow(given);
    for (const action of ['publish', 'subscribe'])
      if (channel[action] !== undefined)
        writeOperation(`${action} ${name}`, document.follow(channel[action]), channel, document, page);
  }
  for (const [name, given] of Object.entries(objectOf(root.operations))) {
    const operation = document.follow(given);
    const channel = document.follow(operation.channel);
    const address = textOf(channel.address) || referredName(operation.channel) || name;
    writeOperation(`${textOf(operation.action)} ${address}`.trim(), operation, channel, document, page);
  }
  writeSchemas(objectOf(objectOf(root.components).schemas), document, page);
};

const writeOperation = (
  heading: string,
  operation: JsonObject,
  channel: JsonObject,
  document: ReferringDocument,
  page: PageBuilder,
): void => {
  const summary = textOf(operation.summary) || textOf(operation.title);
  page.heading(2, summary === '' ? heading : `${heading}: ${summary}`);
  writeText(page, textOf(operation.description), 2);
  if (channel.description !== operation.description) writeText(page, textOf(channel.description), 2);
  const id = textOf(operation.operationId);
  if (id !== '') writeLine(page, `Operation: ${id}.`);
  writeTable(
    page,
    ['Parameter', 'Description'],
    Object.entries(objectOf(channel.parameters)).map(([name, given]) => [
      name,
      textOf(document.follow(given).description),
    ]),
  );
  for (const given of messagesOf(operation, channel, document)) writeMessage(given, document, page);
};

/** The messages of an operation; those of its channel if it names none. */
const messagesOf = (operation: JsonObject, channel: JsonObject, document: ReferringDocument): unknown[] => {
  const own = operation.messages ?? operation.message;
  if (Array.isArray(own)) return own;
  if (own === undefined) return Object.values(objectOf(channel.messages));
  const choices = listOf(document.follow(own).oneOf);
  return choices.length > 0 ? [...choices] : [own];
};

const writeMessage = (given: unknown, document: ReferringDocument, page: PageBuilder): void => {
  const message = document.follow(given);
  const name = textOf(message.title) || textOf(message.name) || referredName(given) || 'message';
  writeText(page, textOf(message.summary) || textOf(message.description), 2);
  // Avro and others state it as a schema of another kind.
  const payload = objectOf(message.payload).schema ?? message.payload;
  writeBody(page, `Message ${name}`, payload, document);
};
