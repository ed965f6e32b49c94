/** The labels of one namespace: `parley` has ParleyDocument, ParleyEntity and so on. */
export interface Labels {
  document: string;
  passage: string;
  entity: string;
  /** A name, alias or description of an entity, with how many documents of a set of scopes state it. */
  value: string;
  triple: string;
  /** One node, locked by whoever writes; keeps the schema's version. */
  schema: string;
  /** Index of the words of values. */
  words: string;
}

export const labelsOf = (namespace: string): Labels => {
  const prefix = namespace[0]!.toUpperCase() + namespace.slice(1);
  return {
    document: `${prefix}Document`,
    passage: `${prefix}Passage`,
    entity: `${prefix}Entity`,
    value: `${prefix}Value`,
    triple: `${prefix}Triple`,
    schema: `${prefix}Schema`,
    words: `${namespace}_value_words`,
  };
};
