import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readSettings } from '../core/settings.ts';
import { openParley } from './open.ts';
import { noteWebAddress, webAddress } from './web-address.ts';

it('is the public URL, else where start opened the page last, else the default port', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-web-address-'));
  const settings = readSettings({ PARLEY_DATA: folder, PARLEY_LOG: 'silent' });
  const { stores, close } = await openParley({ settings });
  try {
    expect(await webAddress(stores.keyValues, settings)).toBe('http://localhost:3000');
    await noteWebAddress(stores.keyValues, 'http://localhost:4000');
    expect(await webAddress(stores.keyValues, settings)).toBe('http://localhost:4000');
    const known = { ...settings, PARLEY_PUBLIC_URL: 'https://parley.example.org/' };
    expect(await webAddress(stores.keyValues, known)).toBe('https://parley.example.org');
  } finally {
    await close();
    await rm(folder, { recursive: true });
  }
});
