import { fnv1a } from '../../core/text/fnv.ts';
import { words } from '../../core/text/words.ts';

/** A fingerprint that finds copies of a page. It is stored with the page, because a crawl needs it after "not modified" too. */
export interface PageSketch {
  /**
   * The smallest hashes of the text's shingles (Broder 1997, "On the resemblance and containment of documents"), in base 36 with
   * spaces between them.
   */
  shingles: string;
  /** A hash of all tokens with a digit. Pages that differ in a price, a date or a model number are not copies. */
  figures: string;
}

const SHINGLE_WORDS = 6;
const MAX_SHINGLES = 64;
/** Minimum words of a page with a sketch. Shorter pages, such as stubs or a picture with a caption, can be similar by chance. */
const MIN_WORDS = 60;
const MIN_RESEMBLANCE = 0.94;

/** The sketch of a page's text, undefined for a page with too few words. */
export const sketchOf = (text: string): PageSketch | undefined => {
  const tokens = words(text);
  if (tokens.length < MIN_WORDS) return undefined;
  const hashes = new Set<number>();
  for (let at = 0; at + SHINGLE_WORDS <= tokens.length; at++)
    hashes.add(fnv1a(tokens.slice(at, at + SHINGLE_WORDS).join(' ')));
  const smallest = [...hashes].sort((a, b) => a - b).slice(0, MAX_SHINGLES);
  const figures = [...new Set(tokens.filter((token) => /\d/.test(token)))].sort().join(' ');
  return { shingles: smallest.map((hash) => hash.toString(36)).join(' '), figures: fnv1a(figures).toString(36) };
};

/** Finds copies of pages: a print version, a mirror, the same article in a second menu. */
export const createCopyFinder = () => {
  const pages = new Map<string, { own: Set<string>; sketch: PageSketch }>();
  const byHash = new Map<string, string[]>();
  return {
    /** The id of an earlier page with the same text. If there is none, remembers this page and returns undefined. */
    copyOf(id: string, sketch: PageSketch | undefined): string | undefined {
      if (sketch === undefined) return undefined;
      const own = new Set(sketch.shingles.split(' '));
      // Similar pages share nearly all of their smallest hashes, so that a few are enough to find candidates.
      const first = [...own].slice(0, 8);
      for (const other of new Set(first.flatMap((hash) => byHash.get(hash) ?? []))) {
        const page = pages.get(other);
        if (
          page &&
          other !== id &&
          page.sketch.figures === sketch.figures &&
          resemblance(own, page.own) >= MIN_RESEMBLANCE
        )
          return other;
      }
      pages.set(id, { own, sketch });
      for (const hash of first) byHash.set(hash, [...(byHash.get(hash) ?? []), id]);
      return undefined;
    },
  };
};

const resemblance = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => {
  let common = 0;
  for (const hash of a) if (b.has(hash)) common++;
  return common / Math.max(a.size, b.size);
};
