import { describe, expect, it } from 'vitest';
import { questionsIn } from './several-questions.ts';

const texts = (message: string) => questionsIn(message).map(({ text }) => text);

describe('the questions of a message', () => {
  it.each([
    [
      'how many weeks of parental leave do i get and who do i tell? also what is the wifi password and how do i get a new laptop',
      4,
    ],
    ['how do i book a desk and what is the wifi password', 2],
    ['who is on call this week and how do i reach them', 2],
    ['When do we get paid? And what if it is a Sunday?', 2],
    ['Wie viele Urlaubstage habe ich und wer genehmigt den Urlaub?', 2],
    ['combien de jours de congé ai-je et qui les approuve?', 2],
    ['1. How much is the River plan?\n2. Who is the site lead in Hobart?\n3. Where is the gathering held?', 3],
    ['what is the discount for bronze, and how long does the credit check take? also what form', 3],
    ['how do i claim my boots, whats the max and by when do i have to put it in', 3],
    ["hi 1) who is first aider at stretley 2) what's the wifi for visitors", 2],
    ['what is the hotel limit in Berlin\nwhat is the meal allowance in Oslo', 2],
  ])('%s', (message, count) => expect(texts(message)).toHaveLength(count));

  it.each([
    'How do I start and stop the service?',
    'who leads the team and why',
    'What is the difference between a bill and an invoice?',
    'where do I find and how do I edit the config file',
    'We moved house. Who do I tell?',
    'what happens when the backup fails',
    'I asked who was on call and what they did, nobody knew',
    'is it true that the office and the workshop close at noon?',
  ])('leaves "%s" whole', (message) => expect(texts(message)).toEqual([message]));

  it('says which questions need the one before', () => {
    const [, second, third] = questionsIn('Who is on call, how do I reach them and where is the first-aid box?');
    expect(second).toEqual({ text: 'how do I reach them?', continues: true });
    expect(third).toEqual({ text: 'where is the first-aid box?', continues: false });
    expect(questionsIn('how do i claim my boots and whats the max')[1]).toEqual({
      text: 'whats the max?',
      continues: true,
    });
  });

  it.each([
    ["I'm flying to Halifax in March. What can the hotel cost a night?", 'What can the hotel cost a night?'],
    ["how much are school dinners now? my son's in Y4", 'how much are school dinners now?'],
    ['my shift on the ship ends late, how much does a taxi cost me?', 'how much does a taxi cost me?'],
    ['my locker is jammed, who can i call', 'who can i call'],
    ['I lost the key of the shed, who do I tell?', 'who do I tell?'],
  ])('knows the situation of "%s"', (message, question) => {
    const [read] = questionsIn(message);
    expect(read?.text).toBe(question);
    expect(read?.situation?.length).toBeGreaterThan(10);
  });

  it('takes a condition for a part of the question', () => {
    for (const message of [
      'if my laptop is stolen, who do I ring at night?',
      'what if my laptop is stolen abroad, who do I ring at night?',
    ])
      expect(questionsIn(message).map(({ text }) => text)).toEqual([message]);
  });

  it('drops the story around a question', () => {
    const story = 'I came back from Porto last night after three days with the team there. '.repeat(5);
    expect(texts(`${story}How long do I have to hand in receipts? Thanks in advance, I am a bit lost here.`)).toEqual([
      'How long do I have to hand in receipts?',
    ]);
  });
});
