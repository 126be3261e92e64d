import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, unwrap } from '@/api/client'
import type { UpdateProfileRequest } from '@/api/types'
import { beginSession } from '@/features/auth/session'

export const meQueries = {
  /** The signed-in person as the server knows them. */
  detail: () =>
    queryOptions({
      queryKey: ['me', 'detail'],
      queryFn: ({ signal }) => unwrap(api.GET('/api/users/userdetail', { signal })),
    }),
}

/** Changes a profile; the session goes on with the fresh token that carries the new name and picture. */
export function useUpdateProfile() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ email, update }: { email: string; update: UpdateProfileRequest }) =>
      unwrap(api.PUT('/api/users/update/{email}', { params: { path: { email } }, body: update })),
    onSuccess: ({ token }) => {
      if (token) beginSession(token)
      return Promise.all(
        [['me'], ['users'], ['reviews']].map((queryKey) => client.invalidateQueries({ queryKey })),
      )
    },
  })
}
