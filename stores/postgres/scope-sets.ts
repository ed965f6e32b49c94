import type { Scope } from '../../core/document.ts';
import { storable } from '../../core/text/storable.ts';
import type { Session } from './connection.ts';

/**
 * The numbers of these scope sets, in order. Stores new sets. A set never changes, so its number may be cached once the
 * transaction is committed.
 */
export const internScopes = async (tx: Session, sets: readonly (readonly Scope[])[]): Promise<number[]> => {
  const keys = sets.map((scopes) => [...new Set(scopes.map(storable))]);
  const distinct = [...new Map(keys.map((key) => [JSON.stringify(key), key])).values()];
  const numbers = new Map<string, number>();
  // Sorted, so that concurrent writers insert the same sets in the same order, which avoids deadlocks.
  for (const scopes of distinct.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))) {
    const find = () => tx.rows<{ id: number }>('SELECT id FROM scope_sets WHERE scopes = $1::text[]', [scopes]);
    let [row] = await find();
    if (!row) {
      await tx.run('INSERT INTO scope_sets (scopes) VALUES ($1::text[]) ON CONFLICT DO NOTHING', [scopes]);
      [row] = await find();
    }
    numbers.set(JSON.stringify(scopes), row!.id);
  }
  return keys.map((key) => numbers.get(JSON.stringify(key))!);
};

/** An SQL condition: the row's scope set has a scope in common with the parameter `$place`, a text[]. */
export const visible = (scopeSet: string, place: number): string =>
  `${scopeSet} IN (SELECT id FROM scope_sets WHERE scopes && $${place}::text[])`;
