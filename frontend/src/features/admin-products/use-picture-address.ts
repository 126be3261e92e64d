import { useRef, useState } from 'react'

const isAddress = (text: string): boolean => /^(https?:\/\/\S+|\/images\/\S+)$/.test(text)

/** A picture's address that is being typed, and is no picture of the product before it is added. */
export function usePictureAddress() {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const change = (next: string) => {
    setText(next)
    if (next.trim() === '') setError(undefined)
  }
  /** The address for the list of pictures, which the field then gives up; null where it cannot be added. */
  const take = (images: readonly string[]): string | null => {
    const address = text.trim()
    const wrong = images.includes(address) ? 'This picture is there already' : undefined
    const problem = isAddress(address) ? wrong : 'Please paste an address that starts with https://'
    setError(problem)
    if (problem !== undefined) return null
    setText('')
    return address
  }
  /** Whether one is left in the field; says so there, since saving would drop it. */
  const refuse = (): boolean => {
    if (text.trim() === '') return false
    setError('Please add or clear the picture address.')
    return true
  }
  const focus = () => input.current?.focus()
  return { text, error, input, change, take, refuse, focus, pending: text.trim() !== '' }
}

export type PictureAddress = ReturnType<typeof usePictureAddress>
