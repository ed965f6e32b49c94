import { describe, expect, it } from 'vitest';
import { readFollowUp } from './reading/follow-up.ts';
import { readTurn } from './reading/turn.ts';
import { quotingFrom } from './testing/quoting-from.ts';

const RULES = `# House rules

| Building | Dogs | Visitor parking | Opening hours |
| --- | --- | --- | --- |
| Pier Nine | Allowed outside the lab | 10 spaces | 07:00 to 19:00 |
| The Cannery | Not allowed | None; use the garage at the station | 07:30 to 21:00 |
| Harbour House | Allowed on floor 2 | 4 spaces | 06:30 to 20:00 |
`;
const LAPTOPS = `# Equipment

| Kind of work | Laptop | Memory |
| --- | --- | --- |
| Field Operations | Rugged 13-inch | 32 GB |
| Data Science | 16-inch workstation | 96 GB |
| Accounting | 14-inch | 16 GB |
`;
const ABROAD = `# Remote work

You may work from another country for up to 45 working days a calendar year.

Tell the People team 14 days before you go, because of tax and insurance. Bring the laptop's privacy screen.
`;
const FIRST_AID = `# First aid

## Defibrillator

The defibrillator hangs in the yellow box beside the north gate.

## Plasters

Plasters are in the drawer below the sink in the kitchen.
`;
const TRAVEL = `# Travel and expenses

| Destination | Hotel a night | Meals a day |
| --- | --- | --- |
| Norway | EUR 210 | EUR 85 |
| Canada | EUR 185 | EUR 70 |
| Portugal | EUR 130 | EUR 50 |
`;

const ask = quotingFrom({
  'rules.md': RULES,
  'equipment.md': LAPTOPS,
  'remote-work.md': ABROAD,
  'first-aid.md': FIRST_AID,
  'travel.md': TRAVEL,
});

/** Asks in one thread, and returns the last answer. */
const inThread = async (...said: string[]) => {
  const history: { question: string; answer: string }[] = [];
  let answer = await ask(said[0] ?? '');
  for (const [at, text] of said.entries()) {
    if (at > 0) answer = await ask(text, history);
    history.push({ question: text, answer: answer.text });
  }
  return answer;
};

describe('a conversation without a model', () => {
  it('takes a new place for the old one', async () => {
    const { verdict, text } = await inThread('is there visitor parking at Pier Nine?', 'and at the Cannery?');
    expect(verdict).toBe('answered');
    expect(text).toMatch(/garage at the station/);
    expect(text).not.toMatch(/10 spaces/);
  });

  it('knows where "there" is', async () => {
    const { verdict, text } = await inThread(
      'is there visitor parking at Pier Nine?',
      'and at the Cannery?',
      'are dogs allowed there?',
    );
    expect(verdict).toBe('answered');
    expect(text).toMatch(/The Cannery.*Not allowed/s);
  });

  it('reads a repaired word as the question before with that word', async () => {
    const { verdict, text } = await inThread('how much memory in data sceince?', '*science');
    expect(verdict).toBe('answered');
    expect(text).toMatch(/96 GB/);
  });

  it('repeats the answer to who doubts it by what was told elsewhere', async () => {
    const { verdict, text } = await inThread('how many days may I work from another country?', "that's wrong, it's 20");
    expect(verdict).toBe('answered');
    expect(text).toMatch(/only be as sure as the page.*45 working days/s);
  });

  it('keeps a doubt out of what comes after it', async () => {
    const { text } = await inThread(
      'is there visitor parking at Pier Nine?',
      'are you sure? somebody told me there were twelve',
      'and at Harbour House?',
    );
    expect(text).toMatch(/4 spaces/);
  });

  it('asks the question before of what was meant', async () => {
    const { text } = await inThread('are dogs allowed in the Cannery?', 'no sorry, I meant in Harbour House');
    expect(text).toMatch(/Harbour House.*Allowed on floor 2/s);
    expect(text).not.toMatch(/The Cannery/);
  });

  it.each([
    ['what can a hotel cost in Canada?', 'and for students?'],
    ['what can a hotel cost in Canada?', 'and in Germany?'],
    ['when is Pier Nine open?', 'also on sundays?'],
    ['are dogs allowed in Harbour House?', 'is it the same for cats?'],
  ])('does not answer "%s", "%s" by the row before', async (...said) =>
    expect((await inThread(...said)).verdict).toBe('unknown'),
  );

  it.each([
    ['what can a hotel cost in Canada?', 'even in Norway?', /EUR 210/],
    ['how much memory in data science?', 'field operations?', /32 GB/],
  ])('answers "%s", "%s" by another row', async (first, then, said) => {
    const { verdict, text } = await inThread(first, then);
    expect(verdict).toBe('answered');
    expect(text).toMatch(said);
  });

  it('shows what else the page says', async () => {
    const { verdict, text, citations } = await inThread(
      'how many days may I work from another country?',
      'tell me more about that',
    );
    expect(verdict).toBe('answered');
    expect(text).toMatch(/45 working days.*14 days before you go/s);
    expect(citations.map(({ documentId }) => documentId)).toEqual([expect.stringContaining('remote-work')]);
  });

  it('asks a short question of another topic by itself', async () => {
    const { verdict, text } = await inThread('where are the plasters?', 'where is the defibrillator?');
    expect(verdict).toBe('answered');
    expect(text).toMatch(/north gate/);
  });

  it('goes on with the question that an earlier topic was asked in', async () => {
    const { text } = await inThread(
      'can I work from another country?',
      'what does a hotel in Norway cost',
      'back to the other country, till when must I tell somebody',
    );
    expect(text).toContain('14 days before you go');
    const { message, turns } = readTurn('back to the hotel, is it free?', [
      { question: 'what does a hotel in Norway cost', answer: 'EUR 210' },
      { question: 'is there parking at Pier Nine', answer: '10 spaces' },
    ]);
    expect(message).toBe('is it free?');
    expect(turns.at(-1)).toEqual({ question: 'what does a hotel in Norway cost the hotel', answer: '', leads: true });
  });

  it('comes back to an earlier topic', async () => {
    const { text } = await inThread(
      'is there visitor parking at Pier Nine?',
      'where is the defibrillator?',
      'back to the parking, how many spaces at Harbour House?',
    );
    expect(text).toMatch(/4 spaces/);
  });

  it('reads a situation and the question in it', async () => {
    const { verdict, text } = await ask("I'm flying to Canada in March. How much can the hotel cost a night?");
    expect(verdict).toBe('answered');
    expect(text).toMatch(/EUR 185/);
    expect(text).not.toMatch(/EUR 210/);
  });

  it('does not take the row of the question before for an answer of which it has nothing', async () => {
    const { verdict } = await inThread(
      'what are the opening hours of Harbour House?',
      'and is there a lift for bicycles',
    );
    expect(verdict).toBe('unknown');
  });

  it.each(['tell me more', "that's wrong, it's 20"])('answers "%s" alone with no quote', async (text) =>
    expect((await ask(text)).verdict).not.toBe('answered'),
  );
});

describe('what a question takes from the one before', () => {
  const history = [{ question: 'can we put up a bouncy castle?', answer: '' }];

  it.each(['where is the defibrillator?', 'desk money?'])('lets "%s" stand alone', (question) =>
    expect(readFollowUp(question, history)).toMatchObject({ fragment: true }),
  );

  it.each(['on the field?', 'and on the field?', 'who approves that?', 'how much is it?'])(
    'never asks "%s" alone',
    (question) => {
      const { earlier, fragment } = readFollowUp(question, history);
      expect(earlier).toBe(history[0]?.question);
      expect(fragment ?? false).toBe(false);
    },
  );
});
