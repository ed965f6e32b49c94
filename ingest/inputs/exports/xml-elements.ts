import type { Element } from 'domhandler';
import { DomHandler, Parser } from 'htmlparser2';
import { damaged } from '../../formats/errors.ts';
import { MAX_FILE_BYTES } from '../file-bounds.ts';
import { unpackedStream } from '../unpacked-stream.ts';

/** An element of a large file. One with too much text has none. */
export interface StreamedElement {
  name: string;
  element?: Element;
}

/**
 * Streams elements of an XML file of any size, each as a tree of its own. An element inside of another one of them is a part of it.
 * Entities that the file declares are not expanded.
 *
 * @param names of the elements
 * @throws what reading throws
 */
export async function* xmlElements(file: string, names: readonly string[]): AsyncGenerator<StreamedElement> {
  const wanted = new Set(names);
  const found: StreamedElement[] = [];
  let tree: DomHandler | undefined;
  let depth = 0;
  let size = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (depth === 0 && !wanted.has(name)) return;
        if (depth === 0) [tree, size] = [new DomHandler(undefined, { xmlMode: true }), 0];
        depth++;
        size +=
          name.length + Object.entries(attributes).reduce((sum, [key, value]) => sum + key.length + value.length, 0);
        if (depth <= MAX_DEPTH && size <= MAX_FILE_BYTES) tree?.onopentag(name, attributes);
        else tree = undefined;
      },
      ontext(text) {
        if (depth === 0) return;
        size += text.length;
        if (size <= MAX_FILE_BYTES) tree?.ontext(text);
        else tree = undefined;
      },
      onclosetag(name) {
        if (depth === 0) return;
        depth--;
        tree?.onclosetag();
        if (depth > 0) return;
        found.push({ name, element: tree?.root.firstChild as Element | undefined });
        tree = undefined;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  const decoder = new TextDecoder();
  for await (const chunk of unpackedStream(file)) {
    parser.write(decoder.decode(chunk as Buffer, { stream: true }));
    yield* found.splice(0);
  }
  // The parser closes what the file's end cuts.
  const isCut = depth > 0;
  depth = 0;
  tree = undefined;
  parser.end();
  yield* found;
  if (isCut) throw damaged('export', new Error('it ends in the middle of an element'));
}

/** Maximum depth of an element. Exports are far less deep. */
const MAX_DEPTH = 200;
