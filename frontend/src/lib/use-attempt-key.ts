import { useRef } from 'react'
import { randomId } from './random-id'

/** The key of a request: the same for every attempt with the same content, so that a retry is done once. */
export function useAttemptKey() {
  const last = useRef({ content: '', key: '' })
  return (body: unknown): string => {
    const content = JSON.stringify(body)
    if (last.current.content !== content) last.current = { content, key: randomId() }
    return last.current.key
  }
}
