export { type Owner, ownersOf, removeOwner, setOwners } from './owners.ts';
export { type DigestOptions, mayReadQuestion, questionLine, sendDigests, unsubscribeValue } from './send-digests.ts';
