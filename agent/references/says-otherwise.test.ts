import { expect, it } from 'vitest';
import { saysOtherwise } from './says-otherwise.ts';

it.each([
  [
    'another figure',
    'You get 28 days of leave.',
    'You get 45 days of leave.',
    'How many days of leave do I get?',
    true,
  ],
  [
    'the same figure',
    'You get 28 days of leave.',
    'Leave is 28 days a year.',
    'How many days of leave do I get?',
    false,
  ],
  ['other hours', 'Open from 10:00 to 12:00.', 'Open from 09:00 to 13:00.', 'When are you open?', true],
  ['the same sum', 'It costs 1,500 pounds.', 'A fee of 1500 pounds.', 'What does it cost?', false],
  ['another figure in words', 'Ask eleven weeks ahead.', 'Ask three weeks ahead.', 'How long ahead do I ask?', true],
  ['the same figure in words', 'Ask three weeks ahead.', 'Ask 3 weeks ahead.', 'How long ahead do I ask?', false],
  [
    'another mailbox',
    'Please send the form and a photo of your card to forms@claims.example.',
    'Send the form to claims@brackwater.example.',
    'Where do I send the form?',
    true,
  ],
  ['the same mailbox', 'Send it to a.b@x.example.', 'Write to A.B@x.example.', 'Where do I send it?', false],
  ['another name', 'It is led by Ingrid Sol.', 'It is led by Petra Lind.', 'Who leads procurement?', true],
  ['a "not"', 'A reviewer is required.', 'A reviewer is not required.', 'Is a reviewer required?', true],
  ['a German "kein"', 'Ein Termin ist nötig.', 'Es ist kein Termin nötig.', 'Ist ein Termin nötig?', true],
  ['another way', 'Hand it to the courier.', 'Return it to reception.', 'Where do I return my badge?', true],
  ['the same way', 'Return it to reception.', 'At reception, return it.', 'Where do I return my badge?', false],
])('compares what two answers add to the question: %s', (_, one, other, question, differs) => {
  expect(saysOtherwise(one, other, question)).toBe(differs);
  expect(saysOtherwise(other, one, question)).toBe(differs);
});
