import { fold } from './fold.ts';

/**
 * Splits a text into words: folded lower-case runs of letters and digits.
 * "Pál's café, 2nd" -> pal s cafe 2nd
 */
export const words = (text: string): string[] => (isAscii(text) ? asciiWords(text) : foldedWords(text));

/** True for a text without any letter to fold but capitals. */
export const isAscii = (text: string): boolean => !BEYOND_ASCII.test(text);
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant.
const BEYOND_ASCII = /[^\x00-\x7f]/;

/** Three times as fast as folding; most texts are ASCII. */
const asciiWords = (text: string): string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];

const foldedWords = (text: string): string[] => fold(text).match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? [];

/**
 * The key of an entity: its words without a possessive 's, joined by single spaces. Names with the same key are the
 * same entity. Empty for a name without a letter or digit.
 */
export const entityKey = (name: string): string => words(name.replace(/['’]s\b/gu, '')).join(' ');
