import type { ParentNode } from '../../extract/dom.ts';
import { localName, named } from './xml.ts';

/** What the styles of an OpenDocument file say of its lists and of its code. */
export interface OdtStyles {
  /** The number with which a list of that style begins at a level from 1; undefined for a list with signs. */
  numbersOf(style: string, level: number): number | undefined;
  /** True for a style of code, or one that is made after such a style. */
  isCode(style: string | undefined): boolean;
}

/** Names of styles for code, with spaces as `_20_`. */
const CODE = /^(?:Preformatted(?:_20_)?Text|Source(?:_20_)?Code|Code(?:_20_Block)?)$/i;
/** Maximum styles between one and the one that it is made after. */
const MAX_PARENTS = 20;

/** Reads the styles of a file's parts. Those of the content stand behind the general ones. */
export const readOdtStyles = (parts: readonly ParentNode[]): OdtStyles => {
  const lists = new Map<string, Map<number, number>>();
  const parents = new Map<string, string>();
  for (const part of parts) {
    for (const { attribs } of named(part, 'style')) {
      const [name, parent] = [attribs['style:name'], attribs['style:parent-style-name']];
      if (name !== undefined && parent !== undefined) parents.set(name, parent);
    }
    for (const style of named(part, 'list-style')) {
      const levels = new Map<number, number>();
      for (const level of named(style, 'list-level-style-number'))
        if (localName(level) === 'list-level-style-number' && (level.attribs['style:num-format'] ?? '') !== '')
          levels.set(Number(level.attribs['text:level']), Number(level.attribs['text:start-value']) || 1);
      lists.set(style.attribs['style:name'] ?? '', levels);
    }
  }
  return {
    numbersOf: (style, level) => lists.get(style)?.get(level),
    isCode: (style) => {
      let name = style;
      for (let i = 0; i < MAX_PARENTS && name !== undefined; i++) {
        if (CODE.test(name)) return true;
        name = parents.get(name);
      }
      return false;
    },
  };
};
