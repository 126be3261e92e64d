import { useRef, useState } from 'react'

const isAddress = (text: string): boolean => /^(https?:\/\/\S+|\/images\/\S+)$/.test(text)

/** The field for a picture's URL. */
export function usePictureAddress() {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const change = (next: string) => {
    setText(next)
    if (next.trim() === '') setError(undefined)
  }
  /** Validates, clears and returns the URL; null when it is invalid. */
  const submit = (images: readonly string[]): string | null => {
    const address = text.trim()
    const wrong = images.includes(address) ? 'This picture is there already' : undefined
    const problem = isAddress(address) ? wrong : 'Please paste an address that starts with https://'
    setError(problem)
    if (problem !== undefined) return null
    setText('')
    return address
  }
  /** Whether the field still has a URL, which saving would drop; shows an error then. */
  const refuse = (): boolean => {
    if (text.trim() === '') return false
    setError('Please add or clear the picture address.')
    return true
  }
  const focus = () => input.current?.focus()
  return { text, error, input, change, submit, refuse, focus, pending: text.trim() !== '' }
}

export type PictureAddress = ReturnType<typeof usePictureAddress>
