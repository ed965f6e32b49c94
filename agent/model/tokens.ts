import type { Message } from './model.ts';

/**
 * Estimates the tokens of a text without a tokenizer: four UTF-16 units per token for Latin script, one for Chinese,
 * Japanese and Korean, which byte-pair vocabularies split into characters.
 */
export const estimateTokens = (text: string): number => {
  const wide = text.match(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g)?.length ?? 0;
  return Math.ceil((text.length - wide) / 4) + wide;
};

/** Estimates the tokens of a prompt: its texts plus four per message for the roles. */
export const estimatePrompt = (messages: readonly Message[]): number =>
  messages.reduce((sum, { content, calls = [] }) => {
    const called = calls.length > 0 ? estimateTokens(JSON.stringify(calls)) : 0;
    return sum + estimateTokens(content) + called + 4;
  }, 0);
