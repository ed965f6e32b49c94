import { expect, it } from 'vitest';
import { drawingSchema } from '../../../core/drawing.ts';
import type { Triple } from '../../../core/knowledge.ts';
import { drawPaths } from './follow-paths.ts';

const triple = (subjectName: string, predicate: string, objectName: string): Triple => ({
  id: `${subjectName}|${predicate}|${objectName}`,
  subject: subjectName.toLowerCase(),
  predicate,
  object: objectName.toLowerCase(),
  subjectName,
  objectName,
  passageIds: [],
  documentIds: [],
  scopes: ['everyone'],
});

it('draws a path by the names along it, also where it goes against a triple', () => {
  const steps = [
    { triple: triple('Eirik', 'owns', 'Heron'), forward: false },
    { triple: triple('Eirik', 'works in', 'Bergen'), forward: true },
  ];
  expect(drawingSchema.parse(drawPaths([{ nodes: ['heron', 'eirik', 'bergen'], steps }]))).toEqual({
    drawing: 'paths',
    paths: [
      {
        nodes: ['Heron', 'Eirik', 'Bergen'],
        steps: [
          { predicate: 'owns', forward: false },
          { predicate: 'works in', forward: true },
        ],
      },
    ],
  });
});
