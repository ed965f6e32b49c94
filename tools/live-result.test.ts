import { describe, expect, it } from 'vitest';
import { wordsOfResult } from './live-result.ts';

const text = (words: string) => ({ type: 'text', text: words });
const image = { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' };

describe('the words of a tool’s result', () => {
  it.each([
    ['a text, once', { content: [text('21 °C')], structuredContent: { result: '21 °C' }, _meta: { a: 1 } }, '21 °C'],
    [
      'texts around a picture',
      { content: [text('A chart:'), image, text('Sales were 7.')] },
      'A chart:\nSales were 7.',
    ],
    ['structured content alone', { content: [], structuredContent: { city: 'Porto' } }, '{"city":"Porto"}'],
    [
      'the text of a resource',
      { content: [{ type: 'resource', resource: { uri: 'file:///a', text: 'Port 8080.' } }] },
      'Port 8080.',
    ],
    [
      'a link with what it leads to',
      { content: [{ type: 'resource_link', uri: 'https://a.example', name: 'status', description: 'All systems' }] },
      'status: All systems (https://a.example)',
    ],
    ['nothing', { content: [] }, ''],
    ['an empty text', { content: [text('')], structuredContent: { result: '' } }, ''],
    ['a part of a kind that does not exist yet', { content: [{ type: 'hologram' }, text('Hello')] }, 'Hello'],
  ])('are %s', (_, result, words) => {
    expect(wordsOfResult(result)).toBe(words);
  });

  it.each([
    ['the error that it reports', { isError: true, content: [text('no such city')] }, 'no such city'],
    ['an error without words', { isError: true, content: [] }, 'without words'],
    ['a picture alone', { content: [image], structuredContent: { content: [image] } }, 'not read here (image)'],
    [
      'a binary file alone',
      { content: [{ type: 'resource', resource: { uri: 'file:///a', blob: 'AAAA' } }] },
      'not read here (resource)',
    ],
  ])('are refused for %s', (_, result, words) => {
    expect(() => wordsOfResult(result)).toThrow(words);
  });
});
