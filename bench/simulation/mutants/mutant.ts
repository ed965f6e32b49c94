/** A piece of a file that is replaced as the file is loaded. */
export interface Edit {
  /** From the repository's root. */
  file: string;
  from: string;
  to: string;
}

/**
 * A fault that is planted in the product to see that the simulator sees it: pieces of its files are replaced as they are
 * loaded, and nothing of it stands in the product. A piece that is not there exactly once is an error, so that a mutant
 * which a change of the product made void is noticed.
 */
export interface Mutant extends Edit {
  name: string;
  /** What it does wrong, for a reader. */
  about: string;
  /** Further edits, where the product holds a promise twice: with one of its guards left, nothing goes wrong. */
  also?: readonly Edit[];
}
