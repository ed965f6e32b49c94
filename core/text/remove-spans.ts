import type { Span } from './sentences.ts';

/** A line that opens or closes a block of code, also inside a list item. */
const FENCE_LINE = /^[^\S\n]*(?:`{3,}|~{3,})/gm;

/** True for a line that opens or closes a block of code, also inside a list item. */
export const isFenceLine = (line: string): boolean => line.search(FENCE_LINE) === 0;

/**
 * Removes parts of a text, which must be in order and must not overlap. If a part opens or closes a block of code, a fence
 * stays, so that code remains code and prose remains prose.
 */
export const removeSpans = (text: string, spans: readonly Span[]): string => {
  let kept = '';
  let from = 0;
  for (const { start, end } of spans) {
    const fences = text.slice(start, end).match(FENCE_LINE) ?? [];
    kept += `${text.slice(from, start)}${fences.length % 2 === 1 ? `\n${fences.at(-1)}\n` : ''}`;
    from = end;
  }
  return kept + text.slice(from);
};
