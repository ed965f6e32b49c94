import { describe, expect, it } from 'vitest';
import { extractHtmlText } from '../html.ts';

const words =
  'harbour ledger copper winter orchard signal meadow granite lantern canyon ferry willow anchor mirror velvet'.split(
    ' ',
  );
const title = (n: number) => `${words[n % 15]} ${words[(n * 7 + 3) % 15]} ${words[(n * 4 + 5) % 15]} evening ${n}`;

const nav = `<nav><ul>${words.map((word) => `<li><a href="/${word}">${word}</a></li>`).join('')}</ul></nav>`;
const card = (n: number) => `<li class="event-card post-${n}"><a class="card-link" href="/e/${n}">
  <h3 class="card-title">${title(n)}</h3><span class="card-date">${n + 1} March, 20:00</span>
  <div class="card-hall">Hall ${words[n % 7]}, tickets from ${10 + n} crowns</div></a><a class="button" href="/b/${n}">Details</a></li>`;
const page = (main: string) =>
  `<html><head><title>Concerts in March</title></head><body>${nav}<div id="wrap">${main}</div><footer>© Hall</footer></body></html>`;

describe('a listing', () => {
  const { text } = extractHtmlText(
    page(`<h1>Concerts in March</h1><ul class="events">${Array.from({ length: 24 }, (_, n) => card(n)).join('')}</ul>`),
    { url: 'https://hall.example/concerts' },
  );

  it('keeps the title, date and place of every record, though each is a link', () => {
    for (let n = 0; n < 24; n++) {
      expect(text).toContain(title(n));
      expect(text).toContain(`${n + 1} March, 20:00`);
      expect(text).toContain(`tickets from ${10 + n} crowns`);
    }
  });

  it('leaves out the buttons that all have, and the menu', () => {
    expect(text).not.toContain('Details');
    expect(text).not.toMatch(/^velvet$/m);
  });
});

describe('an article', () => {
  it('does not take the cards beside it for its text', () => {
    const paragraph =
      'The orchestra opened the season in the old granary, and the audience stayed until late in the night.';
    const { text } = extractHtmlText(
      page(`<article><h1>Opening night</h1>${`<p>${paragraph}</p>`.repeat(12)}</article>
        <ul class="events">${Array.from({ length: 8 }, (_, n) => card(n)).join('')}</ul>`),
    );
    expect(text).toContain(paragraph);
    expect(text).not.toContain('tickets from');
  });
});

describe('a thread under a consent window', () => {
  it('keeps the posts, not the window', () => {
    const sentence =
      'We use cookies to give you the best experience, to measure how the site is used and to show what fits you.';
    const posts = ['Does the fan fit?', 'Mine did, with the short screws.', 'Thanks, that helped me a lot today!'];
    const { text } = extractHtmlText(
      page(`<h1>New case</h1>${posts.map((post) => `<div class="post"><div class="body">${post}</div></div>`).join('')}
        <div id="onetrust-consent-sdk"><div>${`<p>${sentence}</p>`.repeat(9)}</div></div>`),
      { url: 'https://forum.example/topic/1' },
    );
    for (const post of posts) expect(text).toContain(post);
    expect(text).not.toContain('cookies');
  });
});
