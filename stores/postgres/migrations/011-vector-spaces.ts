/**
 * The encoders whose vectors are here: one that serves, and one that `reindex` fills. Each has a table of its own,
 * `vectors_ID` (stores/postgres/vectors.ts makes it): a column of the extension's type has a fixed length, and the type
 * itself is only there where the extension is.
 */
export default `
CREATE TABLE vector_spaces (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  role text NOT NULL UNIQUE CHECK (role IN ('serving', 'next')),
  encoder text NOT NULL,
  dimensions integer NOT NULL CHECK (dimensions > 0)
);
`;
