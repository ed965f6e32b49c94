/** The files that lie beside one another. Paths are relative, with forward slashes; the topmost folder is empty. */
export interface FileTree {
  holds(file: string): boolean;
  /** Names of the folders in a folder. */
  folders(folder: string): Promise<readonly string[]>;
  /** The first characters of a file; empty if it cannot be read. */
  start(file: string): Promise<string>;
}

/** The folder that a file or folder lies in; the topmost one is empty. */
export const parentOf = (file: string): string => file.slice(0, Math.max(0, file.lastIndexOf('/')));
