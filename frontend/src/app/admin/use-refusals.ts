import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '@/api/problem'
import { roleRefusal } from '@/api/staff'
import { toast } from '@/ui/toast'

const codeOf = (error: unknown): string => (error instanceof ApiError ? error.code : '')

/**
 * Follows the refusals that concern all pages of the back-office: a change that one's role may not make is told with the reason of
 * the server, and `mustEnrol` becomes true when a call needs a second factor that the account does not have.
 */
export function useRefusals() {
  const client = useQueryClient()
  const [mustEnrol, setMustEnrol] = useState(false)
  useEffect(() => {
    const follow = (error: unknown) => {
      if (codeOf(error) === 'auth.second_factor_required') setMustEnrol(true)
    }
    const stopQueries = client.getQueryCache().subscribe(({ type, query }) => {
      if (type === 'updated') follow(query.state.error)
    })
    const stopMutations = client.getMutationCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'error') return
      const { error } = event.action
      follow(error)
      const reason = roleRefusal(error)
      if (reason !== undefined) toast.error(reason)
    })
    return () => {
      stopQueries()
      stopMutations()
    }
  }, [client])
  const enrolled = () => {
    setMustEnrol(false)
    void client.resetQueries({ predicate: ({ state }) => state.error !== null })
  }
  return { mustEnrol, enrolled }
}
