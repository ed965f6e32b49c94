import { afterEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../core/log.ts';
import { openEmbedded } from '../../stores/embedded/index.ts';
import type { Stores } from '../../stores/index.ts';
import { createRetriever, indexDocuments } from '../index.ts';
import { page } from '../testing/pages.ts';
import { identifiersIn } from './identifiers.ts';

let stores: Stores | undefined;
afterEach(() => stores?.close());

const keys = (text: string) => identifiersIn(text).map(({ key }) => key);

describe('identifiers', () => {
  it.each([
    ['See ABC-123 and #4711, fixed in v2.3.1.', ['=abc-123', '=#4711', '=v2.3.1']],
    ['Set `max_retries` in config/app.yaml', ['=max_retries', '=app.yaml']],
    ['ERR_CONN_RESET or 0x80070005 or E1234', ['=err_conn_reset', '=0x80070005', '=e1234']],
    ['call getUserName() of HttpClient', ['=getusername', '=httpclient']],
    ['write to ops@example.org, log in /var/log/app.log', ['=ops@example.org', '=/var/log/app.log']],
    ['e.g. the sea.The buoy, i.e. a well-kept one on 3 May', []],
  ])('%s', (text, expected) => {
    expect(keys(text)).toEqual(expected);
  });

  it.each(['0xff', 'Queue::push', 'node->next', 'gw-2', '10.4.0', 'HttpClient', 'iPhone', 'a_b', 'E12'])(
    'finds %s where nothing else in the text looks like an identifier',
    (text) => expect(keys(`we saw ${text} there`)).toEqual([`=${text.toLowerCase()}`]),
  );
});

/** A question, the page that contains its identifier, and pages that contain only parts of it. */
const CASES: [question: string, right: string, wrong: string[]][] = [
  [
    'What happened in ABC-123?',
    'It was closed: see ABC-123.',
    ['ABC-124 came after 123 others.', 'ABC has 123 pages, ABC and 123.'],
  ],
  ['is #4711 done?', 'Ticket #4711 is with the harbour.', ['Room 4711 is done, done and done.', 'We got 4711 done.']],
  [
    'what does getUserName return',
    'getUserName() gives a string.',
    ['The user can get a name to return.', 'A name returns.'],
  ],
  ['how do I set the max retries?', 'Use `maxRetries`; three at first.', ['Set the table.', 'The maximum is high.']],
  [
    'ERR_CONN_RESET on upload',
    'ERR_CONN_RESET: restart the relay.',
    ['A conn can err on upload.', 'Reset the upload, reset it.'],
  ],
  [
    'what changed in v2.3.1?',
    'v2.3.1 mends the clock.',
    ['v2.3 changed 1 clock.', 'In 2.1.3 what changed was the lamp, 3 of them.'],
  ],
  [
    'who reads ops@example.org?',
    'Mail to ops@example.org goes to Ada.',
    ['ops reads example pages.', 'The org has an example.'],
  ],
  [
    'where is config.max_retries read',
    'boot reads config.max_retries',
    ['the config is read at boot, max', 'retries are read'],
  ],
  [
    'how do I reset kestrel',
    'kestrel is reset by holding the button',
    ['reset the pump by its lever', 'how to reset a gauge'],
  ],
];

describe('search by an identifier', () => {
  it.each(CASES)('%s', async (question, right, wrong) => {
    stores = openEmbedded(':memory:');
    const pages = [right, ...wrong].map((text, at) => page(`p${at}`, `Note ${at}`, text));
    await indexDocuments({ stores }, [...pages, page('x', 'Lunch', 'Soup is at noon.')]);
    const { hits } = await createRetriever({ stores, log: silentLog }).search({ text: question, scopes: ['everyone'] });
    expect(hits[0]!.documentId).toBe('p0');
  });
});
