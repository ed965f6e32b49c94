/** The simulated reader: answers, plans, reviews and merges from the text of a prompt alone. */
export { type Dice, faultless, type Knobs, knobsSchema, readKnobs } from './knobs.ts';
export { openReader, type Reader, type ReaderOptions, type ReadReply, type ReadRequest, tasks } from './reader.ts';
