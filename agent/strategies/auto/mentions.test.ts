import { expect, it } from 'vitest';
import type { NumberedReference } from '../../references/reference.ts';
import { isAbout, isRead, mentionOf, namesHeld, readMark, sentencesOnly, tellingNames } from './mentions.ts';

const page = (text: string, kind: NumberedReference['kind'] = 'passage'): NumberedReference => ({
  n: 3,
  kind,
  documentId: 'd',
  title: 'T',
  headings: [],
  text,
});
const TEXT =
  'It rained. Ada Berg works here by day. So does the younger son of Ada Berg, a painter. Hi, Ada Berg! The sun came out. Ada Berg left town in May.';
const ofAda = mentionOf('Where does Ada Berg live?', ['ada berg'], ['ada berg']);

it('keeps the sentences that say something of a name, in their own words, and says where some are left out', () => {
  const excerpt = sentencesOnly(page(TEXT), ofAda);
  expect(excerpt?.n).toBe(3);
  expect(excerpt?.text).toBe(
    'Ada Berg works here by day. So does the younger son of Ada Berg, a painter. … Ada Berg left town in May.',
  );
});

it('takes what a participant of a chat says only where it bears on the query', () => {
  const chat = page(
    'Ada Berg: Such enthusiasm is great to see today!\nAda Berg: I live in Oslo these days, by the sea.',
  );
  expect(sentencesOnly(chat, ofAda)?.text).toBe('Ada Berg: I live in Oslo these days, by the sea.');
});

it('takes nothing of a page that says nothing of it, and the whole of a table that does', () => {
  expect(sentencesOnly(page('It rained. The sun came out.'), ofAda)).toBeUndefined();
  expect(sentencesOnly(page('Hailey: Hey Ada Berg!'), ofAda)).toBeUndefined();
  expect(sentencesOnly(page(TEXT, 'table'), ofAda)?.text).toBe(TEXT);
});

it('of a name that stands everywhere, takes only what shares more with the query than the name', () => {
  const chats = ['Ada Berg bakes bread.', 'Ada Berg sings on Sundays.', 'The sun came out for Ada Berg.'].map((text) =>
    page(text),
  );
  expect(tellingNames(['ada berg', 'sundays'], chats)).toEqual(['sundays']);
  expect(tellingNames(['berg', 'out', 'sundays'], [...chats, page('We went out.')])).toEqual([
    'sundays',
    'out',
    'berg',
  ]);
  const about = mentionOf('Which bread does Ada Berg bake?', ['ada berg'], []);
  expect(about('Ada Berg likes rye bread best.')).toBe(true);
  expect(about('Ada Berg sings on Sundays with friends.')).toBe(false);
});

it('takes only sentences of the rarest name', () => {
  const born = mentionOf('Was Ada Berg born in Ohio?', ['ada berg', 'ohio'], ['ada berg', 'ohio']);
  expect(born('Beach City is a small village in Ohio.')).toBe(false);
  expect(born('Ada Berg grew up by the lake.')).toBe(true);
});

it('takes a page to be about a query that has its telling name, or half of its words where none tells', () => {
  const query = 'Where was Ada Berg born?';
  expect(isAbout(page('Ada Berg left.'), query, ['ada berg'])).toBe(true);
  expect(isAbout(page('The Berg children were born in Lyon.'), query, ['ada berg'])).toBe(false);
  expect(isAbout(page('A. Berg was born in Lyon.'), query, [])).toBe(true);
});

it('takes words of a name that stand apart for no mention', () => {
  expect(namesHeld(['ada berg', 'dahl'], 'Ada lives in Berg; Ole DAHL does not.')).toEqual(['dahl']);
});

it('knows a page of which only what it says of one thing was read as unread for another', () => {
  const one = page('Ada Berg and Ole Dahl left.');
  const read = new Set([readMark(3, 'ada berg')]);
  expect(isRead(one, ['ada berg'], read)).toBe(true);
  expect(isRead(one, ['ole dahl'], read)).toBe(false);
  expect(isRead(one, ['ole dahl'], new Set([readMark(3)]))).toBe(true);
  expect(isRead(one, ['kaia'], read)).toBe(false);
});

it('takes a page whose title is one slip away from the name for one about it', () => {
  const titled = (title: string) => ({ ...page('He taught swimming for years.'), title });
  expect(isAbout(titled('Newt Perry (swimmer)'), 'New Perry died', ['new perry'])).toBe(true);
  expect(isAbout(titled('Newton Perry'), 'New Perry died', ['new perry'])).toBe(false);
  expect(isAbout(titled('Rose'), 'Where is Rosa?', ['rosa'])).toBe(false);
});

it('takes a line that only addresses somebody, or follows a sign, for none that tells of them', () => {
  const chat = page(
    'Ole: Hey Ada Berg, could you measure the window today?\n🌼\nAda Berg: Loving all the enthusiasm here!\nOle: I hear that Ada Berg moved by the sea.',
  );
  expect(sentencesOnly(chat, ofAda)?.text).toBe('Ole: I hear that Ada Berg moved by the sea.');
});
