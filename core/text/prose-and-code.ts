/** Parts of a text in Markdown, prose and code in turns: a code span, or a block between fences, stands at each odd place. */
export const proseAndCode = (text: string): string[] => text.split(/(```[\s\S]*?```|`[^`\n]+`)/);
