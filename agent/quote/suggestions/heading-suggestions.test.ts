import { expect, it } from 'vitest';
import type { Passage } from '../../../core/document.ts';
import { pageSuggestions } from './heading-suggestions.ts';

const passage = (title: string, heading: string): Passage => ({
  id: 'page#0',
  documentId: 'page',
  ordinal: 0,
  kind: 'text',
  title,
  headings: [heading],
  text: 'You must ask your manager before you use the machine.',
  start: 0,
  end: 0,
  links: [],
  scopes: [],
});
const asked = (title: string, heading: string) =>
  pageSuggestions(passage(title, heading)).map(({ question }) => question);

it('asks about a heading without its number', () => {
  expect(asked('4. Safety policy', '')).toContain('What is the safety policy?');
  expect(asked('Workshop', '2.1. Who may use the laser?')).toContain('Who may use the laser?');
});

it('takes a figure that belongs to a name for no number of a heading', () => {
  expect(asked('3D printing', '')).toEqual([]);
});
