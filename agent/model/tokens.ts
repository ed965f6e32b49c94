import type { Message } from './model.ts';

/**
 * Tokens of a text where no tokenizer is at hand: four UTF-16 units each for Latin script, one for the scripts that
 * byte-pair vocabularies split into characters (Chinese, Japanese, Korean).
 */
export const estimateTokens = (text: string): number => {
  const wide = text.match(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g)?.length ?? 0;
  return Math.ceil((text.length - wide) / 4) + wide;
};

/** Tokens of a prompt: its texts and about four a message for the roles. */
export const estimatePrompt = (messages: readonly Message[]): number =>
  messages.reduce((sum, { content, calls = [] }) => {
    const called = calls.length > 0 ? estimateTokens(JSON.stringify(calls)) : 0;
    return sum + estimateTokens(content) + called + 4;
  }, 0);
