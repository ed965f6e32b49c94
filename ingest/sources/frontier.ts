import { addressShape, isCircular, isMedia, pageAddress } from './addresses.ts';

/** An address to crawl. */
export interface Visit {
  url: string;
  /** Number of links from the start to this page. */
  depth: number;
}

export interface FrontierOptions {
  start: string;
  maxDepth: number;
  /** Maximum number of pages. */
  maxPages: number;
  /** True for addresses of the site, including the start. */
  belongs(url: string): boolean;
  /** True for addresses that robots.txt allows. */
  allows(url: string): boolean;
  /** Receives the first address of a shape beyond `MAX_ALIKE`. It is most likely in a trap, such as an endless calendar. */
  onTrap(url: string): void;
}

/** Maximum pages with one shape (`/calendar/#/#`). */
export const MAX_ALIKE = 500;

/** The queue of a crawl: addresses that are not read yet, each once, in the order in which they were found. */
export const createFrontier = ({ start, maxDepth, maxPages, belongs, allows, onTrap }: FrontierOptions) => {
  const queue: Visit[] = [];
  const seen = new Set<string>();
  const shapes = new Map<string, number>();
  let visits = 0;
  return {
    /** True if pages were left out because of `maxPages`. */
    cut: false,
    get empty(): boolean {
      return queue.length === 0;
    },
    isSeen: (url: string): boolean => seen.has(url),
    /** Marks an address as read, such as the target of a redirect. */
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
    /** The next address, undefined if none is left or `maxPages` were read. */
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
