/** The node labels of one namespace, such as ParleyDocument for `parley`. */
export interface Labels {
  document: string;
  passage: string;
  entity: string;
  /** A name, alias or description of an entity, with the number of documents of one set of scopes that state it. */
  value: string;
  triple: string;
  /** A single node with the schema version; writers lock it. */
  schema: string;
  /** The name of the full-text index over values. */
  words: string;
}

/** The labels of a namespace, which begin with it. */
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
