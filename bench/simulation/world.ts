import { EVERYONE, type Scope } from '../../core/document.ts';

/** Somebody who asks. */
export interface Person {
  name: string;
  platform: 'slack' | 'discord' | 'web';
  /** As Parley names them: `slack:T1/UANN`. */
  id: string;
}

/** Where something is asked. What its readers may see stands here by hand, not by the product's rules. */
export interface Place {
  name: string;
  platform: 'slack' | 'discord' | 'web';
  /** The platform's own id of the channel. */
  channel: string;
  /** Who may ask there. */
  people: readonly string[];
  /** Others read along. */
  open: boolean;
  /** What everybody who reads there may see. */
  readers: readonly Scope[];
}

export const TEAM = 'T1';
export const GUILD = '8000';
const WORKSPACE = `workspace:${TEAM}`;
const SERVER = `workspace:${GUILD}`;

const slackPeople = { ann: 'UANN', bob: 'UBOB', guy: 'UGUY' } as const;
const discordPeople = { dan: '501', eve: '502' } as const;

export const people: readonly Person[] = [
  ...Object.entries(slackPeople).map(([name, user]) => ({
    name,
    platform: 'slack' as const,
    id: `slack:${TEAM}/${user}`,
  })),
  ...Object.entries(discordPeople).map(([name, user]) => ({
    name,
    platform: 'discord' as const,
    id: `discord:${user}`,
  })),
  ...['wim', 'zoe'].map((name) => ({ name, platform: 'web' as const, id: `web:${name}0000000` })),
];

/** A person of the world. @throws for a name that nobody has */
export const personNamed = (name: string): Person => {
  const found = people.find((person) => person.name === name);
  if (!found) throw new Error(`nobody is called ${name}`);
  return found;
};

/** The user's id on their platform. */
export const userOf = ({ id }: Person): string => id.slice(Math.max(id.indexOf('/'), id.indexOf(':')) + 1);

const GENERAL = `channel:${TEAM}/CGENERAL`;
const HIDDEN = `channel:${TEAM}/CHIDDEN`;
const MIXED = `channel:${TEAM}/CMIXED`;
const LOBBY = `channel:${GUILD}/601`;
const STAFF = `channel:${GUILD}/602`;

/** Ann is in every channel, Bob in the open ones, Guy is a guest of one. Dan is staff of the server, Eve is not. */
export const places: readonly Place[] = [
  slack('general', 'CGENERAL', ['ann', 'bob'], [EVERYONE, WORKSPACE, GENERAL]),
  slack('hidden', 'CHIDDEN', ['ann'], [EVERYONE, WORKSPACE, HIDDEN]),
  slack('mixed', 'CMIXED', ['ann', 'bob', 'guy'], [EVERYONE]),
  direct('slack', 'ann', 'DANN', [WORKSPACE, GENERAL, HIDDEN, MIXED]),
  direct('slack', 'bob', 'DBOB', [WORKSPACE, GENERAL, MIXED]),
  { name: 'dm guy', platform: 'slack', channel: 'DGUY', people: ['guy'], open: false, readers: [EVERYONE] },
  discord('lobby', '601', ['dan', 'eve'], [EVERYONE, SERVER, LOBBY]),
  discord('staff', '602', ['dan'], [EVERYONE, SERVER, STAFF]),
  direct('discord', 'dan', '701', [SERVER, LOBBY, STAFF]),
  direct('discord', 'eve', '702', [SERVER, LOBBY]),
  { name: 'page', platform: 'web', channel: 'page', people: ['wim', 'zoe'], open: false, readers: [EVERYONE] },
];

function slack(name: string, channel: string, who: string[], readers: Scope[]): Place {
  return { name, platform: 'slack', channel, people: who, open: true, readers };
}
function discord(name: string, channel: string, who: string[], readers: Scope[]): Place {
  return { name, platform: 'discord', channel, people: who, open: true, readers };
}
function direct(platform: 'slack' | 'discord', who: string, channel: string, more: Scope[]): Place {
  const readers = [EVERYONE, 'private', `person:${personNamed(who).id.toLowerCase()}`, ...more];
  return { name: `dm ${who}`, platform, channel, people: [who], open: false, readers };
}

/** A place of the world. @throws for a name that none has */
export const placeNamed = (name: string): Place => {
  const found = places.find((place) => place.name === name);
  if (!found) throw new Error(`there is no place ${name}`);
  return found;
};

/** What somebody may see wherever only they look: for what is shown to the asker alone. */
export const seenAlone = (person: Person): readonly Scope[] =>
  places.find(({ open, people: who }) => !open && who.includes(person.name))?.readers ?? [EVERYONE];

/** The scopes that pages of the story have; each kind of reader is kept out of some. */
export const pageScopes: readonly (readonly Scope[])[] = [
  [EVERYONE],
  [WORKSPACE],
  [GENERAL],
  [HIDDEN],
  ['private'],
  [`person:${personNamed('bob').id.toLowerCase()}`],
  [SERVER],
  [STAFF],
  [WORKSPACE, SERVER],
];

export const towns = ['Lisbon', 'Bergen', 'Trieste'] as const;
export type Town = (typeof towns)[number];
