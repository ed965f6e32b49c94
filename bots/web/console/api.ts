import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SessionView } from '../api.ts';
import { get } from '../client/http.ts';
import type { Role } from '../people/person.ts';

/** The current session; `data` is undefined while it loads. */
export const useSession = () =>
  useQuery({
    queryKey: ['session'],
    queryFn: () => get<SessionView>('/api/session'),
    staleTime: 30_000,
    // The person may have signed in or out in another tab.
    refetchOnWindowFocus: 'always',
  });

const ORDER: readonly Role[] = ['asker', 'reviewer', 'admin'];

/** True when the current person has this role or a higher one; false while the session loads. */
export const useMay = (role: Role): boolean => {
  const { data } = useSession();
  return data !== undefined && ORDER.indexOf(data.person.role) >= ORDER.indexOf(role);
};

/** Reads a path below `/api/console`. @param options `every`: polling interval in milliseconds */
export const useConsole = <T>(path: string, options: { every?: number | false; enabled?: boolean } = {}) =>
  useQuery({
    queryKey: ['console', path],
    queryFn: () => get<T>(`/api/console${path}`),
    refetchInterval: options.every ?? false,
    enabled: options.enabled ?? true,
  });

/**
 * Freezes a record while somebody edits it: `shown` stays at the version at which `hold` was called, even when a newer one
 * is loaded. So no typed text is lost, and a save states the version that it is based on.
 */
export const useHeld = <T>(newest: T | undefined) => {
  const [held, setHeld] = useState<T>();
  return {
    shown: held ?? newest,
    hold: () => setHeld((before) => before ?? newest),
    release: () => setHeld(undefined),
  };
};

/** Runs a change on the server, and then reloads all data that is on the page. */
export const useChange = <Input, Output>(
  change: (input: Input) => Promise<Output>,
  done?: (output: Output) => void,
) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (output) => {
      void queries.invalidateQueries();
      done?.(output);
    },
  });
};
