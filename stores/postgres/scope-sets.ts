import type { Scope } from '../../core/document.ts';
import { forgottenScope, restrictedScope } from '../../core/source-scopes.ts';
import { storable } from '../../core/text/storable.ts';
import type { Session } from './session.ts';

/**
 * The numbers of these scope sets, in order. Stores new sets. They hold for this transaction: a set that nothing uses is
 * emptied when its source is forgotten.
 */
export const internScopes = async (tx: Session, sets: readonly (readonly Scope[])[]): Promise<number[]> => {
  const keys = sets.map((scopes) => [...new Set(scopes.map(storable))]);
  const distinct = [...new Map(keys.map((key) => [JSON.stringify(key), key])).values()];
  const numbers = new Map<string, number>();
  // Sorted, so that concurrent writers insert the same sets in the same order, which avoids deadlocks.
  for (const scopes of distinct.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))) {
    // Locked, so that the set is not forgotten before it is used.
    const find = () =>
      tx.rows<{ id: number }>('SELECT id FROM scope_sets WHERE scopes = $1::text[] FOR KEY SHARE', [scopes]);
    let [row] = await find();
    if (!row) {
      await tx.run('INSERT INTO scope_sets (scopes) VALUES ($1::text[]) ON CONFLICT DO NOTHING', [scopes]);
      [row] = await find();
    }
    numbers.set(JSON.stringify(scopes), row!.id);
  }
  return keys.map((key) => numbers.get(JSON.stringify(key))!);
};

/**
 * Takes a source's name out of the sets of scopes that nothing uses. The sets stay, with a scope that nobody holds: a process
 * of an older version may know their numbers.
 */
export const forgetScopesOf = async (tx: Session, sourceId: string): Promise<void> => {
  // Locked before their use is looked at: whoever is about to use one has locked it, and is waited for.
  const sets = await tx.rows<{ id: number }>(
    `SELECT id FROM scope_sets WHERE EXISTS (SELECT FROM unnest(scopes) one WHERE right(one, length($1)) = $1)
     ORDER BY id FOR UPDATE`,
    [restrictedScope('', sourceId)],
  );
  if (sets.length === 0) return;
  const users = await tx.rows<{ name: string; column: string }>(
    `SELECT c.conrelid::regclass::text AS name, quote_ident(a.attname) AS column FROM pg_constraint c
     JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey)
     WHERE c.contype = 'f' AND c.confrelid = 'scope_sets'::regclass`,
  );
  const unused = users.map(({ name, column }) => `AND NOT EXISTS (SELECT FROM ${name} u WHERE u.${column} = s.id)`);
  await tx.run(
    `UPDATE scope_sets s SET scopes = ARRAY[f.scope] FROM unnest($1::integer[], $2::text[]) AS f (id, scope)
     WHERE s.id = f.id ${unused.join(' ')}`,
    [sets.map(({ id }) => id), sets.map(({ id }) => forgottenScope(id))],
  );
};

/** An SQL condition: the row's scope set has a scope in common with the parameter `$place`, a text[]. */
export const visible = (scopeSet: string, place: number): string =>
  `${scopeSet} IN (SELECT id FROM scope_sets WHERE scopes && $${place}::text[])`;
