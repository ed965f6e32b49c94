import { type Span, splitSentences } from '../../core/text/sentences.ts';
import { type Block, INTRODUCES, introducesTable, MAX_INTRO, MAX_WITH_CODE } from './belonging.ts';
import type { MarkdownBlock } from './blocks.ts';
import { cutBlock, withoutWraps } from './cut.ts';
import { MAX_WORDS, TARGET_WORDS } from './limits.ts';
import { countWords } from './words.ts';

/**
 * The parts into which a block may be cut. The last sentence of a long paragraph is one if it introduces what follows: by its
 * end, or because code follows.
 */
export const partsOf = (text: string, block: MarkdownBlock, next: Block | undefined): Span[] => {
  const parts = cutBlock(text, block, { target: TARGET_WORDS, max: MAX_WORDS });
  const last = parts.at(-1);
  const isProse = block.kind === 'paragraph' || block.kind === 'list';
  if (!isProse || last === undefined || last.end - last.start <= MAX_INTRO) return parts;
  const words = withoutWraps(text.slice(last.start, last.end));
  const isAboveCode =
    block.kind === 'paragraph' &&
    next !== undefined &&
    !('table' in next) &&
    next.kind === 'code' &&
    countWords(text.slice(block.start, next.end)) > MAX_WITH_CODE;
  const isAboveTable = next !== undefined && 'table' in next;
  const sentence =
    isAboveCode || isAboveTable || INTRODUCES.test(words.trimEnd()) ? splitSentences(words).at(-1) : undefined;
  if (sentence === undefined || sentence.start === 0) return parts;
  if (isAboveTable && !introducesTable(words.slice(sentence.start, sentence.end))) return parts;
  const start = last.start + sentence.start;
  const before = text.slice(last.start, start).trimEnd();
  return [...parts.slice(0, -1), { start: last.start, end: last.start + before.length }, { start, end: last.end }];
};
