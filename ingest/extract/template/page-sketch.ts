/** The structure of a page to compare with other pages: its elements and hashes of its texts, but no text. */
export interface PageSketch {
  /** Identifies the generator and the style sheets. */
  family: string;
  /** Hash of the title, 0 without one, and of each part of the declared title. */
  title: number;
  titleParts: number[];
  /** Elements around text. A parent precedes its children. */
  nodes: SketchNode[];
  blocks: SketchBlock[];
}

export interface SketchNode {
  /** Index in `nodes`; -1 above the root. */
  parent: number;
  /** Tag and classes, without digits. */
  name: string;
  id: string;
  /** A field to type in or a choice stands in it: a filter, a search. */
  control: boolean;
}

export interface SketchBlock {
  node: number;
  /** Hash of the text. */
  text: number;
  /** Hash of its letters outside of links, which is equal for the label of a bar whose links differ between pages. */
  label: number;
  length: number;
  /** Characters in links, and in links to the same page. */
  link: number;
  local: number;
  /** True for running text with a sentence. */
  good: boolean;
  heading: boolean;
}
