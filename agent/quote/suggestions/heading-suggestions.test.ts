import { expect, it } from 'vitest';
import type { Passage } from '../../../core/document.ts';
import { wholePassage } from '../../../stores/testing/whole-passage.ts';
import { pageSuggestions } from './heading-suggestions.ts';

const passage = (title: string, heading: string): Passage => ({
  ...wholePassage({
    id: 'page',
    title,
    text: 'You must ask your manager before you use the machine.',
    scopes: [],
  }),
  headings: [heading],
});
const asked = (title: string, heading: string) =>
  pageSuggestions(passage(title, heading)).map(({ question }) => question);

it('asks about a heading without its number', () => {
  expect(asked('4. Safety policy', '')).toContain('What is the safety policy?');
  expect(asked('Workshop', '2.1. Who may use the laser?')).toContain('Who may use the laser?');
});

it('asks about rules with one article, and how to do something with a small verb', () => {
  expect(asked('The meeting rules', '')).toContain('What are the meeting rules?');
  expect(asked('How to Get Further Help', '')).toContain('How do I get Further Help?');
});

it('asks how to do what a heading names', () => {
  expect(asked('Submitting an invoice (freelancers)', '')).toContain('How do I submit an invoice?');
  expect(asked('Finding the owner of a key', '')).toContain('How do I find the owner of a key?');
  expect(asked('Setting up a bench', '')).toContain('How do I set up a bench?');
  expect(asked('Hiring to other firms', '').join()).not.toMatch(/^How/);
  expect(asked('Logging retention', '')).toEqual(['What are the rules for logging retention?']);
  expect(asked('Workshop', 'How to Book a bench')).toContain('How do I book a bench?');
  expect(asked('Logging Your Working Hours', '')).toContain('How do I log my working hours?');
});

it('asks who may do a thing, but not where only the page says in what', () => {
  expect(asked('Workshop', 'Who may use the laser')).toContain('Who may use the laser?');
  expect(asked('Morning meetings', 'Who should participate').join()).not.toContain('Who');
});

it('asks what to do when something happens, and not how to be', () => {
  const device = 'What To Do When Your Device is Lost or Stolen';
  expect(asked(device, '')).toContain('What do I do when my device is lost or stolen?');
  expect(asked('What to do if you are late', '')).toContain('What do I do if I am late?');
  expect(asked('Lunchers', 'How to be in with a chance of being selected').join()).not.toContain('How do I be');
});

it('says whose policies they are, and asks for no rules of a file or of tips', () => {
  expect(asked('Log retention', 'Policies')).toContain('What are the log retention policies?');
  expect(asked('newsletter-november', '')).toEqual([]);
  expect(asked('Travel tips', '')).toEqual([]);
  expect(asked('PagerDuty', '')).toEqual(['What are the rules for PagerDuty?']);
});

it('takes a figure that belongs to a name for no number of a heading', () => {
  expect(asked('3D printing', '')).toEqual([]);
});

it('asks for no policy that only its page can mean', () => {
  expect(asked('Nets', 'Reason for the policy')).not.toContain('What is the reason for the policy?');
  expect(asked('Nets & ropes policies', '').join()).not.toMatch(/^What are the nets/);
});
