import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SessionView } from '../api.ts';
import { get } from '../client/http.ts';
import type { Role } from '../people/person.ts';

/** Who is at the page; undefined while it is being asked. */
export const useSession = () =>
  useQuery({
    queryKey: ['session'],
    queryFn: () => get<SessionView>('/api/session'),
    staleTime: 30_000,
    // Signed in or out in another tab.
    refetchOnWindowFocus: 'always',
  });

const ORDER: readonly Role[] = ['asker', 'reviewer', 'admin'];

/** True when whoever is at the page has this role or a greater one. */
export const useMay = (role: Role): boolean => {
  const { data } = useSession();
  return data !== undefined && ORDER.indexOf(data.person.role) >= ORDER.indexOf(role);
};

/** Reads from `/api/console`. @param every milliseconds after which it is read again, by itself */
export const useConsole = <T>(path: string, options: { every?: number | false; enabled?: boolean } = {}) =>
  useQuery({
    queryKey: ['console', path],
    queryFn: () => get<T>(`/api/console${path}`),
    refetchInterval: options.every ?? false,
    enabled: options.enabled ?? true,
  });

/**
 * What is edited stays as it was opened, though somebody else changes it meanwhile: so nothing that was typed is lost, and a
 * save still says which version it was made from.
 */
export const useHeld = <T>(newest: T | undefined) => {
  const [held, setHeld] = useState<T>();
  return {
    shown: held ?? newest,
    hold: () => setHeld((before) => before ?? newest),
    release: () => setHeld(undefined),
  };
};

/** Changes something, and has everything that is shown read again. */
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
