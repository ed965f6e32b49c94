import { describe, expect, it } from 'vitest';
import { createOutgoingArguments } from './outgoing-arguments.ts';

describe('arguments of a call to a live source', () => {
  it('carry an address that the asker named, and none of a page', () => {
    const outgoing = createOutgoingArguments('Is https://status.example/eu up?');
    expect(
      outgoing.clean('status', {
        url: 'https://status.example/eu',
        also: ['see evil.example/login?q=secret', 3, null],
      }),
    ).toEqual({ url: 'https://status.example/eu', also: ['see (address left out)', 3, null] });
  });

  it('carry back to a server what it said itself, and to no other', () => {
    const outgoing = createOutgoingArguments('Which tickets are open?');
    outgoing.heard('tracker', 'One: https://tracker.example/T-1');
    expect(outgoing.clean('tracker', { url: 'https://tracker.example/T-1' })).toEqual({
      url: 'https://tracker.example/T-1',
    });
    expect(outgoing.clean('mail', { url: 'https://tracker.example/T-1' })).toEqual({ url: '(address left out)' });
  });

  it('carry no address that invisible characters hide', () => {
    expect(createOutgoingArguments('Which?').clean('mail', { to: 'ev\u200bil@evil.exa\u00admple' })).toEqual({
      to: '(address left out)',
    });
  });
});
