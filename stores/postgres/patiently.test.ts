import { expect, it } from 'vitest';
import { createPatience } from './patiently.ts';

const failure = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more });
const refused = () => failure('ECONNREFUSED', { syscall: 'connect' });
const lost = () => new Error('Connection terminated unexpectedly');

/** Work that fails in turn with what each of `failures` makes, and then works. */
const failing = (...failures: (() => Error)[]) => {
  const work = async () => {
    const error = failures[work.calls]?.();
    work.calls += 1;
    if (error) throw error;
    return 'done';
  };
  work.calls = 0;
  return work;
};
const forEver = (error: () => Error) => failing(...Array.from({ length: 10_000 }, () => error));

it('waits for a server that worked and is restarted', async () => {
  const patiently = createPatience(60_000);
  await patiently(failing());
  const work = failing(refused, refused, () => failure('57P03'));
  expect(await patiently(work)).toBe('done');
  expect(work.calls).toBe(4);
});

it('says at once that a server is away which never worked', async () => {
  const work = forEver(refused);
  await expect(createPatience(60_000)(work)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  expect(work.calls).toBe(1);
});

it('waits once for a server that stays away, whoever asks, and again after it has worked', async () => {
  const patiently = createPatience(300);
  await patiently(failing());
  const first = forEver(refused);
  await expect(patiently(first)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  expect(first.calls).toBeGreaterThan(1);
  const second = forEver(refused);
  await expect(patiently(second)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  expect(second.calls).toBe(1);
  await patiently(failing());
  expect(await patiently(failing(refused))).toBe('done');
});

it('repeats what may have been carried out only where that is said to be safe', async () => {
  const patiently = createPatience(60_000);
  await expect(patiently(failing(lost))).rejects.toThrow('terminated');
  expect(await patiently(failing(lost, lost), () => true)).toBe('done');
});

it('takes a connection that broke while it was used for no refusal', async () => {
  const patiently = createPatience(60_000);
  await patiently(failing());
  const broken = () => failure('ETIMEDOUT', { syscall: 'read' });
  await expect(patiently(failing(broken))).rejects.toMatchObject({ code: 'ETIMEDOUT' });
});
