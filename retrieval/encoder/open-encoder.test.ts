import { describe, expect, it } from 'vitest';
import { openEncoder } from './open-encoder.ts';

describe('openEncoder', () => {
  it('is undefined when no embeddings are set', () => expect(openEncoder({})).toBeUndefined());
  it('keeps the full name, which marks the index', () =>
    expect(openEncoder({ PARLEY_EMBEDDINGS: 'openai:text-embedding-3-small' })?.name).toBe(
      'openai:text-embedding-3-small',
    ));
  it('asks for a base URL when the provider is not known', () => {
    expect(() => openEncoder({ PARLEY_EMBEDDINGS: 'acme:vec-1' })).toThrow(/acme:vec-1/);
    expect(openEncoder({ PARLEY_EMBEDDINGS: 'acme:vec-1', PARLEY_EMBEDDINGS_BASE_URL: 'http://h/v1' })?.name).toBe(
      'acme:vec-1',
    );
  });
});
