import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { sha256 } from '../../core/sha256.ts';
import { learnTemplate, type SiteTemplate } from '../extract/template/learn.ts';
import type { PageSketch } from '../extract/template/page-sketch.ts';
import { sketchFile } from '../sandbox/index.ts';
import { MAX_FILE_BYTES } from './file-bounds.ts';

/** Templates of a folder's HTML pages. Each is learned from sample pages of a subfolder when it is first needed. */
export interface FolderTemplates {
  /** The template of the pages around a file; undefined if they share nothing. */
  of(file: string): Promise<SiteTemplate | undefined>;
}

/** Number of sample pages per template. */
const SAMPLE = 24;
/** A subfolder with fewer pages uses its parent's template. Deeper ones need more, so that few pages are read twice. */
const MIN_PAGES = 6;
const MIN_DEEP_PAGES = 240;
const SHALLOW = 2;
/** Maximum subfolders with their own template. Pages of others use the template of a folder above. */
const MAX_PARTS = 5000;
/** Maximum bytes of a sample page. */
const MAX_SAMPLE_BYTES = Math.min(2_000_000, MAX_FILE_BYTES);

interface Part {
  depth: number;
  pages: number;
  /** Pages with the smallest hashes of their names. A new page rarely changes the sample, and so rarely changes a template. */
  sample: { rank: string; file: string }[];
  template?: Promise<SiteTemplate | undefined>;
}

/** True for the name of an HTML page, compressed or not. */
export const isHtmlFile = (file: string): boolean => /\.x?html?(?:\.gz)?$/i.test(file);

/** Creates the templates of a folder, in bounded memory. Call `add` once for each page before `of`. */
export const createFolderTemplates = (root: string): FolderTemplates & { add(file: string): void } => {
  const parts = new Map<string, Part>();
  const foldersOf = function* (file: string) {
    for (let at = path.dirname(file); at.startsWith(root); at = path.dirname(at)) {
      yield at;
      if (at === root) return;
    }
  };
  const isOwn = ({ depth, pages }: Part): boolean =>
    depth === 0 || pages >= (depth <= SHALLOW ? MIN_PAGES : MIN_DEEP_PAGES);
  const own = (folder: string): Promise<SiteTemplate | undefined> => {
    const part = parts.get(folder);
    if (part === undefined || !isOwn(part)) return Promise.resolve(undefined);
    part.template ??= learn(part.sample.map(({ file }) => file));
    return part.template;
  };
  return {
    add(file) {
      if (!isHtmlFile(file)) return;
      const rank = sha256(path.relative(root, file));
      for (const folder of foldersOf(file)) {
        let part = parts.get(folder);
        if (part === undefined) {
          if (parts.size >= MAX_PARTS && folder !== root) continue;
          const relative = path.relative(root, folder);
          part = { depth: relative === '' ? 0 : relative.split(path.sep).length, pages: 0, sample: [] };
          parts.set(folder, part);
        }
        part.pages++;
        part.sample.push({ rank, file });
        part.sample.sort((a, b) => (a.rank < b.rank ? -1 : 1));
        part.sample.splice(SAMPLE);
      }
    },
    async of(file) {
      if (!isHtmlFile(file)) return undefined;
      const found: SiteTemplate[] = [];
      for (const folder of foldersOf(file)) {
        const template = await own(folder);
        if (template !== undefined) found.push(template);
      }
      if (found.length < 2) return found[0];
      // The nearest folder's template fits best.
      return {
        families: Object.assign({}, ...found.toReversed().map(({ families }) => families)),
        hash: found.map(({ hash }) => hash).join('-'),
      };
    },
  };
};

/** Learns a template. Ignores pages that cannot be read, which are reported when they are ingested. */
const learn = async (files: readonly string[]): Promise<SiteTemplate | undefined> => {
  if (files.length < MIN_PAGES) return undefined;
  const sketches = await Promise.all(
    files.map(async (file): Promise<PageSketch[]> => {
      try {
        if ((await stat(file)).size > MAX_SAMPLE_BYTES) return [];
        return [await sketchFile({ name: file }, await readFile(file))].filter((sketch) => sketch !== undefined);
      } catch {
        return [];
      }
    }),
  );
  return learnTemplate(sketches.flat());
};
