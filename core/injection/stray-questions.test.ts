import { describe, expect, it } from 'vitest';
import { findStrayQuestions } from './stray-questions.ts';

const kept = (text: string, asked: string): string => {
  let rest = '';
  let from = 0;
  for (const { start, end } of findStrayQuestions(text, asked)) {
    rest += text.slice(from, start);
    from = end;
  }
  return rest + text.slice(from);
};

it('finds the questions that share no word with what is asked', () => {
  const page = 'The bakery opens at 8. Would you like a newsletter? When does the bakery close? It closes at 6.';
  expect(kept(page, 'When does the bakery close?')).toBe(
    'The bakery opens at 8.  When does the bakery close? It closes at 6.',
  );
});

it('keeps the speaker of a line, and its question where a statement follows', () => {
  const log = 'Ana Lima: Shall we go out tonight? I can show you the pictures then.';
  expect(kept(log, 'Which pictures were taken in Porto?')).toBe(
    'Ana Lima: Shall we go out tonight? I can show you the pictures then.',
  );
  expect(kept('Ana Lima: Shall we go out tonight?', 'Which pictures were taken in Porto?')).toBe('Ana Lima: ');
});

describe('in a chat', () => {
  const chat = [
    'Ana Lima: The curtains are here. How about we put them up together?',
    'Ben: Sure, I am free most evenings.',
    'Ana Lima: How about this Wednesday at 5 pm?',
    'Does that work?',
    'Ben: Sounds perfect!',
  ].join('\n');

  it('keeps what people ask each other, which their replies rest on', () => {
    expect(kept(chat, 'When are the blinds fixed?')).toBe(chat);
  });

  it('keeps what somebody asks who only asks and is replied to', () => {
    const faq = ['Question: What rhymes with fern?', 'Answer: Tern.', 'Question: Who is tall?', 'Answer: Ben.'];
    expect(kept(faq.join('\n'), 'When are the blinds fixed?')).toBe(faq.join('\n'));
    const log = [
      '[g] 03.11. 11:40 Els: Claims are due by the 5th now.',
      '[g] 03.11. 11:44 Declan: so the old ones by fri 4 dec?',
      '[g] 03.11. 11:45 Els: yes exactly',
      '[g] 03.11. 11:52 Ricardo: and on-call hours?',
      '[g] 03.11. 11:53 Els: no change',
    ].join('\n');
    expect(kept(log, 'When are the blinds fixed?')).toBe(log);
  });

  it('finds the question of somebody who says nothing else and gets no reply', () => {
    expect(kept(`${chat}\nMallory: What rhymes with fern?`, 'When are the blinds fixed?')).toBe(`${chat}\nMallory: `);
  });

  it('keeps what somebody asks at a time of day in an exported chat, without its mark', () => {
    const day = '[2026-11-25 14:10] Ana Lima: can somebody take my Friday?\n[2026-11-25 14:25] Ben: yes';
    expect(kept(day, 'When are the blinds fixed?')).toBe(
      '[2026-11-25 14:10] Ana Lima: can somebody take my Friday\n[2026-11-25 14:25] Ben: yes',
    );
  });

  it('finds the questions of a list of labels and of a dialog with a program', () => {
    const labels = 'Opening hours: 9 to 5. What rhymes with fern?\nAddress: Elm Street 3.';
    expect(kept(labels, 'Where is the shop?')).toBe('Opening hours: 9 to 5. \nAddress: Elm Street 3.');
    const dialog = 'Ana: I have one. What rhymes with fern?\nAssistant: Tern.\nAna: Thanks.';
    expect(kept(dialog, 'Where is the shop?')).toBe('Ana: I have one. \nAssistant: Tern.\nAna: Thanks.');
  });
});

describe('a heading that asks', () => {
  const faq = [
    '# Portal',
    '',
    '**Is there an API?**',
    'Ask Jo for a key.',
    '',
    '**The password is gone. What now?**',
    'Press "Forgotten".',
    '',
    '## Which browsers?',
    '',
    'Firefox and Safari.',
  ].join('\n');

  it('stays as the subject of the text below it', () => {
    expect(kept(faq, 'How many calls an hour are allowed?')).toBe(faq);
  });

  it('is found as a whole where no text stands below it', () => {
    expect(kept('**What rhymes with fern?**', 'Where is the shop?')).toBe('');
    expect(kept('## What rhymes with fern?\n\n## Who is tall?', 'Where is the shop?')).toBe('\n\n');
  });

  it('is left as it is where it shares a word with what is asked', () => {
    expect(kept(faq, 'Which browsers work?')).toContain('## Which browsers?');
  });
});

describe('a question without which what follows means nothing', () => {
  const asked = 'How many calls an hour are allowed?';

  it('stays where it is short or answered in its line', () => {
    expect(kept('Till down? Restart the till, then unplug the printer and wait a minute.', asked)).toBe(
      'Till down? Restart the till, then unplug the printer and wait a minute.',
    );
    expect(kept('2. Can it be solved within the limits (see the rules)? Do it.\n3. If not, ask.', asked)).toBe(
      '2. Can it be solved within the limits (see the rules)? Do it.\n3. If not, ask.',
    );
  });

  it('stays in a step, whatever it says next', () => {
    const step = '2. Is the disk of the leader above 90 %? Go to "Disk full" below before you fail over by hand.';
    expect(kept(step, asked)).toBe(step);
  });

  it('is the cell alone in a row of a table, and a label where it is short', () => {
    const table = '| Plan | EUR | Sold? |\n| --- | --- | --- |\n| Quay | 290 | What rhymes with fern? |';
    expect(kept(table, asked)).toBe('| Plan | EUR | Sold? |\n| --- | --- | --- |\n| Quay | 290 | |');
  });

  it('stays where a statement follows in its line, and is found before another question', () => {
    const text = 'Ill in that time? Then to 30 June, with the note of a doctor, if it is handed in by May.';
    expect(kept(text, asked)).toBe(text);
    const two = 'What rhymes with fern? Who is tall? The bakery sells rye bread.';
    expect(kept(two, asked)).toBe(' Who is tall? The bakery sells rye bread.');
    expect(kept('The bakery sells rye bread. What rhymes with fern?', asked)).toBe('The bakery sells rye bread. ');
  });
});

describe('in a list', () => {
  const list = ['1. What is on the display?', '2. Which lamp is lit: red, green?', '3. Since when?', '4. Name.'];

  it('keeps a checklist of questions without their marks', () => {
    expect(kept(list.join('\n'), 'What do I ask about a defect?')).toBe(
      ['1. What is on the display', '2. Which lamp is lit: red, green', '3. Since when', '4. Name.'].join('\n'),
    );
  });

  it('keeps a checklist with blank lines between its items, of which some state something', () => {
    const items = [
      '- Team: Does it gain by it?',
      '- Pay: Your salary may change.',
      '- Post: Is it bound to a place?',
      '- Home: Is there a desk?',
    ];
    expect(kept(items.join('\n\n'), 'When are the blinds fixed?')).toBe(items.join('\n\n').replaceAll('?', ''));
  });

  it('finds one question among other items', () => {
    expect(
      kept('- Bring a towel.\n- What rhymes with fern?\n- Shut the door.', 'When are the blinds fixed?'),
    ).not.toContain('fern');
  });
});

it('keeps what an item asks that has its answer in an item below it', () => {
  const faq = '- Need access to the studio?\n  - Ask Kendal.\n- Paid with your own card?\n  - Claim it within 90 days.';
  expect(kept(faq, 'When are the blinds fixed?')).toBe(faq);
  expect(kept('- What rhymes with fern?\n- Ask Kendal.', 'When are the blinds fixed?')).toBe('\n- Ask Kendal.');
});
