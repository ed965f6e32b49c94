/** What a template's slots hold; see `Relation`. */
export type Slots = Partial<
  Record<'s' | 'o' | 'g' | 'from' | 'to' | 'at' | 'n' | 'm' | 'a' | 'b' | 'l' | 'x' | 'p', string>
>;

const compiled = new Map<string, string[]>();

/** A template cut at its slots: literals at even places, slot names at odd ones. */
export const partsOf = (template: string): readonly string[] => {
  let parts = compiled.get(template);
  if (!parts) {
    parts = template.split(/\{(\w+)\}/);
    compiled.set(template, parts);
  }
  return parts;
};

/** A template with its slots filled, its first letter a capital. */
export const fill = (template: string, slots: Slots): string => {
  const parts = partsOf(template);
  let text = parts[0]!;
  for (let i = 1; i < parts.length; i += 2) text += slots[parts[i] as keyof Slots]! + parts[i + 1]!;
  const first = text.charCodeAt(0);
  return first >= 97 && first <= 122 ? text[0]!.toUpperCase() + text.slice(1) : text;
};
