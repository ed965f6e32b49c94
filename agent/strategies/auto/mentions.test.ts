import { expect, it } from 'vitest';
import type { NumberedReference } from '../../references/reference.ts';
import {
  containedNames,
  distinctiveNames,
  excerptOf,
  fitFilter,
  isAbout,
  isRead,
  mentionFilter,
  partFilter,
  readMark,
} from './mentions.ts';

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
const ofAda = mentionFilter('Where does Ada Berg live?', ['ada berg'], ['ada berg']);

it('keeps the sentences about a name verbatim and marks omissions', () => {
  const excerpt = excerptOf(page(TEXT), ofAda);
  expect(excerpt?.n).toBe(3);
  expect(excerpt?.text).toBe(
    'Ada Berg works here by day. So does the younger son of Ada Berg, a painter. … Ada Berg left town in May.',
  );
});

it('keeps a sentence that says what was searched for, though it names nobody', () => {
  const fits = fitFilter(['Who were the first settlers to arrive in the colony of Maryland?'], ['maryland']);
  expect(fits('In 1634 the English arrived and created a permanent colony.')).toBe(true);
  expect(fits('Its colony grew tobacco.')).toBe(false);
  expect(fits('Maryland lies by the sea.')).toBe(false);
});

it('keeps a chat participant’s lines only if they are about the query', () => {
  const chat = page(
    'Ada Berg: Such enthusiasm is great to see today!\nAda Berg: I live in Oslo these days, by the sea.',
  );
  expect(excerptOf(chat, ofAda)?.text).toBe('Ada Berg: I live in Oslo these days, by the sea.');
});

it('keeps the lines of what follows each other, so that a heading stays one', () => {
  const text = 'It rained.\n\n## Where Ada lives\n\nAda lives in Oslo.\nAda sings. The sun came out. Ada paints.';
  expect(excerptOf(page(text), (sentence) => sentence.includes('Ada'))?.text).toBe(
    '## Where Ada lives\n\nAda lives in Oslo.\nAda sings. … Ada paints.',
  );
});

it('shows with a heading, or with the bold words that open an item, what they are about', () => {
  const minutes = '# Meeting\n\n**1. Fuel.** It went up.\n\n**2. The yard of Ada.** Two quotes came. Ben chose one.';
  const parts = (word: string) => excerptOf(page(minutes), (sentence) => sentence.includes(word))?.text;
  expect(parts('Ada')).toBe('**2. The yard of Ada.** Two quotes came.');
  expect(parts('Fuel')).toBe('**1. Fuel.** It went up.');
  expect(parts('went')).toBe('It went up.');
  expect(parts('Meeting')).toBe('# Meeting\n\n**1. Fuel.**');
  expect(excerptOf(page('# Ada\n\n## Ada at home'), ofAda)).toBeUndefined();
});

it('drops a page without a wanted sentence, and keeps a whole table with one', () => {
  expect(excerptOf(page('It rained. The sun came out.'), ofAda)).toBeUndefined();
  expect(excerptOf(page('Hailey: Hey Ada Berg!'), ofAda)).toBeUndefined();
  expect(excerptOf(page(TEXT, 'table'), ofAda)?.text).toBe(TEXT);
});

it('requires a further word of the query if a name is ubiquitous', () => {
  const chats = ['Ada Berg bakes bread.', 'Ada Berg sings on Sundays.', 'The sun came out for Ada Berg.'].map((text) =>
    page(text),
  );
  expect(distinctiveNames(['ada berg', 'sundays'], chats)).toEqual(['sundays']);
  expect(distinctiveNames(['berg', 'out', 'sundays'], [...chats, page('We went out.')])).toEqual([
    'sundays',
    'out',
    'berg',
  ]);
  const about = mentionFilter('Which bread does Ada Berg bake?', ['ada berg'], []);
  expect(about('Ada Berg likes rye bread best.')).toBe(true);
  expect(about('Ada Berg sings on Sundays with friends.')).toBe(false);
});

it('keeps only sentences with the rarest name', () => {
  const born = mentionFilter('Was Ada Berg born in Ohio?', ['ada berg', 'ohio'], ['ada berg', 'ohio']);
  expect(born('Beach City is a small village in Ohio.')).toBe(false);
  expect(born('Ada Berg grew up by the lake.')).toBe(true);
});

it('treats a page as relevant if it contains a distinctive name, or half of the query’s words if none is distinctive', () => {
  const query = 'Where was Ada Berg born?';
  expect(isAbout(page('Ada Berg left.'), query, ['ada berg'])).toBe(true);
  expect(isAbout(page('The Berg children were born in Lyon.'), query, ['ada berg'])).toBe(false);
  expect(isAbout(page('A. Berg was born in Lyon.'), query, [])).toBe(true);
});

it('does not match the words of a name if they are apart', () => {
  expect(containedNames(['ada berg', 'dahl'], 'Ada lives in Berg; Ole DAHL does not.')).toEqual(['dahl']);
});

it('treats a page as unread for a name whose sentences were not shown', () => {
  const one = page('Ada Berg and Ole Dahl left.');
  const read = new Set([readMark(3, 'ada berg')]);
  expect(isRead(one, ['ada berg'], read)).toBe(true);
  expect(isRead(one, ['ole dahl'], read)).toBe(false);
  expect(isRead(one, ['ole dahl'], new Set([readMark(3)]))).toBe(true);
  expect(isRead(one, ['kaia'], read)).toBe(false);
});

it('treats a page as relevant if its title is one typo away from the name', () => {
  const titled = (title: string) => ({ ...page('He taught swimming for years.'), title });
  expect(isAbout(titled('Newt Perry (swimmer)'), 'New Perry died', ['new perry'])).toBe(true);
  expect(isAbout(titled('Newton Perry'), 'New Perry died', ['new perry'])).toBe(false);
  expect(isAbout(titled('Rose'), 'Where is Rosa?', ['rosa'])).toBe(false);
});

it('does not match a name that is only the speaker or the person addressed', () => {
  const chat = page(
    'Ole: Hey Ada Berg, could you measure the window today?\n🌼\nAda Berg: Loving all the enthusiasm here!\nOle: I hear that Ada Berg moved by the sea.',
  );
  expect(excerptOf(chat, ofAda)?.text).toBe('Ole: I hear that Ada Berg moved by the sea.');
});

it('keeps of a chat what was said of a name or of the question, and every sentence of another page', () => {
  const ofCurtain = partFilter('Which color has the curtain?', ['ada berg', 'li hua']);
  const chat = page(
    'Ada Berg: Hey Li Hua!\nAda Berg: I booked the curtain in the right size.\nAda Berg: See you later today then!\nOle: I hear Ada Berg moved.',
  );
  expect(excerptOf(chat, ofCurtain)?.text).toBe(
    'Ada Berg: I booked the curtain in the right size. … Ole: I hear Ada Berg moved.',
  );
  expect(excerptOf(page('Ada Berg sings. It rained.'), ofCurtain)?.text).toBe('Ada Berg sings.');
  expect(excerptOf(page('Ada Berg sings.'), partFilter('Who sings?', []))).toBeUndefined();
});

it('keeps a chat message and a short item whole, and of prose the sentence alone', () => {
  const ofBremen = partFilter('When is the Bremen transfer booked?', ['bremen']);
  const said = 'Ole Dahl: The Bremen lorry comes a day later. Bookable on Monday 7 December.';
  expect(excerptOf(page(`${said}\nAda Berg: Fine. Lunch?`), ofBremen)?.text).toBe(said);
  const item = '- Bremen has no stock on Friday. It comes on Monday.';
  expect(excerptOf(page(`- Lunch is at noon.\n${item}`), ofBremen)?.text).toBe(item);
  expect(excerptOf(page(`- Bremen closes early. ${'So it is. '.repeat(50)}`), ofBremen)?.text).toBe(
    '- Bremen closes early.',
  );
  expect(excerptOf(page('Bremen closes early today. Lunch is at noon.'), ofBremen)?.text).toBe(
    'Bremen closes early today.',
  );
});

it('does not match a name that is only addressed at the end of a line', () => {
  const ofCurtain = partFilter('Which color has the curtain?', ['li hua', 'ole']);
  const chat = page(
    'Ada Berg: Sounds great, Li Hua! 🎉\nAda Berg: It is really nice to see you, too, Li Hua!\nWhat do you think of it, Ole and Li Hua?\nAda Berg: The new curtain suits the hall, Li Hua!\nAda Berg: I like the plan of Li Hua!',
  );
  expect(excerptOf(chat, ofCurtain)?.text).toBe(
    'Ada Berg: The new curtain suits the hall, Li Hua!\nAda Berg: I like the plan of Li Hua!',
  );
});
