import { screensInOnePass } from '../text/screens-in-one-pass.ts';

/** Makes a screen of patterns that are tried on folded sentences of a page. All of them read a sentence once. */
export const screenOf = screensInOnePass();
