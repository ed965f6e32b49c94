import { describe, expect, it } from 'vitest';
import { withoutAttached } from './attached-words.ts';
import { countTerms, questionStems } from './question-terms.ts';
import { words } from './words.ts';

describe('words', () => {
  it.each([
    ['ISITMA İZNİ', ['isitma', 'izni']],
    ['ısıtma izni', ['isitma', 'izni']],
    ['Café'.normalize('NFD'), ['cafe']],
    ['プリンター'.normalize('NFD'), ['プリンター']],
    ['연차'.normalize('NFD'), ['연차']],
    ['يُستبدل', ['يستبدل']],
    ['שָׁלוֹם', ['שלומ']],
    // Vowels of Thai and Hindi are part of their words.
    ['ที่ ทา', ['ที่', 'ทา']],
    ['किताब', ['किताब']],
  ])('of %j', (text, expected) => expect(words(text)).toEqual(expected));

  it('that are other words stay apart', () => expect(words('バス')).not.toEqual(words('パス')));
});

describe('attached words', () => {
  it.each([
    ['الفندق', 'للفندق والفندق بالفندق فندق'],
    ['المطعم', 'بالمطعم مطعم'],
    ['إجازة', 'إجازتي الإجازات'],
    ['מלון', 'למלון במלון המלון'],
    ['연차', '연차는 연차가 연차를 연차의'],
    ['승인', '승인하나요 승인이'],
  ])('do not part %s from its other forms', (word, others) => {
    const [first, ...more] = words(`${word} ${others}`).map(withoutAttached);
    expect(new Set(more)).toEqual(new Set([first]));
  });

  it('are taken away only while enough is left', () => {
    expect(withoutAttached('휴가')).toBe('휴가');
    expect(withoutAttached('house')).toBeUndefined();
  });

  it('count alike in a question and in a page', () =>
    expect([...countTerms('تكلفة الفندق').terms.keys()]).toEqual(expect.arrayContaining(questionStems('للفندق'))));
});
