import { expect, it } from 'vitest';
import { readerFor } from '../../sandbox/index.ts';

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
    'The lid is oiled in May.\n\n---\n\nBest,\nAnn\n\n## On Mon, 2 Mar 2026 at 09:12, Bo Ray wrote\n\n> The lid is oiled in April.',
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

const quoted = ['On Mon, 2 Mar 2026 at 09:12, Bo Ray <bo@h.example> wrote:', '> Is the lid oiled?'];

it('names no author of lines between which answers stand', async () => {
  expect(await mail('See below.', '', ...quoted, '', 'In May.', '', '> And the hinge?', '', 'In June.')).toBe(
    `See below.\n\n---\n\n${quoted[0]}\n${quoted[1]}\n\nIn May.\n\n> And the hinge?\n\nIn June.`,
  );
});

it.each([
  [
    '---------- Forwarded message ---------',
    'From: Eva Stein <eva@h.example>',
    'Date: Mon, 2 Mar 2026 at 10:00',
    'Subject: Oil',
    'To: Ann <ann@h.example>',
  ],
  [
    '-----Ursprüngliche Nachricht-----',
    'Von: Eva Stein [mailto:eva@h.example]',
    'Gesendet: Mon, 2 Mar 2026 at 10:00',
    'An: Ann',
    'Betreff: Oil',
  ],
  [
    '________________________________',
    'De : Eva Stein <eva@h.example>',
    'Envoyé : Mon, 2 Mar 2026 at 10:00',
    'À : Ann',
    'Objet : Oil',
  ],
])('says who wrote a mail that is forwarded: %s', async (...above) => {
  const text = await mail('See below.', '', ...above, '', 'The oil comes in drums.');
  expect(text).toBe(
    `See below.\n\n## From Eva Stein, Mon, 2 Mar 2026 at 10:00\n\n${above.slice(1).join('\\\n')}\n\nThe oil comes in drums.`,
  );
});

it('takes two lines with colons for no forwarded mail', async () => {
  expect(await mail('Trains:', '', 'From: Kiel', 'To: Ulm', '', 'At nine.')).toBe(
    'Trains:\n\nFrom: Kiel\nTo: Ulm\n\nAt nine.',
  );
});

const html = async (body: string) => {
  const head = 'From: Ann <ann@h.example>\r\nSubject: Boxes\r\nContent-Type: text/html; charset=utf-8\r\n\r\n';
  const page = await readerFor({ name: 'boxes.eml' })!(new TextEncoder().encode(head + body));
  return page.markdown.slice(page.markdown.indexOf('\n\n') + 2).trim();
};
const gmail =
  '<div class="gmail_attr">On Mon, 2 Mar 2026 at 09:12, Bo Ray &lt;<a href="mailto:bo@h.example">bo@h.example</a>&gt; wrote:<br></div>';

it('says so of mails in HTML, as Gmail, Thunderbird and Outlook write them', async () => {
  const quote = '<blockquote type="cite">Is it oiled?</blockquote>';
  expect(await html(`<div>In May.</div><br><div class="gmail_quote">${gmail}${quote}</div>`)).toBe(
    'In May.\n\n## On Mon, 2 Mar 2026 at 09:12, Bo Ray wrote\n\n> Is it oiled?',
  );
  expect(
    await html(`<p>In May.</p><div class="gmail_quote">${gmail}${quote}<div>In June.</div>${quote}</div>`),
  ).not.toContain('##');
  expect(
    await html(
      '<p>See below.</p><div id="divRplyFwdMsg"><font><b>From:</b> Eva Stein &lt;eva@h.example&gt;<br><b>Sent:</b> Monday, March 2, 2026 10:00<br><b>To:</b> Ann<br><b>Subject:</b> Oil</font></div><div>In drums.</div>',
    ),
  ).toBe(
    'See below.\n\n## From Eva Stein, Monday, March 2, 2026 10:00\n\nFrom: Eva Stein <eva@h.example>\nSent: Monday, March 2, 2026 10:00\nTo: Ann\nSubject: Oil\n\nIn drums.',
  );
});
