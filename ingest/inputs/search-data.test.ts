import { expect, it } from 'vitest';
import { isSearchData } from './search-data.ts';

const page = (head: string) =>
  new TextEncoder().encode(
    `<!DOCTYPE html><html><head><title>Search</title>${head}</head><body><h1>Search</h1><p>Searching for multiple words only shows matches that contain all words.</p><form action="" method="get"><input type="text" name="q"></form></body></html>`,
  );

it('knows the page of a manual from which one searches, and no page that links to it', () => {
  expect(isSearchData(page('<link rel="search" title="Search" href="#" />'))).toBe(true);
  expect(isSearchData(page("<link title='Search' href='' rel='search'>"))).toBe(true);
  for (const head of [
    '',
    '<link rel="search" title="Search" href="search.html" />',
    '<link rel="search" type="application/opensearchdescription+xml" href="/osd.xml"><link rel="top" href="#">',
  ])
    expect(isSearchData(page(head))).toBe(false);
});
