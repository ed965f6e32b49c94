import { expect, it } from 'vitest';
import { readerFor } from '../sandbox/index.ts';

const mail = async (...lines: string[]) => {
  const head = ['From: Ann Doe <ann@h.example>', 'To: team@h.example', 'Subject: Boxes', '', ''].join('\r\n');
  const page = await readerFor({ name: 'boxes.eml' })!(new TextEncoder().encode(head + lines.join('\r\n')));
  return page.markdown.slice(page.markdown.indexOf('\n\n') + 2).trim();
};

it('parts a closing formula and the mail that is answered from the text', async () => {
  const text = await mail(
    'The lid is oiled in May.',
    '',
    'Best,',
    'Ann',
    '',
    'On Mon, 2 Mar 2026 at 09:12, Bo Ray',
    '<bo@h.example> wrote:',
    '',
    '> The lid is oiled in April.',
  );
  expect(text).toBe(
    'The lid is oiled in May.\n\n---\n\nBest,\nAnn\n\n---\n\nOn Mon, 2 Mar 2026 at 09:12, Bo Ray\n<bo@h.example> wrote:\n\n> The lid is oiled in April.',
  );
});

it('parts a signature, once, also below a formula in another language', async () => {
  expect(await mail('Der Deckel klemmt.', 'Viele Grüße', '', 'Ann Doe', '-- ', 'Kisten GmbH')).toBe(
    'Der Deckel klemmt.\n\n---\n\nViele Grüße\n\nAnn Doe\n\n---\n\nKisten GmbH',
  );
});

it('leaves thanks that begin a mail or stand above more text, and lines that introduce no mail', async () => {
  for (const lines of [
    ['Thanks,', 'that helped.', '', 'The lid fits now, and nobody has to oil it again before the winter.'],
    ['Thanks', '', 'The lid of 2026 is here:', '', 'It fits.'],
    ['We measured 3 lids:', '- oak', '- elm'],
    ['> The lid of 2025 was quoted as follows:', '> > it fits'],
  ])
    expect(await mail(...lines)).not.toContain('---');
});
