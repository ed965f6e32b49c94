import path from 'node:path';

const ENDING = /\.(?:zip|tar|tgz|tar\.gz)$/i;

/** True for the name of an archive that is read as the folder in it. */
export const isArchive = (name: string): boolean => ENDING.test(name);

/** The name of an archive without its ending: `wiki` of `/exports/wiki.tar.gz`. */
export const archiveName = (file: string): string => path.basename(file).replace(ENDING, '');
