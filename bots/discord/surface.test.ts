import { REST } from 'discord.js';
import nock from 'nock';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { body, text } from './layout.ts';
import { channelSurface, codeOf, isClosed } from './surface.ts';
import { exchanges } from './testing/exchanges.ts';

describe('a reply’s messages in Discord, by the documented exchanges', () => {
  // The SDK's own request goes past what nock sees; fetch does not.
  const makeRequest = (url: string, init: unknown) => fetch(url, init as RequestInit) as never;
  const surface = () =>
    channelSurface(new REST({ retries: 1, makeRequest }).setToken('token'), {
      channelId: exchanges.channel,
      key: 'discord:1/2/3',
    });
  const say = () => surface().create(0, body([text('Supa Hot')]));

  beforeEach(() => nock.disableNetConnect());
  afterEach(() => {
    expect(nock.pendingMocks()).toEqual([]);
    nock.cleanAll();
    nock.enableNetConnect();
    nock.restore();
    nock.activate();
  });

  it('wait for the limit and go through', async () => {
    nock.define([exchanges.limited, exchanges.posted]);
    const before = performance.now();
    expect(await say()).toBe('334385199974967042');
    expect(performance.now() - before).toBeGreaterThan(190);
  });

  it('go through a gateway that was down for a moment', async () => {
    nock.define([exchanges.badGateway, exchanges.posted]);
    expect(await say()).toBe('334385199974967042');
  });

  it('tell a closed channel from a mistake of ours', async () => {
    const { unknownChannel, missingAccess, missingPermissions, cannotMessage, archived, invalidForm } = exchanges;
    const told = [];
    for (const exchange of [unknownChannel, missingAccess, missingPermissions, cannotMessage, archived, invalidForm]) {
      nock.define([exchange]);
      const error = await say().catch((cause: unknown) => cause);
      told.push([codeOf(error), isClosed(error)]);
    }
    expect(told).toEqual([
      [10003, true],
      [50001, true],
      [50013, true],
      [50007, true],
      [50083, true],
      [50035, false],
    ]);
  });
});
