/**
 * Cases that say who sees what, which the tests of Slack and Discord run with the real SDKs. There is one document for each
 * scope. `ann` and `bob` are full members (`ann` is in the private channel), `guy` is a guest, `eve` is of another organisation.
 */
export const scopedDocuments = ['everyone', 'workspace', 'general', 'hidden', 'private'] as const;
export type ScopedDocument = (typeof scopedDocuments)[number];

export interface ScopeCase {
  name: string;
  who: 'ann' | 'bob' | 'guy' | 'eve';
  /**
   * Channels. `general`: public. `hidden`: private, with ann. `mixed`: public, with a guest. `shared`: with another
   * organisation.
   */
  where: 'general' | 'hidden' | 'mixed' | 'shared' | 'dm';
  how: 'mention' | 'alone';
  /** `silence`: nothing is posted at all. */
  sees: readonly ScopedDocument[] | 'silence';
}

export const scopeTable: readonly ScopeCase[] = [
  {
    name: 'a member in a public channel',
    who: 'bob',
    where: 'general',
    how: 'mention',
    sees: ['everyone', 'workspace', 'general'],
  },
  {
    name: 'a member of a private channel in a public one',
    who: 'ann',
    where: 'general',
    how: 'mention',
    sees: ['everyone', 'workspace', 'general'],
  },
  {
    name: 'a member in a private channel',
    who: 'ann',
    where: 'hidden',
    how: 'mention',
    sees: ['everyone', 'workspace', 'hidden'],
  },
  { name: 'a member where a guest reads along', who: 'bob', where: 'mixed', how: 'mention', sees: ['everyone'] },
  { name: 'a guest in a channel', who: 'guy', where: 'mixed', how: 'mention', sees: ['everyone'] },
  {
    name: 'a member where another organisation reads along',
    who: 'bob',
    where: 'shared',
    how: 'mention',
    sees: 'silence',
  },
  { name: 'a person of another organisation', who: 'eve', where: 'shared', how: 'mention', sees: 'silence' },
  {
    name: 'a member in a DM',
    who: 'bob',
    where: 'dm',
    how: 'mention',
    sees: ['everyone', 'workspace', 'general', 'private'],
  },
  {
    name: 'a member of the private channel in a DM',
    who: 'ann',
    where: 'dm',
    how: 'mention',
    sees: ['everyone', 'workspace', 'general', 'hidden', 'private'],
  },
  { name: 'a guest in a DM', who: 'guy', where: 'dm', how: 'mention', sees: ['everyone'] },
  {
    name: 'a member for their own eyes in a public channel',
    who: 'bob',
    where: 'general',
    how: 'alone',
    sees: ['everyone', 'workspace', 'general', 'private'],
  },
  { name: 'a guest for their own eyes', who: 'guy', where: 'mixed', how: 'alone', sees: ['everyone'] },
];
