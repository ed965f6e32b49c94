/** A command of `/parley`. */
interface CommandFacts {
  /** Its name in menus. */
  label: string;
  /** What is typed behind `/parley` where a platform has no menu. */
  typed: string;
  /** True if it needs no workspace, and so works in a direct message on a platform whose messages belong to none. */
  worksAnywhere?: boolean;
}

/** What `/parley` offers on every platform, in the order of its menus. Helps and menus of the platforms are made from it. */
const COMMANDS = {
  settings: { label: 'Settings of this channel', typed: 'settings' },
  questions: { label: 'Open questions', typed: 'questions' },
  owners: { label: 'Owners of sources', typed: 'owners' },
  forget: { label: 'Forget me', typed: 'forget me', worksAnywhere: true },
} as const satisfies Readonly<Record<string, CommandFacts>>;

export type CommandName = keyof typeof COMMANDS;

/** The commands with their names, in the order of menus. */
export const commandList = (Object.entries(COMMANDS) as [CommandName, CommandFacts][]).map(([name, facts]) => ({
  name,
  ...facts,
}));

/** The command of this name, or that is typed so; undefined if there is none. */
export const findCommand = (text: string) => {
  const asked = text.trim().toLowerCase();
  return commandList.find(({ name, typed }) => asked === typed || asked === name);
};

const LABELS = commandList.map(({ label }) => label);

/** One line about `/parley`: "Settings of this channel, open questions, …, forget me". */
export const commandsInALine = [LABELS[0], ...LABELS.slice(1).map((label) => label.toLowerCase())].join(', ');
