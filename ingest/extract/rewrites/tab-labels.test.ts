import { expect, it } from 'vitest';
import { extractWholeHtml } from '../html.ts';

const tabs = (...names: string[]) =>
  `<ul class="nav nav-tabs">${names.map((name) => `<li><a href="#${name.toLowerCase()}">${name}</a></li>`).join('')}</ul>`;
const pane = (name: string, content: string) => `<div class="tab-pane" id="${name.toLowerCase()}">${content}</div>`;

it('writes the label of a tab above its code', () => {
  const { markdown } = extractWholeHtml(
    `<h2>Open</h2>${tabs('Curl', 'Java')}<div>${pane('Curl', '<pre>curl /lid</pre>')}${pane('Java', '<pre>lid.open()</pre>')}</div>`,
  );
  expect(markdown).toMatch(/\*\*Curl\*\*\n\n```\ncurl \/lid\n```\n\n\*\*Java\*\*\n\n```\nlid\.open/);
});

it('begins a section with code behind a tab beside sections with headings', () => {
  const { markdown } = extractWholeHtml(
    `<h1>Lid</h1>${tabs('Info', 'Source')}<div>${pane('Info', '<section><h3>Width</h3><p>It is wide.</p></section>')}${pane('Source', '<pre>class Lid {}</pre>')}</div>`,
  );
  expect(markdown).toMatch(/### Width\n\nIt is wide\.\n\n### Source\n\n```\nclass Lid/);
});

it('writes no label above a pane that is not there, or text without code', () => {
  const { markdown } = extractWholeHtml(`<h1>Lid</h1>${tabs('Info', 'Other')}${pane('Info', '<p>It is wide.</p>')}`);
  expect(markdown).not.toContain('**Info**');
});

it('writes the label of a tab that is a button, or names its pane without a link', () => {
  const { markdown } = extractWholeHtml(
    `<h2>Open</h2><div role="tablist"><button role="tab" aria-controls="curl">Curl</button><button role="tab" aria-controls="java">Java</button></div><div>${pane('Curl', '<pre>curl /lid</pre>')}${pane('Java', '<pre>lid.open()</pre>')}</div>`,
  );
  expect(markdown).toMatch(/\*\*Curl\*\*\n\n```\ncurl \/lid\n```\n\n\*\*Java\*\*\n\n```\nlid\.open/);
});
