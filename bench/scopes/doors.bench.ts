import { testStores } from '../../stores/testing/test-stores.ts';
import { checkDoors } from './check-doors.ts';
import { createScopeWorld } from './scope-world.ts';

export const about =
  'random calls through the API, MCP and OpenAI doors against a reference of who may read what [CALLS] [SEED]';

export const run = async ([calls = '20000', seed = '7']: readonly string[]): Promise<void> => {
  const test = testStores();
  try {
    const differences: string[] = [];
    const startedAt = performance.now();
    const result = await checkDoors(await test.open(), createScopeWorld(Number(seed)), Number(calls), (what) => {
      differences.push(what);
    });
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
    console.log(
      `${result.calls} calls, ${result.checks} checks, ${differences.length} differences (to reach: 0), ${seconds} s`,
    );
    for (const difference of differences.slice(0, 10)) console.log(`  ${difference}`);
    if (differences.length > 0) process.exitCode = 1;
  } finally {
    await test.dispose();
  }
};
