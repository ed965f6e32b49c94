import { expect, it } from 'vitest';
import { extractWholeHtml } from '../html.ts';

const item = (level: number, mark: string, text: string) =>
  `<p class=MsoListParagraph style='margin-left:.5in;text-indent:-.25in;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='mso-fareast-font-family:Calibri'><span style='mso-list:Ignore'>${mark}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>${text}</p>\n`;

it('reads the items that Word saves as paragraphs as a list, by their depth', () => {
  const html = `<html><body><p class=MsoNormal>Before the fair:</p>\n${item(1, '1.', 'Paint the <b>stand</b>')}${item(2, 'a.', 'Sand it')}${item(2, 'b.', 'Two coats')}${item(1, '2.', 'Rent a balloon')}<p class=MsoNormal>Then:</p>${item(1, '·', 'Rest')}${item(2, 'o', 'a day')}<p class=MsoNormal>And:</p>${item(1, '3.', 'Count')}</body></html>`;
  expect(extractWholeHtml(html).markdown).toBe(
    'Before the fair:\n\n1. Paint the **stand**\n   1. Sand it\n   2. Two coats\n2. Rent a balloon\n\nThen:\n\n- Rest\n  - a day\n\nAnd:\n\n3. Count',
  );
});

it('keeps paragraphs that are no items, and a list that begins deeper', () => {
  const html = `<html><body>${item(3, '·', 'Deep')}${item(1, '·', 'Less')}<p style='mso-list:none'>Text.</p></body></html>`;
  expect(extractWholeHtml(html).markdown).toBe('- Deep\n- Less\n\nText.');
});

it('keeps numbers and words in front of an item that a list would number otherwise', () => {
  const html = `<html><body>${item(1, 'Article 4.', 'Rent')}${item(2, '4.1.', 'The rent is 900.')}${item(2, '4.2.', 'It is due on Mondays.')}${item(1, '§ 5', 'Keys')}${item(1, 'а)', 'Ключи')}</body></html>`;
  expect(extractWholeHtml(html).markdown).toBe(
    '- Article 4. Rent\n  - 4.1. The rent is 900.\n  - 4.2. It is due on Mondays.\n- § 5 Keys\n- а) Ключи',
  );
});
