import { expect, it } from 'vitest';
import { elementsNamed, parseHtml } from '../dom.ts';
import { elementGroups, groupMask } from './groups.ts';

const groupsOf = (attributes: string) =>
  elementGroups(elementsNamed(parseHtml(`<div ${attributes}>x</div>`), 'div')[0]!);

it('takes the row of tabs for navigation, and what stands behind them for content', () => {
  const nav = groupMask('nav');
  for (const tabs of ['class="nav nav-tabs"', 'class="tabs"', 'id="tab-list"', 'role="tab"'])
    expect(groupsOf(tabs) & nav, tabs).toBe(nav);
  for (const behind of [
    'class="tab-content"',
    'class="tab-pane active" id="curl"',
    'role="tabpanel"',
    'class="tabContent"',
  ])
    expect(groupsOf(behind) & nav, behind).toBe(0);
});
