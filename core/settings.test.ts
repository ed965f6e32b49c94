import { describe, expect, it } from 'vitest';
import { readSettings } from './settings.ts';

describe('settings', () => {
  it('have defaults: a fresh machine needs none', () => {
    expect(readSettings({})).toMatchObject({ PORT: 3000, PARLEY_DATA: './data', PARLEY_LOG: 'warn' });
  });

  it('treat an empty value as unset, as in a copied .env.example', () => {
    expect(readSettings({ PARLEY_MODEL: '', PORT: '' })).toMatchObject({ PORT: 3000 });
  });

  it.each(['off', 'none'])('treat PARLEY_EMBEDDINGS=%s as unset, and reject other values without a provider', (off) => {
    expect(readSettings({ PARLEY_EMBEDDINGS: off }).PARLEY_EMBEDDINGS).toBeUndefined();
    expect(() => readSettings({ PARLEY_EMBEDDINGS: `${off}-line` })).toThrow(/or off/);
  });

  it('name every wrong variable at once, in one line with what to do', () => {
    const wrong = () => readSettings({ PORT: 'eighty', PARLEY_MODEL: 'gpt-4', CHROMA_URL: 'localhost' });
    expect(wrong).toThrow(/PORT/);
    expect(wrong).toThrow(/PARLEY_MODEL/);
    expect(wrong).toThrow(/CHROMA_URL/);
  });

  it.each(['PARLEY_ALLOWED_HOSTS', 'PARLEY_LINK_HOSTS'])(
    'takes host names for %s, and nothing that is none',
    (name) => {
      const hosts = 'parley, wiki.example.com:8443, [::1]:3000, 10.0.0.7, münchen.example';
      expect(() => readSettings({ [name]: hosts })).not.toThrow();
      for (const wrong of [
        'https://wiki.example.com',
        'wiki.example.com/handbook',
        '*.example.com',
        'wiki.example.com:port',
      ])
        expect(() => readSettings({ [name]: `parley, ${wrong}` }), wrong).toThrow(
          new RegExp(`${name} must be host names`),
        );
    },
  );

  it('suggests a setting for a misspelt one, and ignores variables of other programs', () => {
    expect(() => readSettings({ PARLEY_MODLE: 'openai:gpt-4.1-mini' })).toThrow(
      /PARLEY_MODLE.*Did you mean PARLEY_MODEL\?/,
    );
    expect(() => readSettings({ PARLEY_EMBEDDING: 'openai:x' })).toThrow(/Did you mean PARLEY_EMBEDDINGS\?/);
    expect(() => readSettings({ PARLEY_PORT: '8080' })).toThrow(/PARLEY_PORT.*Did you mean PORT\?/);
    expect(() => readSettings({ PARLEY_PORT: 'tcp://10.0.0.1:3000' })).not.toThrow();
    expect(() => readSettings({ PARLEY_SERVICE_HOST: '10.0.0.1', PARLEY_SHARED: '/x' })).not.toThrow();
  });
});
