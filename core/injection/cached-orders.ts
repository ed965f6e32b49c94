import { cacheByText } from '../cache-by-text.ts';
import type { Span } from '../text/sentences.ts';
import { findOrders, isOrder, type Order } from './find-orders.ts';
import { findTalk, isTalkAboutAnswers } from './find-talk.ts';
import { findMachineDuties, namesProgram, speaksToProgram } from './machine-duties.ts';

/** Characters of cached titles and headings. */
const MAX_LABEL_CHARS = 2_000_000;

/** `findOrders`, cached across questions. */
export const cachedOrders: (text: string) => readonly Readonly<Order>[] = cacheByText(findOrders);

/** `isOrder`, cached across questions, because titles and headings return with every passage of a page. */
export const cachedIsOrder: (sentence: string) => boolean = cacheByText(isOrder, MAX_LABEL_CHARS);

/** `findTalk`, cached across questions. */
export const cachedTalk: (text: string) => readonly Readonly<Span>[] = cacheByText(findTalk);

/** `isTalkAboutAnswers`, cached across questions for titles, headings and cells. */
export const cachedIsTalk: (sentence: string) => boolean = cacheByText(isTalkAboutAnswers, MAX_LABEL_CHARS);

/** `findMachineDuties`, cached across questions. */
export const cachedMachineDuties: (text: string) => readonly Readonly<Span>[] = cacheByText(findMachineDuties);

/** `namesProgram`, cached across questions for titles and headings. */
export const cachedNamesProgram: (label: string) => boolean = cacheByText(namesProgram, MAX_LABEL_CHARS);

/** `speaksToProgram`, cached across questions for titles and headings. */
export const cachedSpeaksToProgram: (label: string) => boolean = cacheByText(speaksToProgram, MAX_LABEL_CHARS);
