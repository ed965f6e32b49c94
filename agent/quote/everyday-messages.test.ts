import { describe, expect, it } from 'vitest';
import { quotingFrom } from './testing/quoting-from.ts';

// A printing works: what people type without apostrophes, of one thing, of what fails, and of what is not there.
const ask = quotingFrom({
  'people.csv': `Name,Job,Phone,Mail,Where
Ada Moss,Foreman,01632 960 301,ada@moss.example,Press hall
Ned Carver,Bookkeeper,01632 960 302,ned@moss.example,Office
Volt & Sons,Electrician,01632 960 303,volt@moss.example,
`,
  'works.md': `# Moss Printers

We have printed for the town since 1951. We are 38 people, and eleven of them work half days.

There is a sauna for staff in the cellar. Members of the family may come too.

Flood: leave by the yard gate, meet at the chapel wall.

Count the till in the morning, the change must be £80.
`,
  'absence.md': `# Absence

## When you are ill

Ring the foreman by seven. Bring a note from the third day on.

Ill people get their full wage for six weeks.

**Head cold:** stay at home until you have had no fever for a day.
`,
  'machines.md': `# Machines

**Guillotine down.** Lift the red guard and close it again. If the lamp stays dark, tell the foreman.

The folding machine eats A3 and A4. The large press takes 90 kg of paper.

**Ink:** mix it at 21 °C. Guillotine blades are ground each Friday, and the guillotine is greased then.
`,
  'paper.md': `# Paper

| Mill | Sends | Order by | Smallest order |
| --- | --- | --- | --- |
| Avon | card | Monday | 200 kg |
| Tarn | newsprint | Thursday | 50 kg |

We left Larkin's paper mill in May.
`,
});

describe('everyday messages', () => {
  it.each([
    ['whats adas number', '960 301'],
    ['neds email', 'ned@moss.example'],
    ['number for the electrician', '960 303'],
  ])('finds how to reach somebody: %s', async (question, figure) => {
    const { text, verdict } = await ask(question);
    expect(verdict).toBe('answered');
    expect(text).toContain(figure);
  });

  it.each([
    ['is there a sauna', 'sauna for staff'],
    ['how much should be in the till', '£80'],
    ['where do we go if theres a flood', 'chapel wall'],
    ['how many people work here', '38 people'],
    ['what do i do if im ill', '**Ring the foreman by seven.**'],
    ['guillotine isnt working', 'Lift the red guard'],
  ])('answers of one thing: %s', async (question, said) => {
    const { text, verdict } = await ask(question);
    expect(text).toContain(said);
    expect(verdict).toBe('answered');
  });

  it.each([
    'do we have a lacquer kiln',
    'how do i reboot the folding machine',
    'what is the smallest order for larkins',
  ])('is unsure of what is not there: %s', async (question) => {
    expect((await ask(question)).verdict).toBe('unknown');
  });
});
