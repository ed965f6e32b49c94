import { describe, expect, it } from 'vitest';
import { extractHtmlText } from '../html.ts';
import { extractMarkdownText } from '../markdown/markdown.ts';

const SECRET = 'The limit for a hotel is 390 euros a night.';
const page = (body: string, head = '') =>
  extractHtmlText(
    `<html><head><title>Hotels</title>${head}</head><body><h1>Hotels</h1><p>Ask the travel desk.</p>${body}</body></html>`,
  ).markdown;
const SHEET = '<link rel="stylesheet" href="site.css">';
const SCRIPT = '<script src="tabs.js"></script>';

describe('text that nobody can see', () => {
  it.each([
    ['letters of a dot', `<p style="font-size:0.5px">${SECRET}</p>`],
    ['letters of a dot inside a box', `<div style="font-size:1px"><p>${SECRET}</p></div>`],
    ['white on white', `<p style="color:#fff;background:#ffffff">${SECRET}</p>`],
    ['white on an unpainted page', `<p style="color:white">${SECRET}</p>`],
    [
      'the box’s own colour',
      `<div style="background-color:rgb(18, 52, 86)"><p style="color:#123456">${SECRET}</p></div>`,
    ],
    ['white by an element of old', `<font color="white">${SECRET}</font>`],
    ['see-through letters', `<p style="color:transparent">${SECRET}</p>`],
    ['beside the page', `<div style="position:absolute;left:-9999px">${SECRET}</div>`],
    ['set far in', `<p style="text-indent:-9999px">${SECRET}</p>`],
    ['switched off', `<p style="display: none !important">${SECRET}</p>`],
    ['switched off by an attribute', `<details hidden><summary>More</summary>${SECRET}</details>`],
    ['a box without height', `<p style="max-height:0;overflow:hidden">${SECRET}</p>`],
  ])('leaves out %s', (_, body) => {
    expect(page(body)).toBe('# Hotels\n\nAsk the travel desk.');
  });

  it('reads the rules of the page’s own style sheet', () => {
    const sheet = '<style>@media print { p { color: red } } /* x */ .fine, #x { font-size: 0 }</style>';
    expect(page(`<p class="fine">${SECRET}</p>`, sheet)).not.toContain('390');
    expect(page(`<p class="large">${SECRET}</p>`, sheet)).toContain('390');
  });

  it('leaves out letters of a dot and white on white beside a style sheet that is elsewhere, too', () => {
    expect(page(`<p style="font-size:0">${SECRET}</p>`, SHEET + SCRIPT)).not.toContain('390');
    expect(page(`<p style="color:#fff;background:#fff">${SECRET}</p>`, SHEET)).not.toContain('390');
  });

  it('leaves out what a tag in Markdown hides, but not code', () => {
    const written = `# Hotels\n\nAsk us. <span style="display:none">${SECRET}</span>\n\n\`\`\`html\n<span style="display:none">code</span>\n\`\`\`\n`;
    const { markdown } = extractMarkdownText(written);
    expect(markdown).not.toContain('390');
    expect(markdown).toContain('<span style="display:none">code</span>');
  });
});

describe('text that readers do see', () => {
  it.each([
    ['white on a dark box', `<div style="background:#123456"><p style="color:#fff">${SECRET}</p></div>`, ''],
    [
      'white on a cell of old',
      `<table><tr><td bgcolor="#123456"><font color="white">${SECRET}</font></td></tr></table>`,
      '',
    ],
    [
      'white where a style sheet elsewhere may paint',
      `<div class="hero"><p style="color:#fff">${SECRET}</p></div>`,
      SHEET,
    ],
    ['white over a picture', `<div style="background-image:url(a.png)"><p style="color:#fff">${SECRET}</p></div>`, ''],
    [
      'a size of its own in a box without one',
      `<div style="font-size:0"><p style="font-size:14px">${SECRET}</p></div>`,
      '',
    ],
    ['a tab that a script opens', `<div style="display:none">${SECRET}</div>`, SCRIPT],
    [
      'an answer that a style opens',
      `<p class="answer">${SECRET}</p>`,
      '<style>.answer{display:none} h1:hover + .answer{display:block}</style>',
    ],
    ['what fades in', `<p style="opacity:0">${SECRET}</p>`, SCRIPT],
    ['what only the search of the browser opens', `<p hidden="until-found">${SECRET}</p>`, ''],
    ['a folded part', `<details><summary>More</summary><p>${SECRET}</p></details>`, ''],
  ])('keeps %s', (_, body, head) => {
    expect(page(body, head)).toContain('390 euros');
  });

  it('keeps a label for screen readers', () => {
    const cell = '<td><img src="tick.png"><span style="position:absolute;left:-9999px">Yes</span></td>';
    expect(page(`<table><tr><th>Plan</th><th>Backup</th></tr><tr><td>Small</td>${cell}</tr></table>`)).toContain('Yes');
  });
});

it('reads a sheet of many rules and a text of many boxes in linear time', () => {
  const grown = (times: number) => {
    const sheet = `<style>${'a{color:red}'.repeat(times)}${'{'.repeat(times)}@x${'a;'.repeat(times)}</style>`;
    const started = process.cpuUsage();
    page(`${'<div style="color:#fff">'.repeat(Math.min(times, 2000))}${SECRET}`, sheet);
    const { user, system } = process.cpuUsage(started);
    return user + system;
  };
  grown(1000);
  expect(grown(40_000)).toBeLessThan(40 * Math.max(grown(4000), 20_000));
});
