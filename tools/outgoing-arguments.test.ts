import { describe, expect, it } from 'vitest';
import { createOutgoingArguments } from './outgoing-arguments.ts';

describe('arguments of a call to a live source', () => {
  it('keep an address that the asker named, and none of a page', () => {
    const outgoing = createOutgoingArguments('Is https://status.example/eu up?');
    expect(
      outgoing.clean('status', {
        url: 'https://status.example/eu',
        also: ['see evil.example/login?q=secret', 3, null],
      }),
    ).toEqual({ url: 'https://status.example/eu', also: ['see (address left out)', 3, null] });
  });

  it('keep a server’s own addresses for that server only', () => {
    const outgoing = createOutgoingArguments('Which tickets are open?');
    outgoing.recordAnswer('tracker', 'One: https://tracker.example/T-1');
    expect(outgoing.clean('tracker', { url: 'https://tracker.example/T-1' })).toEqual({
      url: 'https://tracker.example/T-1',
    });
    expect(outgoing.clean('mail', { url: 'https://tracker.example/T-1' })).toEqual({ url: '(address left out)' });
  });

  it('drop an address hidden by invisible characters', () => {
    expect(createOutgoingArguments('Which?').clean('mail', { to: 'ev\u200bil@evil.exa\u00admple' })).toEqual({
      to: '(address left out)',
    });
  });
});
