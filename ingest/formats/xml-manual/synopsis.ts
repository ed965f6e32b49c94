import { oneLine } from '../../../core/text/one-line.ts';
import { type Element, isTag, localName, xmlText } from '../office/xml.ts';

/** Maximum groups of arguments inside of one another. */
const MAX_DEPTH = 20;

/** A command as DocBook describes it in elements, as people write it: `git add [-n | --dry-run] {file}...`. */
export const commandSynopsis = (element: Element, depth = 0): string =>
  element.children
    .filter(isTag)
    .map((part) => {
      const name = localName(part);
      if (name === 'sbr') return '\n';
      if (name !== 'arg' && name !== 'group') return oneLine(xmlText(part));
      if (depth >= MAX_DEPTH) return '…';
      const inner =
        name === 'group'
          ? part.children
              .filter(isTag)
              .map((choice) => plainArgument(choice, depth))
              .join(' | ')
          : plainArgument(part, depth);
      const choice = part.attribs.choice ?? 'opt';
      const marked = choice === 'plain' ? inner : choice === 'req' ? `{${inner}}` : `[${inner}]`;
      return marked + (part.attribs.rep === 'repeat' ? '...' : '');
    })
    .filter(Boolean)
    .join(' ')
    .replace(/ ?\n ?/g, '\n');

const plainArgument = (argument: Element, depth: number): string => {
  const nested = argument.children.some((child) => isTag(child) && ['arg', 'group'].includes(localName(child)));
  if (!nested) return oneLine(xmlText(argument));
  const own = argument.children
    .filter((child) => !isTag(child))
    .map((child) => ('data' in child ? oneLine(String(child.data)) : ''))
    .filter(Boolean);
  return [...own, commandSynopsis(argument, depth + 1)].join(' ');
};

/** A function as DocBook describes it: `int open(const char *path, int flags);`. */
export const functionSynopsis = (element: Element): string =>
  element.children
    .filter(isTag)
    .flatMap((part) => {
      const name = localName(part);
      if (name === 'funcsynopsisinfo') return [xmlText(part).trim()];
      if (name !== 'funcprototype') return [];
      const [definition, ...parameters] = part.children.filter(isTag);
      const listed = parameters.map((one) =>
        localName(one) === 'varargs' ? '...' : localName(one) === 'void' ? 'void' : oneLine(xmlText(one)),
      );
      return [`${oneLine(definition === undefined ? '' : xmlText(definition))}(${listed.join(', ')});`];
    })
    .join('\n');
