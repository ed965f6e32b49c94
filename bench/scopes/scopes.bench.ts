import { SERVER_SETTINGS } from '../../core/servers.ts';
import { type Server, testStores } from '../../stores/testing/test-stores.ts';
import { checkScopes } from './check-scopes.ts';

export const about =
  'random documents, people and histories against a reference of who may read what, over every read path [CHECKS] [SEED]';

export const run = async ([checks = '1000000', seed = '7']: readonly string[]): Promise<void> => {
  const servers = SERVER_SETTINGS.filter((server) => process.env[server]);
  const places: { name: string; servers: Server[] }[] = [
    { name: 'one file', servers: [] },
    ...(servers.length > 0 ? [{ name: servers.map((url) => url.replace('_URL', '')).join(', '), servers }] : []),
  ];
  if (servers.length === 0) console.log(`no server is set (${SERVER_SETTINGS.join(', ')}): one file only`);
  for (const { name, servers } of places) {
    const test = testStores(servers);
    try {
      const startedAt = performance.now();
      const result = await checkScopes(await test.open(), {
        seed: Number(seed),
        checks: Math.ceil(Number(checks) / places.length),
      });
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
      console.log(
        `${name}: ${result.checks} checks in ${result.answers} answers, ${result.differing} differences (to reach: 0), ${seconds} s`,
      );
      for (const difference of result.differences) console.log(`  ${difference}`);
      if (result.differing > 0) process.exitCode = 1;
    } finally {
      await test.dispose();
    }
  }
};
