import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/** A Node of this machine. */
export interface FoundNode {
  path: string;
  major: number;
  minor: number;
}

/**
 * The Nodes that tests may run: the one that runs them, those on PATH, and those in PARLEY_TEST_NODES (paths of
 * executables with `:` between), where CI puts older ones.
 */
export const foundNodes = (): FoundNode[] => {
  const named = (process.env.PARLEY_TEST_NODES ?? '').split(path.delimiter);
  const onPath = (process.env.PATH ?? '').split(path.delimiter).map((folder) => path.join(folder, 'node'));
  const paths = [process.execPath, ...named, ...onPath].filter((file) => file !== '' && existsSync(file));
  return [...new Set(paths)].flatMap((file) => {
    const [, major, minor] = /^v(\d+)\.(\d+)\./.exec(spawnSync(file, ['-v'], { encoding: 'utf8' }).stdout ?? '') ?? [];
    return major === undefined ? [] : [{ path: file, major: Number(major), minor: Number(minor) }];
  });
};

/** True for a Node that Parley runs on. */
export const isSupported = ({ major, minor }: FoundNode): boolean => major > 22 || (major === 22 && minor >= 18);
