import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.dirname(path.dirname(import.meta.dirname));

/** A fenced block of a page, with what stands around it. */
export interface Block {
  /** Relative to the repository. */
  page: string;
  line: number;
  /** `sh`, `ts`. */
  language: string;
  /** The words after the language: `runnable`. */
  marks: string[];
  code: string;
  /** What the block needs that a clone does not have, from `<!-- needs: … -->` before it. */
  needs?: string;
}

/** The pages that people read: README, CONTRIBUTING, SECURITY and docs/. */
export const documentedPages = (): string[] => [
  ...globSync('*.md', { cwd: root }).sort(),
  ...globSync('docs/**/*.md', { cwd: root }).sort(),
];

/** Every fenced block of those pages, in order. */
export const documentedBlocks = (): Block[] =>
  documentedPages().flatMap((page) => {
    const lines = readFileSync(path.join(root, page), 'utf8').split('\n');
    const blocks: Block[] = [];
    let open: { block: Block; indent: string } | undefined;
    let needs: string | undefined;
    for (const [index, line] of lines.entries()) {
      const [, indent = '', info] = /^(\s*)```(.*)$/.exec(line) ?? [];
      if (open) {
        if (info === '') {
          blocks.push(open.block);
          open = undefined;
        } else open.block.code += `${line.slice(open.indent.length)}\n`;
        continue;
      }
      if (info !== undefined) {
        const [language = '', ...marks] = info.trim().split(/\s+/);
        open = { indent, block: { page, line: index + 2, language, marks, code: '', ...(needs && { needs }) } };
        needs = undefined;
      } else if (line.trim() !== '') needs = /<!-- needs: (.+?) -->/.exec(line)?.[1];
    }
    return blocks;
  });
