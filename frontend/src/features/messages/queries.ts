import { useMutation } from '@tanstack/react-query'
import { api, unwrap } from '@/api/client'
import type { ContactRequest } from '@/api/types'

export function useSendContactMessage() {
  return useMutation({
    mutationFn: (body: ContactRequest) => unwrap(api.POST('/api/contact', { body })),
  })
}
