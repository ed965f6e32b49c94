import { expect, it } from 'vitest';
import { isTextName } from '../formats/text/plain-text.ts';
import { fileTitle, nameOf } from './file-title.ts';

it('names the folder where every folder may have a page of that name', () => {
  expect(fileTitle('', 'pages/strace/changelog.Debian.gz')).toBe('strace changelog');
  expect(fileTitle('', 'pages/strace/copyright')).toBe('strace copyright');
  expect(fileTitle('Overview', 'wiki/billing/docs/overview.md')).toBe('billing Overview');
  expect(fileTitle('Version 1.2.6', 'pages/packagekit/NEWS.gz')).toBe('packagekit Version 1.2.6');
  expect(fileTitle('README', 'handbook/hr/README.md')).toBe('hr README');
  expect(fileTitle('README', 'wiki/Travel 67bb3e814f3e42bdabb8c1437af88962/README.md')).toBe('Travel README');
});

it.each(['CREDITS', 'Changes', 'Change log', 'Release notes 2.1', 'Upgrading'])(
  'knows the usual name of a text by the list that reading files goes by: %s',
  (name) => {
    expect(fileTitle(name, 'wiki/billing/page.md')).toBe(`billing ${name}`);
    expect(isTextName(name.replace(/ 2/, '-2'))).toBe(true);
  },
);

it('takes the ending of another format for no version of a text', () => {
  expect(isTextName('readme.7z')).toBe(false);
  expect(isTextName('readme.7')).toBe(true);
});

it('leaves a title alone that tells the page', () => {
  expect(fileTitle('Overview of billing', 'wiki/billing/overview.md')).toBe('Overview of billing');
  expect(fileTitle('Notes for new starters', 'wiki/people/README.md')).toBe('Notes for new starters');
  expect(fileTitle('', 'wiki/people/leave.md')).toBe('leave');
});

it('leaves it alone where no folder says more', () => {
  expect(fileTitle('', 'docs/README.md')).toBe('README');
  expect(fileTitle('Overview', 'docs/en/overview.md')).toBe('Overview');
});

it('names a file without its ending', () => {
  expect(nameOf('pages/INTRO.gz')).toBe('INTRO');
  expect(nameOf('pages/order 66.csv')).toBe('order 66');
  expect(nameOf('pages/press___oil.md')).toBe('press/oil');
  expect(nameOf('journals/2026_03_05.md')).toBe('2026-03-05');
});

it('reads a name of many figures once', () => {
  const before = process.cpuUsage();
  const title = `readme${'.1'.repeat(30)}!`;
  expect(fileTitle(title, 'wiki/billing/versions.md')).toBe(title);
  expect(isTextName(title)).toBe(false);
  expect(isTextName('CHANGES-1.2.3-debian')).toBe(true);
  // CPU time, which other processes do not affect. Exponential code takes ten times as long.
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1e6, 'seconds of the processor').toBeLessThan(1);
  expect(fileTitle(`Version${'.1'.repeat(40)}`, 'wiki/billing/versions.md')).toMatch(/^billing Version/);
});
