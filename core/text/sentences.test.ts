import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitSentences } from './sentences.ts';

const sentences = (text: string) => splitSentences(text).map(({ start, end }) => text.slice(start, end));

describe('splitSentences', () => {
  it.each([
    ['an abbreviation before a name', 'Ask Dr. Smith. He knows.', ['Ask Dr. Smith.', 'He knows.']],
    [
      'an initial that is an abbreviation in lower case',
      'He met S. P. L. Sørensen, see p. 4.',
      ['He met S. P. L. Sørensen, see p. 4.'],
    ],
    ['an initial', 'I met J. K. Rowling. She waved.', ['I met J. K. Rowling.', 'She waved.']],
    ['bold words', '**2. The yard.** Two came. **Note.**', ['**2. The yard.**', 'Two came.', '**Note.**']],
    ['a page number', 'See p. 55. It is short.', ['See p. 55.', 'It is short.']],
    ['a day in German', 'Er verfällt am 31. März. Danach nicht.', ['Er verfällt am 31. März.', 'Danach nicht.']],
    [
      'a street and its number',
      'It is in Speicherstr. 14, Berlin. Ring.',
      ['It is in Speicherstr. 14, Berlin.', 'Ring.'],
    ],
    ['a street at the end', 'It is in Speicherstr. Ring twice.', ['It is in Speicherstr.', 'Ring twice.']],
    ['a figure before a name', 'We are 12. Marie is new.', ['We are 12.', 'Marie is new.']],
    ['a decimal', 'Pi is 3.14. Not more.', ['Pi is 3.14.', 'Not more.']],
    [
      'an address with parameters',
      'It is at https://a.example/b?c=1&d=2 . Or at www.a.example/p?q! Is it? Yes.',
      ['It is at https://a.example/b?c=1&d=2 .', 'Or at www.a.example/p?q!', 'Is it?', 'Yes.'],
    ],
    [
      'an address of any length',
      `See https://a.example/${'deep/'.repeat(60)}?q=1 for it. Then go.`,
      [`See https://a.example/${'deep/'.repeat(60)}?q=1 for it.`, 'Then go.'],
    ],
    [
      'the target of a link and a path',
      'New [drivers](../../crew/new.md) get £40, see [pay](./pay.md?y=1). Run ../pay.sh for it. [Ask](../a.md).Then go.',
      [
        'New [drivers](../../crew/new.md) get £40, see [pay](./pay.md?y=1).',
        'Run ../pay.sh for it.',
        '[Ask](../a.md).',
        'Then go.',
      ],
    ],
    [
      'a line that begins with code or a link',
      'Run it in the folder of the depot, and the archive is put into\n`/var/depot` by night. The log goes to the people who are named in\n[the rota](rota.md) and to nobody.',
      [
        'Run it in the folder of the depot, and the archive is put into\n`/var/depot` by night.',
        'The log goes to the people who are named in\n[the rota](rota.md) and to nobody.',
      ],
    ],
    [
      'entries that begin with code or a link',
      'The flags are those of the depot, which everybody may use freely\n`--dry`: it only tells what would be done and it changes nothing\n[guide](a.md): for those who like to read all of it, and slowly\n`--wet`',
      [
        'The flags are those of the depot, which everybody may use freely',
        '`--dry`: it only tells what would be done and it changes nothing',
        '[guide](a.md): for those who like to read all of it, and slowly',
        '`--wet`',
      ],
    ],
    [
      'a short line that breaks off',
      'Put it on the\nshelf. Log in\nand wait',
      ['Put it on the\nshelf.', 'Log in', 'and wait'],
    ],
    ['an address', 'Go to https://a.example/x.html. Then log in.', ['Go to https://a.example/x.html.', 'Then log in.']],
    ['U.S. as an adjective', 'The U.S. Army came. It left.', ['The U.S. Army came.', 'It left.']],
    ['U.S. as an end', 'I live in the U.S. How about you?', ['I live in the U.S.', 'How about you?']],
    ['an ellipsis inside', 'I was ... well, late. Sorry.', ['I was ... well, late.', 'Sorry.']],
    ['a numbered line', '1. Open the door. 2. Go in.', ['1. Open the door.', '2. Go in.']],
    ['quotes', 'He said "Stop." She did.', ['He said "Stop."', 'She did.']],
    ['a question in lower case', 'what is it? where is it?', ['what is it?', 'where is it?']],
    ['a host in mixed case', 'Ask evil.Example today. Then go.', ['Ask evil.Example today.', 'Then go.']],
    [
      'a mark inside a bracket',
      'Bridge 18 (low! 1.85 m) is next. Duck.',
      ['Bridge 18 (low! 1.85 m) is next.', 'Duck.'],
    ],
    [
      'sentences in a bracket of their own',
      'It is shut. (See p. 5. It says why.)',
      ['It is shut.', '(See p. 5.', 'It says why.)'],
    ],
    ['an address of mail', 'Mail bob@evil.Example now. Thanks.', ['Mail bob@evil.Example now.', 'Thanks.']],
    [
      'a name that begins with a stop',
      'It reads .CSV and .NET files. Bring it .We keep it.',
      ['It reads .CSV and .NET files.', 'Bring it .', 'We keep it.'],
    ],
    ['a module', 'It calls System.Console here. It prints.', ['It calls System.Console here.', 'It prints.']],
    ['a question that touches the next', 'Is it open?Yes it is.', ['Is it open?', 'Yes it is.']],
    ['another script', '今日は晴れです。明日は雨です。', ['今日は晴れです。', '明日は雨です。']],
  ])('handles %s', (_, text, expected) => expect(sentences(text)).toEqual(expected));

  it('joins wrapped lines, and ends a sentence at an empty line', () => {
    expect(
      sentences('This sentence is broken by an editor at its margin and then\ngoes on here.\n\nNext one.'),
    ).toEqual(['This sentence is broken by an editor at its margin and then\ngoes on here.', 'Next one.']);
  });

  it('covers every character but white space, in order, without overlap', () => {
    const fragment = fc.constantFrom(
      'Mr.',
      'U.S.',
      'word',
      '?',
      '. ',
      '\n',
      '\n\n',
      ' ',
      '1. ',
      '"',
      '…',
      'é',
      'e.g. ',
      '3.5',
    );
    fc.assert(
      fc.property(fc.array(fragment, { maxLength: 40 }), (fragments) => {
        const text = fragments.join('');
        let at = 0;
        for (const { start, end } of splitSentences(text)) {
          expect(start).toBeGreaterThanOrEqual(at);
          expect(text.slice(at, start).trim()).toBe('');
          expect(text.slice(start, end)).toBe(text.slice(start, end).trim());
          at = end;
        }
        expect(text.slice(at).trim()).toBe('');
      }),
    );
  });
});
