import { describe, expect, it } from 'vitest';
import { type ErrorCode, ParleyError } from '../../core/errors.ts';
import { readSettings } from '../../core/settings.ts';
import { failureOf } from './failure.ts';
import { createPlainWords, plainFailure, plainWords } from './plain-words.ts';

/** Every code; a new one does not compile until it stands here. */
const CODES = Object.keys({
  BAD_USAGE: 1,
  BAD_SETTING: 1,
  BAD_INPUT: 1,
  INPUT_NOT_FOUND: 1,
  INPUT_TOO_LARGE: 1,
  INPUT_UNREADABLE: 1,
  PARSER_TIMEOUT: 1,
  PARSER_MEMORY: 1,
  PARSER_DIED: 1,
  OUTPUT_TOO_LARGE: 1,
  FETCH_REFUSED: 1,
  FETCH_FAILED: 1,
  UNKNOWN_STRATEGY: 1,
  UNKNOWN_SCOPE: 1,
  UNKNOWN_SOURCE: 1,
  UNKNOWN_ID: 1,
  DATA_NEWER: 1,
  DATA_LOCKED: 1,
  DISK_FULL: 1,
  STORE_UNAVAILABLE: 1,
  EMBEDDING_DIMENSION_CHANGED: 1,
  ENCODER_UNAVAILABLE: 1,
  RERANKER_UNAVAILABLE: 1,
  LIVE_SOURCE_FAILED: 1,
  MODEL_UNAVAILABLE: 1,
  MODEL_KEY_REFUSED: 1,
  MODEL_NOT_FOUND: 1,
  MODEL_RATE_LIMITED: 1,
  MODEL_REFUSED: 1,
  MODEL_OUTPUT_MALFORMED: 1,
  BUDGET_EXHAUSTED: 1,
  CANCELLED: 1,
  TOO_MANY_QUESTIONS: 1,
  PLATFORM_REFUSED: 1,
  EVAL_FAILED: 1,
  CASE_CHANGED: 1,
  NOT_ENABLED: 1,
  SIGN_IN_REQUIRED: 1,
  SIGN_IN_FAILED: 1,
  NOT_ALLOWED: 1,
  TOKEN_MISSING: 1,
  TOKEN_UNKNOWN: 1,
  TOKEN_FOREIGN: 1,
  TOKEN_EXPIRED: 1,
  TOKEN_REVOKED: 1,
  TOKEN_BEYOND_MAKER: 1,
  PERMISSION_MISSING: 1,
  RIGHTS_CHANGED: 1,
  ORIGIN_REFUSED: 1,
  REPEATED_KEY: 1,
  TOO_MANY_STREAMS: 1,
  PACKAGE_MISSING: 1,
  INTERNAL: 1,
} satisfies Record<ErrorCode, 1>) as ErrorCode[];

describe('what an asker is told', () => {
  it.each(CODES)('of %s names no setting, host, path or command', (code) => {
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

  it('leaves out hosts that only the settings know', () => {
    const words = createPlainWords(readSettings({ CHROMA_URL: 'http://vectors:8000' }));
    expect(words('The search is slow. Ask vectors why.')).toBe('The search is slow.');
  });
});
