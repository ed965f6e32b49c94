import { addressShape, isCircular, isMedia, pageAddress } from './addresses.ts';

/** An address that a crawl is to read. */
export interface Visit {
  url: string;
  /** Links between the start and it. */
  depth: number;
}

export interface FrontierOptions {
  start: string;
  maxDepth: number;
  /** Pages at most. */
  maxPages: number;
  /** True for addresses of the site; the start is one. */
  belongs(url: string): boolean;
  /** True for addresses that robots.txt allows. */
  allows(url: string): boolean;
  /** Receives the first address over `MAX_ALIKE` of one shape: most likely a trap, such as an endless calendar. */
  onTrap(url: string): void;
}

/** Pages of one shape (`/calendar/#/#`) after which more of it are a trap. */
export const MAX_ALIKE = 500;

/** The addresses that a crawl has yet to read, each once, in the order in which they were found. */
export const createFrontier = ({ start, maxDepth, maxPages, belongs, allows, onTrap }: FrontierOptions) => {
  const queue: Visit[] = [];
  const seen = new Set<string>();
  const shapes = new Map<string, number>();
  let visits = 0;
  return {
    /** True once pages were left out for `maxPages`. */
    cut: false,
    get empty(): boolean {
      return queue.length === 0;
    },
    isSeen: (url: string): boolean => seen.has(url),
    /** Takes an address as read, such as the one that a redirect led to. */
    see: (url: string): void => void seen.add(url),
    add(href: string, base: string, depth: number): void {
      const url = pageAddress(href, base);
      if (url === undefined || seen.has(url) || depth > maxDepth) return;
      if (url !== start && (!belongs(url) || isMedia(url) || isCircular(url))) return;
      if (!allows(url)) return;
      seen.add(url);
      const shape = addressShape(url);
      const alike = (shapes.get(shape) ?? 0) + 1;
      shapes.set(shape, alike);
      if (alike === MAX_ALIKE + 1) onTrap(url);
      if (alike <= MAX_ALIKE) queue.push({ url, depth });
    },
    /** The next address; undefined when none is left or `maxPages` are read. */
    next(): Visit | undefined {
      if (visits >= maxPages) {
        this.cut ||= queue.length > 0;
        queue.length = 0;
      }
      const visit = queue.shift();
      if (visit) visits++;
      return visit;
    },
  };
};
