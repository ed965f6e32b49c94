import { expect, it } from 'vitest';
import { quotingFrom } from '../testing/quoting-from.ts';

const ask = quotingFrom({
  'canteen.md':
    '# Canteen\n\nThe canteen opens at 11:30.[^1] Trays go back to the rack by the door.[^late]\n\n[^1]: Not on public holidays.\n[^late]: Or to the hatch.\n',
  'search.md': '# Searching logs\n\nThe pattern `x[^0-9]` finds an x before a letter.\n',
  'maps.md': '# Maps\n\nThe route map is [drawn by Nuri](maps/route_(new).md).\n',
  'signs.md': '# Names of files\n\nNames of drafts begin with \\_draft\\_ and a number.\n',
});

it('shows no mark of a footnote, and bold text ends with its sentence', async () => {
  const { text } = await ask('When does the canteen open?');
  expect(text).toContain('**The canteen opens at 11:30.**');
  expect(text).not.toContain('[^');
});

it('keeps such signs in code', async () => {
  expect((await ask('Which pattern finds an x before a letter?')).text).toContain('x[^0-9]');
});

it('shows the words of a link whose target has brackets, and nothing of the target', async () => {
  expect((await ask('Who drew the route map?')).text).toMatch(/^The route map is drawn by Nuri\. \[1\]/);
});

it('keeps signs that a page writes with a backslash', async () => {
  expect((await ask('With what do names of drafts begin?')).text).toContain('\\_draft\\_');
});
