import { describe, expect, it } from 'vitest';
import { isAnswered, messageOf, readRows } from './quiet.bench.ts';
import { type ThreadMessage, threadReply } from './thread-reply.ts';

const rows = readRows(new URL('testing/thread-messages.jsonl', import.meta.url).pathname);
const said = (text: string, more: Partial<ThreadMessage> = {}) =>
  threadReply({ text, addressed: false, mentionsOthers: false, byAsker: true, othersWrote: false, ...more });

describe('a message in a thread that Parley follows', () => {
  it.each(rows.map((row) => [row.expect, row.from, row.text, row] as const))('%s: %s: %s', (expected, _, __, row) => {
    expect(isAnswered(row)).toBe(expected === 'answer');
  });

  it('is answered when it is addressed, whatever it says', () => {
    expect(said('are you coming to lunch?', { addressed: true })).toBe('answer');
    expect(said('Parley, and for interns?', { othersWrote: true })).toBe('answer');
  });

  it('is overheard where a name stands behind it, which may be a person of the thread or a place', () => {
    expect(said('which course is it, Ana?')).toBe('answer-if-found');
    expect(said('how many public holidays do we get, Ontario?')).toBe('answer-if-found');
    expect(said('how many public holidays do we get, Parley?')).toBe('answer');
    expect(said('when do I get paid if it falls on a weekend, Monday?')).toBe('answer');
  });

  it('is a matter for the pages when it is asked of nobody in particular', () => {
    expect(said('how do you request parental leave?', { byAsker: false })).toBe('answer-if-found');
    expect(said('do we deploy on Fridays?', { byAsker: false, othersWrote: true })).toBe('answer-if-found');
    expect(said('Hi everyone, whose job is it to empty the kiln?', { byAsker: false })).toBe('answer-if-found');
    expect(said('and do new potters get a locker from day one', { byAsker: false })).toBe('answer-if-found');
    expect(said('and do what you like', { byAsker: false })).toBe('silent');
    expect(said('battery of the d2 pro')).toBe('answer-if-found');
    expect(said('battery of the d2 pro', { othersWrote: true })).toBe('silent');
  });

  it.each([
    'whats the limit for hotels in oslo',
    'am i allowed to bring my own laptop',
    'must we book flights through the portal',
    "aren't interns paid by the hour",
    'until when can i hand in my claims',
    'to whom do i send the invoice of the plumber',
    'but do part timers get the same number of days',
    'they cover taxis at night too?',
    'anyone know who runs payroll here',
    'does anyone know the wifi password for guests',
    'could someone tell me where the first aid kit is',
    'i wonder how long the trial period lasts',
    'not sure whether i need a receipt for a taxi',
    'no idea how to book the big meeting room',
    'can someone on a visa work from abroad too?',
    'does somebody without a contract get the discount?',
    'is there a waiting time before you can claim again?',
    'hold on which printer do the interns use',
    'sprained my wrist - do i have to tell the office',
  ])('is a question, however it is worded: %s', (text) => {
    expect(said(text, { byAsker: false, othersWrote: true })).toBe('answer-if-found');
  });

  it.each(['i wonder if that is the right door', 'not sure what to wear to the party', 'no idea what happened there'])(
    'is never answered with an "I don\'t know" where it is only told: %s',
    (text) => expect(said(text)).not.toBe('answer'),
  );

  it.each([
    'must be nice',
    "don't forget it's my birthday",
    'by the way nice haircut',
    'from what i heard it rains',
    'for what it’s worth, i like it',
    'whos coming tonight',
    'can we do this tomorrow',
    'what if we just ask ben',
    'can someone in the office let me in?',
    'does anyone with a car want to come?',
    'tell me about it',
    'yeah, wanna pair on it tomorrow?',
  ])('is said among people: %s', (text) => {
    expect(said(text)).toBe('silent');
    expect(said(text, { byAsker: false, othersWrote: true })).toBe('silent');
  });

  it('is a proposal where it says what could be done, with a question mark', () => {
    expect(said('we could meet at the big table at ten?', { byAsker: false })).toBe('silent');
    expect(said('we get the day off for moving house?', { byAsker: false })).toBe('answer-if-found');
  });

  it('is left to the people whom it names', () => {
    expect(said('what is the limit?', { mentionsOthers: true })).toBe('silent');
    expect(said('Dana, what is the limit for hotels?')).toBe('silent');
    expect(said('Hey Ben! how many days do I have?')).toBe('silent');
    expect(said('is the bot right?')).toBe('silent');
  });

  it.each([
    "that's wrong, it's 20",
    '*science',
    'can i bring my dog there',
    'back to carrying over, till when do i have to use them up',
    'tell me more about that',
  ])('is answered to its asker: %s', (text) => {
    expect(said(text)).toBe('answer');
    expect(said(text, { othersWrote: true })).not.toBe('answer');
  });

  it.each(['really?', 'wow really?', '*sigh*', '*laughs*', 'back to work, see you'])(
    'is said to nobody in particular: %s',
    (text) => expect(said(text)).toBe('silent'),
  );

  it('knows from the thread who talks with Parley', () => {
    const row = { from: 'ann', text: '@parley and you @ben?', expect: 'answer' as const };
    const thread: [string, string][] = [
      ['ann', 'q?'],
      ['parley', 'a'],
      ['ann', 'ok'],
    ];
    expect(messageOf({ ...row, thread })).toEqual({
      text: 'and you @ben?',
      addressed: true,
      mentionsOthers: true,
      byAsker: true,
      othersWrote: false,
    });
    expect(messageOf({ ...row, thread: [...thread, ['ben', 'hm']] }).othersWrote).toBe(true);
  });
});
