import { expect, it } from 'vitest';
import { extractHtmlText, extractWholeHtml } from '../html.ts';

it('says which tasks of a page are done', () => {
  const { markdown } = extractWholeHtml(
    '<ul class="to-do-list"><li><div class="checkbox checkbox-on"></div> <span>Order filter</span></li></ul>' +
      '<ul class="to-do-list"><li><div class="checkbox checkbox-off"></div> <span>Clean head</span></li></ul>' +
      '<p>On the list:</p><ul class="contains-task-list"><li class="task-list-item"><input type="checkbox" disabled checked> Oil the press</li><li><label><input class="task-list-item-checkbox" type="checkbox"> Close the lid</label></li></ul>' +
      '<p>In the wiki:</p><ul class="inline-task-list" data-inline-tasks-content-id="9"><li class="checked" data-inline-task-id="1">Call Bob</li><li data-inline-task-id="2">Call Ann</li></ul>',
  );
  expect(markdown.split('\n').filter((line) => line.startsWith('-'))).toEqual([
    '- [x] Order filter',
    '- [ ] Clean head',
    '- [x] Oil the press',
    '- [ ] Close the lid',
    '- [x] Call Bob',
    '- [ ] Call Ann',
  ]);
});

it('answers in a table, and leaves forms alone', () => {
  const box = (state: string) => `<div class="checkbox checkbox-${state}"></div>`;
  const { tables, markdown } = extractHtmlText(
    `<html><body><article class="page sans"><h1 class="page-title">Machine</h1><table class="properties"><tbody><tr><th>Serviced</th><td>${box('on')}</td></tr><tr><th>Sold</th><td>${box('off')}</td></tr></tbody></table><div class="page-body"><p>It stands in hall two, beside the press, and makes coffee.</p><form><ul><li><label><input type="checkbox"> Remember me</label></li></ul></form></div></article></body></html>`,
  );
  expect(tables[0]?.rows).toEqual([
    ['Serviced', 'Yes'],
    ['Sold', 'No'],
  ]);
  expect(markdown).not.toContain('[ ]');
});
