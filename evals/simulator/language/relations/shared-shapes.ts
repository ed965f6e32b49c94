import type { Relation } from '../schema.ts';

/** An office that people hold one after the other: the statements share their shape. */
export const office = (id: string, subject: Relation['subject'], noun: string): Relation => ({
  id,
  subject,
  object: 'person',
  noun,
  states: [
    `{o} has been ${noun} of {s} since {from}.`,
    `Since {from} the ${noun} of {s} has been {o}.`,
    `{s} appointed {o} as its ${noun} in {from}.`,
  ],
  was: [`{o} was ${noun} of {s} from {from} to {to}.`, `From {from} to {to} the ${noun} of {s} was {o}.`],
  statesAt: [`As of {at}, the ${noun} of {s} is {o}.`, `In {at} {o} was serving as ${noun} of {s}.`],
  asks: [`Who is the ${noun} of {s}?`, `Who is currently the ${noun} of {s}?`, `Who is {s}'s ${noun}?`],
  paraphrases: [`Who holds the post of ${noun} at {s} these days?`],
  asksAt: [`Who was the ${noun} of {s} in {at}?`, `Who served as ${noun} of {s} in {at}?`],
  phrases: [`the ${noun} of {s}`, `the current ${noun} of {s}`],
});

/** The year since which something is there. */
export const founded = (id: string, subject: Relation['subject']): Relation => ({
  id,
  subject,
  object: 'year',
  noun: 'founding year',
  states: ['{s} was founded in {o}.', '{s} was established in {o}.', 'The founding year of {s} is {o}.'],
  asks: ['When was {s} founded?', 'In which year was {s} founded?', 'What is the founding year of {s}?'],
  paraphrases: ['Since what year has {s} been in existence?'],
  phrases: ['the founding year of {s}'],
});
