import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, unwrap } from '@/api/client'
import { isCurrentSession } from '@/api/current-session'
import { beginSession, sessionToken } from '@/api/session'
import type { UpdateProfileRequest } from '@/api/types'

type ProfileChange = { email: string; update: UpdateProfileRequest }

/** The answer, and whether its session is still the current one. */
async function sendChange({ email, update }: ProfileChange) {
  const sentToken = sessionToken()
  const answer = await unwrap(
    api.PUT('/api/users/update/{email}', { params: { path: { email } }, body: update }),
  )
  return { ...answer, stillHere: sentToken !== null && isCurrentSession(sentToken) }
}

/**
 * Changes a profile. The session continues with a new token, which has the new name and picture. A late answer neither restarts
 * an ended session nor replaces another one.
 */
export function useUpdateProfile() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: sendChange,
    onSuccess: ({ token, stillHere }) => {
      if (!stillHere) return
      if (token) beginSession(token)
      return Promise.all(
        [['me'], ['users'], ['reviews']].map((queryKey) => client.invalidateQueries({ queryKey })),
      )
    },
  })
}
