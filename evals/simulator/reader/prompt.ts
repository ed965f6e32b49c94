/** A message as the chat-completions API has it. */
export interface ChatMessage {
  role: string;
  content: string;
  /** Of an assistant: the functions that it called. */
  calls?: readonly ToolCall[];
}

/** A function that was called earlier in the conversation. */
export interface ToolCall {
  name: string;
  arguments: Record<string, unknown>;
}

/** A numbered source of a prompt. */
export interface ShownSource {
  n: number;
  /** The page's title, without headings. */
  title: string;
  kind: 'page' | 'table' | 'knowledge graph' | 'attached file' | 'live source' | 'memory';
  /** ISO 8601 date, if the prompt has it. */
  date?: string;
  text: string;
  /** Its position among the sources: 0 for the first, 1 for the last. */
  place: number;
}

/** A parsed prompt (its layout: agent/tasks/README.md); missing parts are empty. */
export interface Prompt {
  task: string | undefined;
  /** What the model is told to do: the system message. */
  rules: string;
  sources: ShownSource[];
  steps: { question: string; answer: string }[];
  history: { question: string; answer: string }[];
  facts: string[];
  /** The reasoning steps so far (CRP-RAG). */
  chain: string[];
  triples: string[];
  candidates: string[];
  /** Functions that the prompt lists, and calls that were made before. */
  functions: string[];
  /** Questions to compare. */
  questions: string[];
  calls: readonly ToolCall[];
  line(label: string): string | undefined;
  /** Everything said, for prompts of no known layout. */
  text: string;
}

const kinds: Record<string, ShownSource['kind']> = {
  table: 'table',
  'knowledge graph': 'knowledge graph',
  'attached file': 'attached file',
  'live source': 'live source',
  'your own memory, not a source': 'memory',
};
const head =
  /^\[(\d+)\] (.*?)(?: \((?:(table|knowledge graph|attached file|live source|your own memory, not a source)(?:, )?)?(\d{4}-\d{2}-\d{2})?\))?$/;

/** Takes a conversation apart. A repair asks again in further messages: only the first user message holds the parts. */
export const readPrompt = (messages: readonly ChatMessage[], schemaName?: string): Prompt => {
  const system = messages.find(({ role }) => role === 'system')?.content ?? '';
  const user = messages.find(({ role }) => role === 'user')?.content ?? '';
  const task = /^Task: ([\w-]+)/m.exec(system)?.[1] ?? schemaName;
  // What tools brought stands in messages of their own.
  const brought = messages.filter(({ role }) => role === 'tool' || role === 'user');
  const rest = user.replace(
    /<(sources|steps|history|chain|facts|triples|candidates|functions|paths|questions)>[\s\S]*?<\/\1>/g,
    '',
  );
  return {
    task,
    rules: system,
    sources: readSources(brought.flatMap(({ content }) => blocks(content, 'sources')).join('\n')),
    steps: readSteps(block(user, 'steps')),
    history: readSteps(block(user, 'history')),
    facts: readList(block(user, 'facts')),
    chain: readList(block(user, 'chain')),
    triples: readList(block(user, 'triples')),
    candidates: readList(block(user, 'candidates')),
    functions: readList(block(user, 'functions')),
    questions: readList(block(user, 'questions')),
    calls: messages.flatMap((message) => callsOf(message)),
    line: (label) => new RegExp(`^${label}: (.*)$`, 'm').exec(rest)?.[1],
    text: messages.map(({ content }) => content).join('\n'),
  };
};

const block = (text: string, tag: string): string =>
  new RegExp(`<${tag}>\\n([\\s\\S]*?)\\n</${tag}>`).exec(text)?.[1] ?? '';

const blocks = (text: string, tag: string): string[] =>
  [...text.matchAll(new RegExp(`<${tag}>\\n([\\s\\S]*?)\\n</${tag}>`, 'g'))].map((found) => found[1]!);

/** The calls of an assistant's message, or those that it wrote out as `{"calls": …}`. */
const callsOf = ({ role, content, calls = [] }: ChatMessage): readonly ToolCall[] => {
  if (role !== 'assistant' || calls.length > 0 || !content.startsWith('{"calls"')) return calls;
  try {
    const written = JSON.parse(content) as { calls: { name: string; arguments: string }[] };
    return written.calls.map(({ name, arguments: json }) => ({
      name,
      arguments: JSON.parse(json) as object as ToolCall['arguments'],
    }));
  } catch {
    return [];
  }
};

const readSources = (text: string): ShownSource[] => {
  const sources: ShownSource[] = [];
  for (const line of text.split('\n')) {
    const found = head.exec(line);
    if (found && sources.some(({ n }) => n === Number(found[1]))) continue;
    if (found)
      sources.push({
        n: Number(found[1]),
        title: found[2]!.split(' > ')[0]!,
        kind: kinds[found[3] ?? ''] ?? 'page',
        ...(found[4] && { date: found[4] }),
        text: '',
        place: 0,
      });
    else if (sources.length > 0) sources.at(-1)!.text += `${line.replace(/^ {2}/, '')}\n`;
  }
  sources.forEach((source, i) => {
    source.text = source.text.trim();
    source.place = sources.length < 2 ? 0 : i / (sources.length - 1);
  });
  return sources;
};

const readSteps = (text: string): { question: string; answer: string }[] =>
  [...text.matchAll(/^\d+\. Q: (.*)\n {3}A: (.*)$/gm)].map((found) => ({ question: found[1]!, answer: found[2]! }));

const readList = (text: string): string[] => [...text.matchAll(/^\d+\. (.*)$/gm)].map((found) => found[1]!);

/** True for a step without an answer, whatever it says of what came near. */
export const isUnknownStep = (answer: string): boolean => /^unknown(?::|$)/.test(answer);
