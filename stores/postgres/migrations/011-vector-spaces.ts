/**
 * The encoders of the stored vectors: `serving` is used by searches, `next` is filled by `reindex`. Each has its own table
 * `vectors_ID`, which stores/postgres/vectors.ts creates: its column has a fixed length, and its type exists only with the
 * extension.
 */
export default `
CREATE TABLE vector_spaces (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  role text NOT NULL UNIQUE CHECK (role IN ('serving', 'next')),
  encoder text NOT NULL,
  dimensions integer NOT NULL CHECK (dimensions > 0)
);
`;
