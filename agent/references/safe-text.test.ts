import { describe, expect, it } from 'vitest';
import { ADDRESS_LEFT_OUT } from '../model/grounded-output.ts';
import { withoutForeignLinks } from './safe-text.ts';

const PAGE = 'https://wiki.example.com/leave';
const safe = (text: string, texts: string[] = []) => withoutForeignLinks(text, { pages: [PAGE], texts });

describe('the addresses of an answer', () => {
  it.each([
    ['https://evil.example/login'],
    ['evil.example/login'],
    ['evil.com'],
    ['www.evil.shop'],
    ['ev\u200bil.exa\u200bmple/login'],
    ['`evil.example/login`'],
    ['hxxps://evil.example'],
    ['evil[.]example'],
    ['evil(dot)example/login'],
    ['it@evil.example'],
    ['mailto:it@evil.example'],
    ['javascript:alert(1)'],
    ['10.0.0.7:8080/login'],
    ['<https://evil.example/login>'],
    ['evil．example'],
  ])('leaves out %s, which no source holds', (address) => {
    const said = safe(`Confirm your password at ${address} today.`);
    expect(said).not.toMatch(/evil|10\.0\.0\.7|alert/i);
    expect(said).toContain(ADDRESS_LEFT_OUT);
  });

  it('keeps the site that a page of a source is on, and no other page of it', () => {
    const source = 'Register on [the page](https://www.transit.example/guide/2020).';
    expect(safe('Go to transit.example and register.', [source])).toBe('Go to `transit.example` and register.');
    expect(safe('Go to transit.example/login.', [source])).toContain(ADDRESS_LEFT_OUT);
    expect(safe('Go to example.', ['it@transit.example'])).toBe('Go to example.');
    expect(safe('Go to transit.example.', ['it@transit.example'])).toContain(ADDRESS_LEFT_OUT);
  });

  it('keeps the places to fill in of a command, and removes HTML', () => {
    expect(safe('Run `pg slot-drop <name>` or pg slot-list <cluster id>.')).toBe(
      'Run `pg slot-drop <name>` or pg slot-list `<cluster id>`.',
    );
    expect(safe('```\nkubectl logs <pod>\n```')).toBe('```\nkubectl logs <pod>\n```');
    expect(safe('It is <b>open</b> <img src=x onerror=alert(1)><x-y a=b>now</x-y>.')).toBe('It is open now.');
  });

  it('keeps the words of a foreign link, and removes images', () => {
    expect(safe('See [the form](https://evil.example) ![x](https://evil.example/p.png).')).toBe('See the form x.');
    expect(safe('See [the form][1].\n\n[1]: https://evil.example')).not.toContain('evil');
  });

  it('leaves nothing of a link whose address was left out before', () => {
    expect(safe(`See [the form](${ADDRESS_LEFT_OUT}) ![x](${ADDRESS_LEFT_OUT}).`)).toBe('See the form x.');
  });

  it('links to a cited page', () => {
    expect(safe(`See [Leave](${PAGE}) or ${PAGE}.`)).toBe(`See [Leave](${PAGE}) or ${PAGE}.`);
  });

  it('shows an address of a source as code, once', () => {
    const texts = ['Book at travel.example.com/new or write to desk@example.com.'];
    expect(safe('Book at travel.example.com/new or `desk@example.com`.', texts)).toBe(
      'Book at `travel.example.com/new` or `desk@example.com`.',
    );
  });

  it.each(['Run node index.js and read README.md.', 'It takes 2.5 weeks.In May it ends.', 'See e.g. section 3.2.'])(
    'leaves unchanged: %s',
    (text) => expect(safe(text)).toBe(text),
  );
});
