import { Text } from 'domhandler';
import { type AnyNode, classesOf, type Document, type Element, elementsNamed, isTag, type ParentNode } from '../dom.ts';
import { setChildren } from './children.ts';

const OPEN = '[ ] ';
const DONE = '[x] ';

/**
 * Writes into the text which tasks are done, which pages show by an element alone: a box of Notion's, a disabled field of a task
 * list as GitHub and others render it, and the class of Confluence's items. In a table a box is the answer to its row: Yes or No.
 */
export const writeTaskStates = (document: Document): void => {
  const states = new Map<ParentNode, Map<AnyNode, Text>>();
  for (const element of elementsNamed(document, 'div', 'input', 'li')) {
    if (element.name === 'li') {
      const list = element.parent;
      if (list !== null && isTag(list) && classesOf(list).includes('inline-task-list'))
        setChildren(element, [new Text(classesOf(element).includes('checked') ? DONE : OPEN), ...element.children]);
      continue;
    }
    const isDone = element.name === 'div' ? isBoxOn(element) : isFieldOn(element);
    const { parent } = element;
    if (isDone === undefined || parent === null) continue;
    const isAnswer = isTag(parent) && parent.name === 'td';
    const written = states.get(parent) ?? new Map<AnyNode, Text>();
    states.set(parent, written.set(element, new Text(isAnswer ? (isDone ? 'Yes' : 'No') : isDone ? DONE : OPEN)));
  }
  // Once for each parent, which may hold many.
  for (const [parent, written] of states)
    setChildren(
      parent,
      parent.children.map((child) => written.get(child) ?? child),
    );
};

/** Undefined for an element that is no box of Notion's. */
const isBoxOn = (element: Element): boolean | undefined => {
  if (element.children.length > 0) return undefined;
  const classes = classesOf(element);
  return classes.includes('checkbox-on') ? true : classes.includes('checkbox-off') ? false : undefined;
};

/** Undefined for an element that is no field of a task: those of forms can be changed. */
const isFieldOn = ({ attribs, parent }: Element): boolean | undefined => {
  if (attribs.type?.toLowerCase() !== 'checkbox') return undefined;
  const isTask = attribs.disabled !== undefined || /\btask-/.test(`${attribs.class ?? ''}`);
  const isInItem = parent !== null && isTag(parent) && /^(?:li|label|p)$/.test(parent.name);
  return isTask && isInItem ? attribs.checked !== undefined : undefined;
};
