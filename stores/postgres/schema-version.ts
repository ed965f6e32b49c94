import { ParleyError } from '../../core/errors.ts';
import { migrations } from './migrations/index.ts';

/** The row of the table `schema_version`. `worksSince`: the oldest version that can use the schema, if it says so. */
export interface StoredVersion {
  version: number;
  worksSince: number | null;
}

/** The error for a schema of a newer version that this version cannot use; undefined if this version can use it. */
export const newerVersion = (
  held: StoredVersion | undefined,
  { schema, server }: { schema: string; server: string },
): ParleyError | undefined => {
  const known = migrations.length;
  if (!held || held.version <= known || (held.worksSince != null && held.worksSince <= known)) return undefined;
  return new ParleyError('DATA_NEWER', {
    message: `The schema ${schema} was written by a newer Parley (${held.version}, this one knows ${known}).`,
    remedy: 'Update Parley, or set PARLEY_NAMESPACE to another name.',
    details: { version: held.version, known, server },
  });
};
