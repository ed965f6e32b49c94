export { createDigestActions, type DigestActions } from './digest-actions.ts';
export { type Owner, ownersOf, removeOwner, setOwners } from './owners.ts';
export type { Pace } from './periods.ts';
export {
  type Digest,
  type DigestParts,
  digestTitle,
  mayReadQuestion,
  questionLine,
  sendDigests,
} from './send-digests.ts';
