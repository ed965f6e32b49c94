/** Every chat platform. A new one is named here; the compiler then asks for the rest (bots/README.md). */
export const PLATFORM_NAMES = ['slack', 'discord'] as const;
export type PlatformName = (typeof PLATFORM_NAMES)[number];

export const isPlatformName = (name: string): name is PlatformName =>
  (PLATFORM_NAMES as readonly string[]).includes(name);
