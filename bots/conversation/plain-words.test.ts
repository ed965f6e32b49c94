import { describe, expect, it } from 'vitest';
import { ERROR_CODES, ParleyError } from '../../core/errors.ts';
import { readSettings } from '../../core/settings.ts';
import { failureOf } from './failure.ts';
import { createPlainWords, plainFailure, plainWords } from './plain-words.ts';

describe('what an asker is told', () => {
  it.each(ERROR_CODES)('of %s names no setting, host, path or command', (code) => {
    const error = new ParleyError(code, {
      message: 'The store is away: http://chroma.corp.internal:8000 says ECONNREFUSED 10.0.3.7 for /srv/parley/data/x.',
      remedy: 'Set CHROMA_URL, look into /etc/parley/env and run `parley doctor`.',
    });
    const { message, remedy } = plainFailure(failureOf(error, 'turn-1'));
    expect(`${message} ${remedy}`).not.toMatch(/CHROMA|PARLEY_|corp|internal:|10\.0|ECONN|\/srv|\/etc|parley doctor/);
    expect(message).not.toBe('');
    expect(remedy).not.toBe('');
  });

  it('keeps the plain sentences of a notice', () => {
    expect(plainWords('No model is set, so Parley quotes its sources. Set PARLEY_MODEL to get written answers.')).toBe(
      'No model is set, so Parley quotes its sources.',
    );
  });

  it('does not end within a piece of code', () => {
    expect(plainWords('The key is wrong. Send `Key: …`, or run `parley doctor`.')).toBe('The key is wrong.');
  });

  it('leaves out hosts that only the settings know', () => {
    const words = createPlainWords(readSettings({ CHROMA_URL: 'http://vectors:8000' }));
    expect(words('The search is slow. Ask vectors why.')).toBe('The search is slow.');
  });
});
