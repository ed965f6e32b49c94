import { expect, it } from 'vitest';
import { drawingSchema } from '../../../core/drawing.ts';
import { AIRRAG } from './options.ts';
import { createTree, drawTree } from './tree.ts';

it('labels each node with its action and its query or answer', () => {
  const tree = createTree(AIRRAG);
  const node = { depth: 1, children: [], untried: [], visits: 2, total: 1 };
  tree.nodes.push({ ...node, id: 1, parent: 0, action: 'say', queries: ['Who owns it?', 'Where?'] });
  tree.nodes.push({ ...node, id: 2, parent: 1, action: 'ra', query: 'Who owns it?', answer: 'Ann [1].' });
  expect(drawingSchema.parse(drawTree(tree))).toEqual({
    drawing: 'tree',
    nodes: [
      { id: '0', label: 'The question', visits: 0, value: 0 },
      { id: '1', parent: '0', kind: 'SAY', label: 'Who owns it? / Where?', visits: 2, value: 0.5 },
      { id: '2', parent: '1', kind: 'RA', label: 'Who owns it?', visits: 2, value: 0.5 },
    ],
  });
});
