/** What a page has in common with its neighbours or not: its elements and the hashes of its texts, no words. */
export interface PageSketch {
  /** Pages of one family were made by the same program with the same styles. */
  family: string;
  /** Elements around text; a parent stands before its children. */
  nodes: SketchNode[];
  blocks: SketchBlock[];
}

export interface SketchNode {
  /** Place in `nodes`; -1 above the root. */
  parent: number;
  /** Tag and classes, digits left out. */
  name: string;
  id: string;
  /** A field to type in or a choice stands in it: a filter, a search. */
  control: boolean;
}

export interface SketchBlock {
  node: number;
  /** Hash of the text. */
  text: number;
  /** Hash of its letters outside of links: a bar's label stays where its links differ from page to page. */
  label: number;
  length: number;
  /** Characters in links; in links to a place on the same page. */
  link: number;
  local: number;
  /** A sentence of running text. */
  good: boolean;
  heading: boolean;
}
