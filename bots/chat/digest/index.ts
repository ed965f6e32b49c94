export { createDigestDesk, type DigestDesk } from './answer-question.ts';
export { type Owner, ownersOf, resign, setOwners } from './owners.ts';
export type { Pace } from './periods.ts';
export {
  type Digest,
  type DigestParts,
  digestTitle,
  mayReadQuestion,
  questionLine,
  sendDigests,
} from './send-digests.ts';
