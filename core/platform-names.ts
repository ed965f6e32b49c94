/**
 * Every chat platform. A new one is named here; the compiler then asks for the rest (bots/README.md). The names stand in core/
 * because ids of people and workspaces begin with them: `slack:T1/U1` in an access file.
 */
export const PLATFORM_NAMES = ['slack', 'discord'] as const;
export type PlatformName = (typeof PLATFORM_NAMES)[number];

/** True for the name of a chat platform. */
export const isPlatformName = (name: string): name is PlatformName =>
  (PLATFORM_NAMES as readonly string[]).includes(name);
