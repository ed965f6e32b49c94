import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { mutants, storyOf } from './mutants.ts';
import { plant } from './plant-mutant.ts';
import { storySchema } from './story.ts';

const USAGE = `npm run simulate --            runs stories in which everything breaks, and says which promise did
  --seed N [--seeds COUNT]     the story of a seed, or of so many seeds from there on (default: 200 from 1)
  --story FILE                 a story that was kept, such as the shortest one of a failure
  --story FILE --near COUNT    so many stories that differ from it by a few moments
  --forever                    from the seed on, until something breaks
  --journal                    prints everything that happened
  --mutant NAME                with a planted fault; --mutants: each of them, to see that all are found
  --keep-going                 does not stop at the first broken promise
  --twice                      runs each story twice, and says which did not go the same way, and where`;

const { values: given } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string' },
    story: { type: 'string' },
    near: { type: 'string' },
    forever: { type: 'boolean' },
    journal: { type: 'boolean' },
    mutant: { type: 'string' },
    mutants: { type: 'boolean' },
    'keep-going': { type: 'boolean' },
    twice: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});

/** Where the shortest stories of failures are kept. */
const KEPT = '.simulation';
const write = (line: string) => void process.stdout.write(`${line}\n`);

const main = async (): Promise<void> => {
  if (given.help) return write(USAGE);
  if (given.mutants) return tryMutants();
  if (given.mutant !== undefined) {
    const mutant = mutants.find(({ name }) => name === given.mutant);
    if (!mutant) throw new Error(`there is no mutant ${given.mutant}: ${mutants.map(({ name }) => name).join(', ')}`);
    plant(mutant);
  }
  // The product is loaded only now, so that a mutant is in it.
  const [{ runStory }, { makeStory }, { varyStory }] = await Promise.all([
    import('./run-story.ts'),
    import('./make-story.ts'),
    import('./vary-story.ts'),
  ]);
  const kept = given.story === undefined ? undefined : storySchema.parse(JSON.parse(readFileSync(given.story, 'utf8')));
  if (kept && given.near === undefined) {
    const { violation, journal } = await runStory(kept, { keep: given.journal === true });
    for (const line of journal) write(line);
    return violation ? await report(kept, violation, false) : write('No promise is broken.');
  }
  const first = Number(given.seed ?? 1);
  const some = given.near ?? given.seeds ?? (given.seed === undefined ? 200 : 1);
  const count = given.forever ? Number.POSITIVE_INFINITY : Number(some);
  if (given.twice) return runTwice(first, count);
  const started = process.hrtime.bigint();
  const seconds = () => Number(process.hrtime.bigint() - started) / 1e9;
  let [questions, broken, virtualMs] = [0, 0, 0];
  for (let seed = first; seed < first + count; seed += 1) {
    const story = kept ? varyStory(kept, seed) : makeStory(seed);
    const outcome = await runStory(story, { keep: given.journal === true });
    for (const line of outcome.journal) write(line);
    questions += outcome.questions;
    virtualMs += outcome.virtualMs;
    if (outcome.violation) {
      broken += 1;
      await report(story, outcome.violation, true);
      if (!given['keep-going']) return;
    }
    if ((seed - first + 1) % 100 === 0) write(`${seed - first + 1} seeds, ${broken} broken, ${seconds().toFixed(0)} s`);
  }
  write(
    `${count} seeds from ${first}: ${questions} questions in ${(virtualMs / 3_600_000).toFixed(1)} simulated hours, ` +
      `${broken} broken promises (to reach: 0), ${seconds().toFixed(0)} s`,
  );
};

/** Runs each story twice and compares everything that was noted: a failure that does not come again cannot be understood. */
const runTwice = async (first: number, count: number): Promise<void> => {
  const [{ runStory }, { makeStory }] = await Promise.all([import('./run-story.ts'), import('./make-story.ts')]);
  let different = 0;
  for (let seed = first; seed < first + count; seed += 1) {
    const [one, other] = [
      await runStory(makeStory(seed), { keep: true }),
      await runStory(makeStory(seed), { keep: true }),
    ];
    if (one.fingerprint === other.fingerprint) continue;
    different += 1;
    const at = one.journal.findIndex((line, index) => line !== other.journal[index]);
    write(`\nSeed ${seed} went two ways, from line ${at + 1} of its journal on:`);
    for (const { journal } of [one, other]) write(journal.slice(Math.max(0, at - 2), at + 3).join('\n'));
  }
  write(`${count} seeds from ${first}: ${different} stories went two ways (to reach: 0)`);
  if (different > 0) process.exitCode = 1;
};

/** Says what was broken, with the shortest story that breaks it, and keeps that. */
const report = async (
  story: ReturnType<typeof storySchema.parse>,
  violation: { invariant: string; what: string },
  shrinks: boolean,
): Promise<void> => {
  process.exitCode = 1;
  write(`\nBroken by seed ${story.seed}: ${violation.invariant}: ${violation.what}`);
  if (!shrinks) return;
  const [{ shrinkStory }, { tell }] = await Promise.all([import('./shrink-story.ts'), import('./story.ts')]);
  const shortest = await shrinkStory(story, violation);
  mkdirSync(KEPT, { recursive: true });
  const file = `${KEPT}/${given.mutant ?? 'seed'}-${story.seed}.json`;
  writeFileSync(file, `${JSON.stringify(shortest, null, 2)}\n`);
  write(`The shortest story that breaks it (${story.actions.length} actions before):\n${tell(shortest)}`);
  write(`Again: npm run simulate -- --story ${file} --journal${given.mutant ? ` --mutant ${given.mutant}` : ''}`);
};

/** Each mutant in a process of its own: a planted fault cannot be taken out again. */
const tryMutants = (): void => {
  let missed = 0;
  const self = fileURLToPath(import.meta.url);
  for (const mutant of mutants) {
    const { name, about } = mutant;
    const story = storyOf(mutant);
    const stories =
      story === undefined ? ['--seed', given.seed ?? '1', '--seeds', given.seeds ?? '200'] : ['--story', story];
    const { status, stdout, stderr } = spawnSync(process.execPath, [self, '--mutant', name, ...stories], {
      encoding: 'utf8',
    });
    const found = /Broken by seed (\d+): ([\w-]+)/.exec(stdout);
    const shortest = /(\d+ actions) before/.exec(stdout)?.[1];
    const left = stdout.split('\n').filter((line) => /^ +\d+\.\d s {2}/.test(line)).length;
    if (status === 1 && found && story !== undefined) write(`${name.padEnd(38)} its story, ${found[2]} (${about})`);
    else if (status === 1 && found)
      write(`${name.padEnd(38)} seed ${found[1]}, ${found[2]}: ${shortest} to ${left} (${about})`);
    else {
      missed += 1;
      write(
        `${name.padEnd(38)} NOT FOUND (${about}) ${stderr.split('\n').find((line) => line.includes('Error')) ?? ''}`,
      );
    }
  }
  write(`${mutants.length - missed} of ${mutants.length} planted faults found (to reach: all)`);
  if (missed > 0) process.exitCode = 1;
};

await main();
